import type { Queryable } from '../db/pool.ts';
import type { Keyset } from '../page.ts';

/** Suppressions near the page's start that are read first. */
const usuallyNear = 2_000;

/**
 * SQL: whether a platform-wide suppression `s` concerns a workspace: a contact or a stored message of the workspace has
 * the address. `workspaceId` is an expression.
 */
export const bearsOnSql = (workspaceId: string) => `(
  EXISTS (SELECT FROM contacts c WHERE c.workspace_id = ${workspaceId} AND c.address_hash = s.address_hash)
  OR EXISTS (SELECT FROM messages m WHERE m.workspace_id = ${workspaceId} AND m.address_hash = s.address_hash))`;

export interface SuppressionQuestion {
  readonly platformId: string;
  readonly workspaceId: string;
  /** Part of the address, in any case. */
  readonly search: string | null;
  readonly page: Keyset;
  readonly near?: number;
}

/**
 * Returns the ids of platform-wide suppressions that concern a workspace, in the order of the page. Where they are
 * frequent, the suppressions near the page's start suffice; where they are rare, the addresses of the workspace are
 * looked up among the suppressions.
 */
export async function findPlatformWide(db: Queryable, question: SuppressionQuestion): Promise<readonly string[]> {
  const { page, near = usuallyNear } = question;
  const { rows } = await ask<{ seen: number; ids: readonly string[] }>(
    db,
    question,
    ({ wide, sought, workspaceId, bind }) =>
      `WITH near AS MATERIALIZED (
         SELECT s.id, s.email, s.address_hash FROM suppressions s WHERE ${wide}
         ORDER BY s.id ${page.direction} LIMIT ${bind(near)}
       )
       SELECT (SELECT count(*) FROM near)::int AS seen, ARRAY(
         SELECT s.id FROM near s WHERE ${sought} AND ${bearsOnSql(workspaceId)}
         ORDER BY s.id ${page.direction} LIMIT ${bind(page.take)}) AS ids`,
  );
  const [first] = rows;
  if (first && (first.seen < near || first.ids.length === page.take)) return first.ids;
  const all = await ask<{ id: string }>(
    db,
    question,
    ({ wide, sought, workspaceId, bind }) =>
      // MATERIALIZED, because the limit would make the planner walk the suppressions one by one.
      `WITH bearing AS MATERIALIZED (
         SELECT s.id FROM suppressions s
         WHERE ${wide} AND ${sought} AND s.address_hash IN (
           SELECT address_hash FROM contacts WHERE workspace_id = ${workspaceId}
           UNION SELECT address_hash FROM messages WHERE workspace_id = ${workspaceId})
       )
       SELECT id FROM bearing ORDER BY id ${page.direction} LIMIT ${bind(page.take)}`,
  );
  return all.rows.map(({ id }) => id);
}

interface Parts {
  /** SQL: the suppression is platform-wide and on the page's side of the cursor. */
  readonly wide: string;
  readonly sought: string;
  readonly workspaceId: string;
  readonly bind: (value: unknown) => string;
}

function ask<Row extends object>(
  db: Queryable,
  { platformId, workspaceId, search, page: { range } }: SuppressionQuestion,
  statement: (parts: Parts) => string,
) {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const wide = [`s.platform_id = ${bind(platformId)}`, 's.workspace_id IS NULL'];
  if (range.lt !== undefined) wide.push(`s.id < ${bind(range.lt)}`);
  if (range.gt !== undefined) wide.push(`s.id > ${bind(range.gt)}`);
  const sought = search === null ? 'true' : `position(lower(${bind(search)}) in lower(s.email)) > 0`;
  const text = statement({ wide: wide.join(' AND '), sought, workspaceId: bind(workspaceId), bind });
  return db.query<Row>(text, values);
}
