/** What `npm run migrate -- --plan` shows, without changing anything (docs/rules.md#plan-of-migrations). */
import { type Migration, migrationsFolder, readMigration, type StepFacts } from './history/read-migrations.ts';
import { lookAt, type MigrateOptions, withMigrator } from './migrate.ts';
import { batchSize, fillPartsOf } from './steps/fill-column.ts';
import type { Step } from './steps/split-script.ts';

export interface Plan {
  /** Migrations that would run, in their order. */
  readonly pending: readonly string[];
  /** Lines for a person. */
  readonly lines: readonly string[];
}

/** Characters of a statement that a line shows. */
const shownMax = 200;

/** What goes on beside a lock, by the lock's name in PostgreSQL. */
const beside: Readonly<Record<string, string>> = {
  'ACCESS SHARE': 'reads and writes go on',
  'ROW SHARE': 'reads and writes go on',
  'ROW EXCLUSIVE': 'reads and writes go on',
  'SHARE UPDATE EXCLUSIVE': 'reads and writes go on',
  SHARE: 'reads go on, writes wait',
  'SHARE ROW EXCLUSIVE': 'reads go on, writes wait',
  EXCLUSIVE: 'reads go on, writes wait',
  'ACCESS EXCLUSIVE': 'reads and writes wait',
};

/** Rejects as `migrate` does. */
export async function planMigrations(databaseUrl: string, options: MigrateOptions = {}): Promise<Plan> {
  const { folder = migrationsFolder } = options;
  const { standing, history } = await withMigrator(databaseUrl, (client) => lookAt(client, options));
  const { pending, unknown, isAdoptable } = standing;
  if (history === null) {
    const lines = ['The database is empty: these migrations make its tables.', ...pending.map((name) => `  ${name}`)];
    return { pending, lines };
  }
  const lines: string[] = [];
  if (unknown.length > 0) {
    lines.push(`The database is newer than this version, which works beside its migrations: ${unknown.join(', ')}.`);
  }
  if (isAdoptable) lines.push('The database has every migration from before the first release: it will be noted so.');
  const done = history.filter(({ isDone }) => isDone).map(({ name }) => name);
  if (pending.length === 0) lines.push('Nothing is to be done.');
  for (const name of pending) {
    const begun = history.find((row) => row.name === name)?.steps ?? 0;
    lines.push('', ...linesOf(await readMigration(name, folder), { begun, last: done.sort().at(-1) ?? '' }));
  }
  return { pending, lines };
}

/** `begun`: steps that are done already. `last`: the last migration of the database. */
function linesOf(migration: Migration, { begun, last }: { begun: number; last: string }): readonly string[] {
  const { name, steps, facts, checksum } = migration;
  const measured = facts?.measured?.checksum === checksum ? facts.measured : null;
  const time =
    measured === null
      ? 'not measured'
      : `${measured.ms.toLocaleString('en')} ms on ${measured.rows.toLocaleString('en')} rows`;
  return [
    `${name} (${time})`,
    ...steps.flatMap((step, place) => stepLines(step, { place, begun, facts: measured?.steps[place] ?? null })),
    `  ${versionLine(facts?.oldest ?? null, last)}`,
  ];
}

function stepLines(
  { statements, isAlone }: Step,
  { place, begun, facts }: { place: number; begun: number; facts: StepFacts | null },
): readonly string[] {
  const [first = '', ...others] = statements.map((statement) => short(statement));
  return [
    `  ${place + 1}. ${first}${place < begun ? ' (done)' : ''}`,
    ...others.map((statement) => `     ${statement}`),
    ...(facts === null ? [] : factLines(facts)),
    ...(isAlone ? [`     ${aloneLine(statements[0] ?? '')}`] : []),
  ];
}

function aloneLine(statement: string): string {
  return fillPartsOf(statement) === null
    ? 'outside of a transaction'
    : `in batches of ${batchSize.toLocaleString('en')} rows, each in a transaction of its own`;
}

function factLines({ locks, rewrites, scans, ms }: StepFacts): readonly string[] {
  const lockLines = Object.entries(locks).map(
    ([table, lock]) => `     locks ${table}: ${lock}, ${beside[lock] ?? 'see the manual of PostgreSQL'}`,
  );
  return [
    ...lockLines,
    ...(rewrites.length > 0 ? [`     rewrites ${rewrites.join(', ')}`] : []),
    ...(scans.length > 0 ? [`     reads all of ${scans.join(', ')}`] : []),
    `     took ${ms.toLocaleString('en')} ms`,
  ];
}

function versionLine(oldest: string | null, last: string): string {
  if (oldest === null) return 'No version before it works beside it: stop every process first.';
  return oldest <= last
    ? `The version before works beside it: every one from ${oldest} on.`
    : `The version of this database, ${last}, does not work beside it: only those from ${oldest} on do. Go there first.`;
}

function short(statement: string): string {
  const line = statement.replace(/\s+/g, ' ');
  return line.length <= shownMax ? line : `${line.slice(0, shownMax)} …`;
}
