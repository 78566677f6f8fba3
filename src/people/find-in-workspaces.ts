/** What the workspaces of a platform hold about one address, in the order of the workspaces. */
import type { Contact, ErasedAddress, Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { parallelParts } from '../db/lists/list-work.ts';
import { isInIndex, readByIndexes, type WalkedIndex, walk } from '../db/lists/walk.ts';
import {
  type Counted,
  countOf,
  type Keyset,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
} from '../ground/lists/keyset.ts';
import { findErasuresOf } from './find-erasures-of.ts';

/** What the erasure of an address left in one workspace. */
export interface ErasedPlace extends Pick<ErasedAddress, 'workspaceId' | 'erasedAt'> {
  /** Null where no request of that time is recorded. */
  readonly erasureId: string | null;
}

type Table = 'contacts' | 'erased_addresses';

/** A page of the contacts that hold an address, one for each workspace. A cursor is the id of a workspace. */
export async function listContactsOf(
  ctx: Ctx,
  addressHash: Uint8Array<ArrayBuffer>,
  window: PageWindow,
  query: Prisma.ContactDefaultArgs = {},
): Promise<ListPart<Contact>> {
  const page = keyset(window, 'asc');
  const found = await findWorkspaces(ctx, 'contacts', addressHash, page);
  const rows = await ctx.app.db.prisma.contact.findMany({
    ...query,
    where: { workspaceId: { in: [...found.ids] }, addressHash },
    orderBy: { workspaceId: page.direction },
  });
  return partOf(rows, found);
}

/** A page of what erasures of an address left, one row for each workspace. */
export async function listErasedAddresses(
  ctx: Ctx,
  addressHash: Uint8Array<ArrayBuffer>,
  window: PageWindow,
): Promise<ListPart<ErasedPlace>> {
  const page = keyset(window, 'asc');
  const found = await findWorkspaces(ctx, 'erased_addresses', addressHash, page);
  const rows = await ctx.app.db.prisma.erasedAddress.findMany({
    where: { workspaceId: { in: [...found.ids] }, addressHash },
    orderBy: { workspaceId: page.direction },
  });
  const erasures = new Map((await findErasuresOf(ctx, rows)).map(({ id, erasureId }) => [id, erasureId]));
  return partOf(
    rows.map(({ workspaceId, erasedAt }) => ({
      workspaceId,
      erasedAt,
      erasureId: erasures.get(workspaceId) ?? null,
    })),
    found,
  );
}

/** Counts the workspaces that hold a row about the address, up to `limit`. */
export async function countWorkspacesOf(
  ctx: Ctx,
  table: Table,
  addressHash: Uint8Array,
  limit: number,
): Promise<Counted> {
  const page = { ...wholeList(limit), direction: 'asc' } as const;
  return countOf(await findWorkspaces(ctx, table, addressHash, page));
}

/** Walks the live workspaces of the platform, and looks the address up in each. */
function findWorkspaces({ app, platformId }: Ctx, table: Table, addressHash: Uint8Array, page: Keyset) {
  const index: WalkedIndex = {
    from: 'workspaces c',
    alias: 'c',
    prefix: [{ column: 'c.platform_id', value: platformId }],
    only: 'c.deleted_at IS NULL',
    key: 'c.id',
  };
  const prefix = [
    { column: 'k.workspace_id', sql: 'c.id' },
    { column: 'k.address_hash', value: addressHash, type: 'bytea' },
  ];
  return readByIndexes(app.db, (client) =>
    walk(client, index, {
      page,
      keep: (bind) => isInIndex({ from: `${table} k`, prefix }, bind),
      rows: parallelParts.most,
    }),
  );
}
