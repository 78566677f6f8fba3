/** On a cluster: what rejected emits lead to, asked table by table; one database finds it in the statement that writes them. */
import { type Form, ofEachWorkspace } from '../../db/by-workspace.ts';
import type { Db } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { idOf, type RefusedEmitRow, referenceOf } from './refused-emit.ts';

export interface RefusalFacts {
  /** Null: it named no live workspace. */
  readonly workspaceId: string | null;
  /** Of the address, given or its contact's. */
  readonly hash: Uint8Array | null;
  /** Whether its person was erased since. */
  readonly erased: boolean;
}

interface Placed extends RefusedEmitRow {
  readonly workspaceId: string | null;
  readonly hash: Uint8Array | null;
}
interface Within extends Placed {
  readonly workspaceId: string;
}

const findWorkspaces = statement({
  rows: {
    i: rowsOf<RefusedEmitRow>({
      row_id: ['text', ({ id }) => id],
      platform_id: ['text', ({ platformId }) => platformId],
      workspace_id: ['text', ({ workspace }) => idOf(workspace)],
      reference: ['text', ({ workspace }) => referenceOf(workspace)],
    }),
  },
  text: ({ i }) => `
    SELECT i.row_id AS "rowId", w.id FROM ${i}
    JOIN workspaces w ON w.platform_id = i.platform_id AND w.id = i.workspace_id AND w.deleted_at IS NULL
    UNION ALL
    SELECT i.row_id, w.id FROM ${i}
    JOIN workspaces w ON w.platform_id = i.platform_id AND w.reference = i.reference AND w.deleted_at IS NULL`,
});

const findContacts = statement({
  rows: {
    i: rowsOf<Within>({
      row_id: ['text', ({ id }) => id],
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      contact_id: ['text', ({ contact }) => idOf(contact)],
      reference: ['text', ({ contact }) => referenceOf(contact)],
    }),
  },
  text: ({ i }, only) => `
    SELECT i.row_id AS "rowId", c.address_hash AS hash FROM ${i}
    JOIN contacts c ON c.workspace_id = i.workspace_id AND ${only('c.workspace_id')} AND c.id = i.contact_id
    UNION ALL
    SELECT i.row_id, c.address_hash FROM ${i}
    JOIN contacts c ON c.workspace_id = i.workspace_id AND ${only('c.workspace_id')} AND c.reference = i.reference`,
});

interface Hashed extends Placed {
  readonly hash: Uint8Array;
}

const hashed = {
  row_id: ['text', ({ id }: Hashed) => id],
  platform_id: ['text', ({ platformId }: Hashed) => platformId],
  hash: ['bytea', ({ hash }: Hashed) => hash],
  created_at: ['timestamptz', ({ createdAt }: Hashed) => createdAt],
} as const;

const findErased = statement({
  rows: {
    i: rowsOf<Hashed & Within>({ ...hashed, workspace_id: ['text', ({ workspaceId }) => workspaceId] }),
  },
  text: ({ i }, only) => `
    SELECT DISTINCT i.row_id AS "rowId" FROM ${i}
    JOIN erased_addresses a ON a.workspace_id = i.workspace_id AND ${only('a.workspace_id')}
      AND a.address_hash = i.hash AND a.erased_at >= i.created_at`,
});

/** Of emits that named no live workspace: erasures since the first of them, in any workspace of their platforms. */
const findErasedAnywhere = statement({
  rows: { i: rowsOf<Hashed>(hashed) },
  values: { platformIds: 'text[]', since: 'text' },
  text: ({ i, platformIds, since }) => `
    SELECT DISTINCT i.row_id AS "rowId" FROM ${i}
    JOIN (
      SELECT e.platform_id, a.address_hash, a.erased_at FROM erasures e
      JOIN erased_addresses a ON a.workspace_id = e.workspace_id
      WHERE e.id >= ${since} AND e.platform_id = ANY(${platformIds})) a
      ON a.platform_id = i.platform_id AND a.address_hash = i.hash AND a.erased_at >= i.created_at`,
});

interface OfRow {
  readonly rowId: string;
}

/** Returns the facts of each row, in order. Who was erased is asked last: the rows are written next. */
export async function findFacts(
  db: Pick<Db, 'pool' | 'isCluster'>,
  rows: readonly RefusedEmitRow[],
): Promise<readonly RefusalFacts[]> {
  const { rows: found } = await db.pool.query<OfRow & { readonly id: string }>(findWorkspaces({ i: rows }));
  const workspaces = new Map(found.map(({ rowId, id }) => [rowId, id]));
  const placed = rows.map(
    (row): Placed => ({ ...row, workspaceId: workspaces.get(row.id) ?? null, hash: row.addressHash }),
  );
  const sought = placed.flatMap((row) => (isWithin(row) && row.hash === null && row.contact !== null ? [row] : []));
  const contacts = await ofEachWorkspace(db, sought, workspaceOf, async (some, form) => {
    const asked = await db.pool.query<OfRow & { readonly hash: Buffer }>(form(findContacts)({ i: some }));
    return asked.rows;
  });
  const hashes = new Map(contacts.map(({ rowId, hash }) => [rowId, hash]));
  const named = placed.map((row) => ({ ...row, hash: row.hash ?? hashes.get(row.id) ?? null }));
  const erased = await findErasedRows(
    db,
    named.flatMap((row) => (row.hash === null ? [] : [{ ...row, hash: row.hash }])),
  );
  return named.map(({ id, workspaceId, hash }) => ({ workspaceId, hash, erased: erased.has(id) }));
}

const workspaceOf = ({ workspaceId }: Within) => workspaceId;
const isWithin = (row: Placed): row is Within => row.workspaceId !== null;

async function findErasedRows(
  db: Pick<Db, 'pool' | 'isCluster'>,
  rows: readonly Hashed[],
): Promise<ReadonlySet<string>> {
  const ask = async (some: readonly (Hashed & Within)[], form: Form) =>
    (await db.pool.query<OfRow>(form(findErased)({ i: some }))).rows;
  const within = rows.flatMap((row) => (isWithin(row) ? [row] : []));
  const erased = [...(await ofEachWorkspace(db, within, workspaceOf, ask))];
  const anywhere = rows.filter((row) => !isWithin(row));
  const [first] = anywhere.map(({ id }) => id.slice(0, 10)).sort();
  if (first !== undefined) {
    const platformIds = [...new Set(anywhere.map(({ platformId }) => platformId))];
    const asked = await db.pool.query<OfRow>(findErasedAnywhere({ i: anywhere, platformIds, since: first }));
    erased.push(...asked.rows);
  }
  return new Set(erased.map(({ rowId }) => rowId));
}
