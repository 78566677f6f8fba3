import type { Prisma, RefusedEmit } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { filterColumns, filterSql } from '../../db/lists/filter-sql.ts';
import { listWork } from '../../db/lists/list-work.ts';
import { textBelow, textRangeSql } from '../../db/lists/text-range.ts';
import { allOf, gather, type IndexColumn, readByIndexes, rowsOfIndex, type Sql, walk } from '../../db/lists/walk.ts';
import { idAt } from '../../ground/ids.ts';
import { checkFilterTexts } from '../../ground/lists/filter-texts.ts';
import {
  type Counted,
  countOf,
  type Keyset,
  keyset,
  type ListPart,
  type PageWindow,
  partOf,
  wholeList,
  within,
} from '../../ground/lists/keyset.ts';
import { textsOf, wantedOf } from '../../ground/lists/list-filters.ts';
import { keptSince, refusedEmitLifetime } from '../../retention/lifetimes.ts';
import { findWorkspace } from '../../tenant/find-workspace.ts';
import { type RefusedEmitFilter, refusedEmitFilters, type WantedRefusal } from './refused-emit-filters.ts';

/** Returns the refused emits of the last days that match the filter, newest first. Rejects with `not_found`. */
export async function listRefusedEmits(
  ctx: Ctx,
  filter: RefusedEmitFilter,
  window: PageWindow,
  query: Prisma.RefusedEmitDefaultArgs = {},
): Promise<ListPart<RefusedEmit>> {
  const page = keyset(window, 'desc');
  const found = await findRefused(ctx, filter, page);
  const { platformId, app } = ctx;
  const rows = await app.db.prisma.refusedEmit.findMany({
    ...query,
    where: { platformId, id: { in: [...found.ids] } },
    orderBy: { id: page.direction },
  });
  return partOf(rows, found);
}

/** Counts the rows that `listRefusedEmits` lists, up to `limit`. */
export async function countRefusedEmits(ctx: Ctx, filter: RefusedEmitFilter, limit: number): Promise<Counted> {
  return countOf(await findRefused(ctx, filter, wholeList(limit)));
}

async function findRefused(ctx: Ctx, filter: RefusedEmitFilter, given: Keyset) {
  const { app, platformId } = ctx;
  const { workspace, from, until } = filter;
  const mayMatch = checkFilterTexts(textsOf(refusedEmitFilters, filter));
  const workspaceId = workspace == null ? null : (await findWorkspace(ctx, workspace, { select: { id: true } })).id;
  if (!mayMatch) return { ids: [], end: null };
  // A row of that very time has expired.
  const since = new Date(keptSince(refusedEmitLifetime, app.clock.now()).getTime() + 1);
  const page = within(given, idAt(from && from > since ? from : since), until ? idAt(until) : null);
  const wanted = wantedOf<WantedRefusal>(refusedEmitFilters, filter, app.secrets.addressHash);
  const filters = filterSql(refusedEmitFilters, { ...wanted, workspaceId });
  const columns = filterColumns(refusedEmitFilters);
  const ofPlatform = { column: 'c.platform_id', value: platformId };
  const index = { from: 'refused_emits c', alias: 'c', prefix: [ofPlatform], key: 'c.id', columns };
  const keep = filters.length === 0 ? {} : { keep: allOf(filters) };
  const { candidates: most, further } = listWork;
  return readByIndexes(app.db, async (client) => {
    const candidates = candidatesOf(wanted, platformId, ['c.id', ...columns].join(', '));
    if (candidates !== null) {
      const known = await gather(client, { page, candidates, rows: most, ...keep });
      if (known !== null) return known;
    }
    return walk(client, index, { page, rows: filters.length === 0 ? page.take : further, ...keep });
  });
}

/** The rows of the index that has the fewest; null: none has the wanted values. */
function candidatesOf(wanted: WantedRefusal, platformId: string, found: string): Sql | null {
  const { keyStart } = wanted;
  const ofPlatform = { column: 'c.platform_id', value: platformId };
  const named = indexedColumnOf(wanted);
  if (named !== null) {
    return (bind) => rowsOfIndex({ from: 'refused_emits c', prefix: [ofPlatform, named] }, found, bind);
  }
  if (keyStart === null || textBelow(keyStart) === null) return null;
  return (bind) => `SELECT ${found} FROM refused_emits c
    WHERE c.platform_id = ${bind(platformId)} AND ${textRangeSql('c.idempotency_key', keyStart, bind)}
    ORDER BY c.platform_id, c.idempotency_key`;
}

/** The wanted value that an index finds, and that the fewest rows have; null: none. */
function indexedColumnOf({ requestId, idempotencyKey, addressHash }: WantedRefusal): IndexColumn | null {
  if (requestId !== null) return { column: 'c.request_id', value: requestId };
  if (idempotencyKey !== null) return { column: 'c.idempotency_key', value: idempotencyKey };
  return addressHash === null ? null : { column: 'c.address_hash', value: addressHash, type: 'bytea' };
}
