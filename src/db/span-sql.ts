/** Bounds of ids, with which a statement leaves out the partitions of other times (docs/rules.md#partitions). */

/** The first and the last of some ids. */
interface IdSpan {
  readonly firstId: string;
  readonly lastId: string;
}

/** The types of such values of a statement. */
export const spanValues = { firstId: 'text', lastId: 'text' } as const;

/** Of one row at least. */
export function spanOf(rows: readonly { readonly id: string }[]): IdSpan {
  let [firstId, lastId] = [rows[0]?.id ?? '', rows[0]?.id ?? ''];
  for (const { id } of rows) {
    if (id < firstId) firstId = id;
    if (id > lastId) lastId = id;
  }
  return { firstId, lastId };
}

/**
 * SQL: whether `id` is not before `first`. The function hides the value from the planner, which else takes a plan for the
 * values at hand, with fewer partitions, for better than the kept one, and plans each run anew. PostgreSQL calls it when a
 * run begins, and then prepares no scans of the partitions of before.
 */
export const notBeforeSql = (id: string, first: string) => `${id} >= concat(${first})`;

/** SQL: whether `id` is within the span. */
export const withinSql = (id: string, { firstId, lastId }: IdSpan) =>
  `${notBeforeSql(id, firstId)} AND ${id} <= concat(${lastId})`;
