import type { SuppressionReason } from '../../../prisma/generated/client.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { bearsOnSql } from '../../suppressions/find-suppressions.ts';
import { pageRows } from '../export-limits.ts';
import type { ExportOrder } from '../export-order.ts';

export interface ExportedSuppression {
  readonly email: string;
  readonly reason: SuppressionReason;
  readonly note: string | null;
  readonly created_at: Date;
}

interface ExaminedRow {
  readonly id: string;
  /** Null after an erasure. */
  readonly email: string | null;
  readonly reason: SuppressionReason;
  readonly note: string | null;
  readonly created_at: Date;
  /** Whether it is one that the list of the workspace shows. */
  readonly listed: boolean;
}

const own = `
  SELECT c.id, c.email, c.reason, c.note, c.created_at, true AS listed
  FROM suppressions c
  WHERE c.platform_id = $1 AND c.scope_id = $2 AND c.id > $3 ORDER BY c.id LIMIT $4`;

/** A page examines so many rows, however few of them concern the workspace. */
const wide = `
  SELECT c.id, c.email, c.reason, c.note, c.created_at,
         ($5 AND c.by_hand) OR ${bearsOnSql('$2::text')} AS listed
  FROM (
    SELECT id, email, reason, note, created_at, by_hand, address_hash
    FROM suppressions WHERE scope_id = $1 AND id > $3 ORDER BY id LIMIT $4
  ) c
  ORDER BY c.id`;

/**
 * The suppressions of a workspace, or those of the whole platform that its list shows, the oldest first. What blocks an
 * erased person has no address any more, and is left out.
 */
export async function* suppressionPages(
  client: Queryable,
  { platformId, workspaceId, platformWide, seesAllByHand }: ExportOrder,
): AsyncGenerator<readonly ExportedSuppression[], void, undefined> {
  for (let after = ''; ; ) {
    const place = [platformId, workspaceId, after, pageRows];
    const { rows } = platformWide
      ? await client.query<ExaminedRow>(wide, [...place, seesAllByHand])
      : await client.query<ExaminedRow>(own, place);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap(({ email, listed, ...row }) => (listed && email !== null ? [{ ...row, email }] : []));
    after = last.id;
  }
}
