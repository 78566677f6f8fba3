import type { Queryable } from '../db/connections/pool.ts';
import { type Only, ofAny } from '../db/rows.ts';

/**
 * SQL: whether mail to an address is blocked in a workspace, by a suppression of its own or by one of the whole platform
 * (docs/rules.md#suppression-scopes); each part is an expression. Mail of a topic is blocked by what blocks marketing too.
 */
export const suppressedSql = (
  platformId: string,
  workspaceId: string,
  addressHash: string,
  topic: string,
  only: Only = ofAny,
) => `(EXISTS (
    SELECT FROM suppressions s
    WHERE s.scope_id = ${workspaceId} AND ${only('s.scope_id')} AND s.address_hash = ${addressHash} AND (s.blocks = 'all' OR ${topic} IS NOT NULL))
  OR EXISTS (
    SELECT FROM platform_blocks b
    WHERE b.platform_id = ${platformId} AND b.address_hash = ${addressHash} AND (b.blocks = 'all' OR ${topic} IS NOT NULL)))`;

interface Address {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly addressHash: Buffer;
  /** Of the mail; null: transactional mail. */
  readonly topic: string | null;
}

/** Whether mail to the address is blocked in the workspace now. */
export async function isSuppressed(
  db: Queryable,
  { platformId, workspaceId, addressHash, topic }: Address,
): Promise<boolean> {
  const { rows } = await db.query<{ suppressed: boolean }>({
    name: 'is-suppressed',
    text: `SELECT ${suppressedSql('$1', '$2', '$3', '$4::text')} AS suppressed`,
    values: [platformId, workspaceId, addressHash, topic],
  });
  return rows[0]?.suppressed ?? false;
}
