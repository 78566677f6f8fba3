import type { Prisma, RefusedEmit } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { listWork } from '../../db/list-work.ts';
import { allOf, gather, readByIndexes, rowsOfIndex, type Sql, walk } from '../../db/walk.ts';
import { invalid } from '../../ground/errors.ts';
import { idAt } from '../../ground/ids.ts';
import { isStorable } from '../../ground/input.ts';
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
} from '../../ground/keyset.ts';
import { keptSince, refusedEmitLifetime } from '../../retention/lifetimes.ts';
import { findWorkspace } from '../../workspaces/find-workspace.ts';

/** The filter of a list of refused emits; null and absent values mean any. */
export interface RefusedEmitFilter {
  /** Id of a workspace, or `ref:<reference>`. */
  readonly workspace?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  /** Id of an API key. */
  readonly apiKey?: string | null | undefined;
  /** Name of an event type, as the requests had it. */
  readonly eventType?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly from?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

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
  const { workspace, requestId, apiKey, eventType, code, from, until } = filter;
  const texts = { workspace, requestId, apiKey, eventType, code };
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') throw invalid({ [`filter.${name}`]: ['must not be empty'] });
  }
  const workspaceId = workspace == null ? null : (await findWorkspace(ctx, workspace, { select: { id: true } })).id;
  if (Object.values(texts).some((text) => typeof text === 'string' && !isStorable(text))) return { ids: [], end: null };
  // A row of that very time has expired.
  const since = new Date(keptSince(refusedEmitLifetime, app.clock.now()).getTime() + 1);
  const page = within(given, idAt(from && from > since ? from : since), until ? idAt(until) : null);
  const equal = (column: string, value: string | null | undefined): readonly Sql[] =>
    value == null ? [] : [(bind) => `${column} = ${bind(value)}`];
  const filters = [
    ...equal('c.workspace_id', workspaceId),
    ...equal('c.request_id', requestId),
    ...equal('c.api_key_id', apiKey),
    ...equal('c.event_type', eventType),
    ...equal('c.code', code),
  ];
  const columns = ['c.workspace_id', 'c.request_id', 'c.api_key_id', 'c.event_type', 'c.code'];
  const ofPlatform = { column: 'c.platform_id', value: platformId };
  const index = { from: 'refused_emits c', alias: 'c', prefix: [ofPlatform], key: 'c.id', columns };
  const keep = filters.length === 0 ? {} : { keep: allOf(filters) };
  const { candidates: most, further } = listWork;
  return readByIndexes(app.db, async (client) => {
    const ofRequest = {
      from: 'refused_emits c',
      prefix: [ofPlatform, { column: 'c.request_id', value: requestId ?? '' }],
    };
    const candidates: Sql = (bind) => rowsOfIndex(ofRequest, ['c.id', ...columns].join(', '), bind);
    const known = requestId == null ? null : await gather(client, { page, candidates, rows: most, ...keep });
    return known ?? walk(client, index, { page, rows: filters.length === 0 ? page.take : further, ...keep });
  });
}
