/** The verdicts as tables of docs/scale.md: by room of the code, and by what Citus says. */
import type { Verdict } from './examine-statement.ts';

export interface Examined {
  readonly file: string;
  readonly verdict: Verdict;
}

const kinds = ['elsewhere', 'one shard', 'in steps', 'several shards', 'not planned', 'refused'] as const;
const titles = 'statements | without a divided table | one shard | in steps | several shards | not planned | refused';
const line = `|${'---|'.repeat(kinds.length + 2)}`;

/** `src/messages/claims/claim-messages.ts` is of the room `messages`. */
const roomOf = (file: string) => file.split('/')[1] ?? '';
const row = (name: string, some: readonly Examined[]) =>
  `| ${[name, some.length, ...kinds.map((kind) => some.filter(({ verdict }) => verdict.kind === kind).length)].join(' | ')} |`;
/** The most first, then in the order of the alphabet. */
const byNumber = <Value>(groups: Map<string, Value[]>) =>
  [...groups].toSorted(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
const byName = <Value>(groups: Map<string, Value[]>) => [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));

export function tableByRoom(examined: readonly Examined[]): string {
  const rooms = byName(Map.groupBy(examined, ({ file }) => roomOf(file)));
  const rows = [...rooms.map(([room, some]) => row(`\`${room}/\``, some)), row('all', examined)];
  return [`| room of \`src/\` | ${titles} |`, line, ...rows].join('\n');
}

/** What each mail and each webhook runs. */
const hot = /^src\/(?:events\/emit|messages\/(?:claims|outcomes|sending)|webhooks\/(?:delivery|record)|figures\/fold)/;

export function tableOfHot(examined: readonly Examined[]): string {
  const files = byName(
    Map.groupBy(
      examined.filter(({ file }) => hot.test(file)),
      ({ file }) => file,
    ),
  );
  return [`| file | ${titles} |`, line, ...files.map(([file, some]) => row(`\`${file}\``, some))].join('\n');
}

export function tableOfRefusals(examined: readonly Examined[]): string {
  const refused = examined.flatMap(({ file, verdict }) =>
    verdict.kind === 'refused' ? [{ file, words: verdict.words }] : [],
  );
  const filesOf = (some: readonly { readonly file: string }[]) =>
    byName(Map.groupBy([...some], ({ file }) => file))
      .map(([file, those]) => (those.length === 1 ? `\`${file}\`` : `\`${file}\` (${those.length})`))
      .join(', ');
  const rows = byNumber(Map.groupBy(refused, ({ words }) => words)).map(
    ([words, some]) => `| ${words.replaceAll('|', '\\|')} | ${some.length} | ${filesOf(some)} |`,
  );
  return ['| what Citus says | statements | where they are |', '|---|---|---|', ...rows].join('\n');
}
