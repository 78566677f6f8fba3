import type { SuppressionReason } from '../../../prisma/generated/client.ts';
import { toAddressesSql } from '../../db/address-key.ts';
import { formFor } from '../../db/by-workspace.ts';
import type { Db, Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
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

const page = { scopeId: 'text', after: 'text' } as const;
type PageSql = Readonly<Record<keyof typeof page, string>>;

const columns = 'id, email, reason, note, created_at';
const pageSql = ({ scopeId, after }: PageSql, further: string, of = '') => `
  SELECT ${columns}${further} FROM suppressions WHERE ${of}scope_id = ${scopeId} AND id > ${after}
  ORDER BY id LIMIT ${pageRows}`;

const readOwn = statement({
  values: { platformId: 'text', ...page },
  text: ({ platformId, ...v }) => pageSql(v, ', true AS listed', `platform_id = ${platformId} AND `),
});

/** A page examines so many rows, however few of them concern the workspace. */
const readWide = statement({
  alone: true,
  values: { ...page, workspaceId: 'text', seesAll: 'boolean' },
  text: ({ workspaceId, seesAll, ...v }) => `
  SELECT c.id, c.email, c.reason, c.note, c.created_at,
         (${seesAll} AND c.by_hand) OR ${bearsOnSql(workspaceId)} AS listed
  FROM (${pageSql(v, ', by_hand, address_hash')}) c
  ORDER BY c.id`,
});

/** A cluster has them on the shard of the platform, and what the workspace knows on its own. */
const readApart = statement({
  values: page,
  text: (v) => pageSql(v, ', by_hand AS "byHand", address_hash AS "addressHash"'),
});

interface WideRow extends Omit<ExaminedRow, 'listed'> {
  readonly byHand: boolean;
  readonly addressHash: Buffer;
}

const findKnown = statement({
  rows: { i: rowsOf<WideRow>({ id: ['text', ({ id }) => id], hash: ['bytea', ({ addressHash }) => addressHash] }) },
  values: { workspaceId: 'text' },
  text: ({ i, workspaceId }, only) => `
  SELECT i.id FROM ${i}
  WHERE EXISTS (
    SELECT 1 FROM contacts c
    WHERE c.workspace_id = ${workspaceId} AND ${only('c.workspace_id')} AND c.address_hash = i.hash)
  OR EXISTS (
    SELECT 1 FROM events e WHERE ${toAddressesSql('e', workspaceId, 'ARRAY[i.hash]', only)} AND e.mails)`,
});

async function wideRows(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  { platformId, workspaceId, seesAllByHand }: ExportOrder,
  after: string,
): Promise<readonly ExaminedRow[]> {
  const place = { scopeId: platformId, after };
  if (!db.isCluster())
    return (await client.query<ExaminedRow>(readWide({ ...place, workspaceId, seesAll: seesAllByHand }))).rows;
  const { rows } = await client.query<WideRow>(readApart(place));
  const isSeen = ({ byHand }: WideRow) => seesAllByHand && byHand;
  const asked = rows.filter((row) => !isSeen(row));
  const known = await client.query<{ readonly id: string }>(
    formFor(db, workspaceId)(findKnown)({ i: asked, workspaceId }),
  );
  const listed = new Set(known.rows.map(({ id }) => id));
  return rows.map((row) => {
    const { byHand: _byHand, addressHash: _hash, ...shown } = row;
    return { ...shown, listed: isSeen(row) || listed.has(row.id) };
  });
}

/**
 * The suppressions of a workspace, or those of the whole platform that its list shows, the oldest first. What blocks an
 * erased person has no address any more, and is left out.
 */
export async function* suppressionPages(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  order: ExportOrder,
): AsyncGenerator<readonly ExportedSuppression[], void, undefined> {
  const { platformId, workspaceId, platformWide } = order;
  for (let after = ''; ; ) {
    const rows = platformWide
      ? await wideRows(db, client, order, after)
      : (await client.query<ExaminedRow>(readOwn({ platformId, scopeId: workspaceId, after }))).rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap(({ email, listed, ...row }) => (listed && email !== null ? [{ ...row, email }] : []));
    after = last.id;
  }
}
