/** Texts that begin with a text, in the order of an index (docs/rules.md#lists-over-workspaces). */
import type { Bind } from './walk.ts';

/** Signs that stand in this order in every usual collation, each with the first one after all texts that go on from it. */
const after: Readonly<Record<string, string>> = Object.fromEntries(
  ['0123456789A', 'abcdefghijklmnopqrstuvwxyzα', 'ABCDEFGHIJKLMNOPQRSTUVWXYZα'].flatMap((row) =>
    [...row].slice(0, -1).map((sign, at) => [sign, [...row][at + 1] ?? ''] as const),
  ),
);

/**
 * SQL: the rows of an index on `column` between which all texts that begin with `start` stand, and few others, whatever
 * the collation of the database; null where no letter or digit of `start` bounds them. A condition of `starts_with`
 * leaves the others out.
 */
export function textRangeSql(column: string, start: string, bind: Bind): string | null {
  const below = textBelow(start);
  return below === null ? null : `${column} >= ${bind(start)}::text AND ${column} < ${bind(below)}::text`;
}

/** Signs at its end have no order that all collations share: the range ends after the last letter or digit. */
export function textBelow(start: string): string | null {
  const signs = [...start];
  const last = signs.findLastIndex((sign) => after[sign] !== undefined);
  return last < 0 ? null : [...signs.slice(0, last), after[signs[last] ?? '']].join('');
}
