/** How many rows one run of a statement may read of a table that grows (docs/rules.md#plans-of-statements). */

/** A batch of the service is 200 to 500 rows, with what belongs to each. */
const rowsMost = 2_500;
/** Of a page of a list, whose statements are made at run time (docs/rules.md#list-work). */
const listMost = 12_000;

/** Files whose statements read more, and why that does not grow. */
const further: Readonly<Record<string, { readonly rows: number; readonly because: string }>> = {
  'src/workspaces/health/sweep-health.ts': { rows: 100_000, because: 'the hours of a week of 500 workspaces' },
  'src/workspaces/health/update-health.ts': { rows: 100_000, because: 'the hours of the workspaces of one sweep' },
  'src/operations/read-sending.ts': { rows: 50_000, because: 'each count ends at its limit' },
  'src/operations/read-webhooks.ts': { rows: 50_000, because: 'each count ends at its limit' },
  'src/retention/strip-pages.ts': { rows: 10_000, because: 'the last batch looks up the 4,000 events of a window' },
  'src/people/searched-tables.ts': { rows: 12_000, because: 'one step of a search' },
  'src/people/searched-events.ts': { rows: 12_000, because: 'one step of a search' },
};

/** `file`: that of the statement; null where it is made at run time. */
export function boundOf(file: string | null): number {
  return file === null ? listMost : (further[file]?.rows ?? rowsMost);
}

/** Files with statements that the workload does not run, and which may scan a table that grows. */
export const scanning: Readonly<Record<string, string>> = {
  'src/deployment/decide-held.ts': 'once, after a restore',
  'src/deployment/hold-work.ts': 'once, after a restore',
  'src/local/demo-messages.ts': 'once at a start of the demo, whose platform has few',
  'src/messages/sending/fail-poison.ts': 'part of a sweep, which reads by indexes alone',
  'src/operations/read-own.ts': 'reads by indexes alone',
  'src/webhooks/delivery/sweep-webhooks.ts': 'its form of a cluster is part of a sweep, which reads by indexes alone',
  'src/webhooks/delivery/withheld-webhooks.ts': 'reads by indexes alone',
  'src/workspaces/deletion/purge-deleted-workspaces.ts':
    'a workspace has a row a day; the planner prefers a scan while all have few',
};
