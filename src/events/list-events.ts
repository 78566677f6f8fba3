import type { Ctx } from '../context.ts';
import { parallelParts } from '../db/lists/list-work.ts';
import { countParts } from '../db/lists/merge-walks.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { invalid } from '../ground/errors/errors.ts';
import { idAt } from '../ground/ids.ts';
import { readMetadataFilter } from '../ground/input/metadata.ts';
import { checkFilterTexts, namesOf } from '../ground/lists/filter-texts.ts';
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
} from '../ground/lists/keyset.ts';
import { textsOf, wantedOf } from '../ground/lists/list-filters.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { liveWorkspaceIds } from '../tenant/live-workspace-ids.ts';
import type { EmitRecord } from './emit-record.ts';
import { type EventFilter, eventFilters, type WantedEvent } from './event-filters.ts';
import { type EventQuestion, eventIndex, findEventIds } from './find-event-ids.ts';
import { findEventRecords } from './find-event-records.ts';

/** A list of events. */
export interface EventList {
  /** Id of a workspace, or `ref:<reference>`; null: every live workspace of the platform. */
  readonly workspace: string | null;
  readonly filter: EventFilter;
  readonly order: 'asc' | 'desc';
}

/**
 * Returns the kept events that match the filter (docs/rules.md#list-work), without their payloads. Rejects with
 * `not_found`, and rejects an empty filter.
 */
export async function listEvents(ctx: Ctx, list: EventList, window: PageWindow): Promise<ListPart<EmitRecord>> {
  const question = await questionOf(ctx, list, keyset(window, list.order));
  if (question === null) return { rows: [], end: null };
  const found = await readByIndexes(ctx.app.db, (client) => findEventIds(client, question));
  const records = new Map((await findEventRecords(ctx, found.ids)).map((record) => [record.id, record]));
  return partOf(
    found.ids.flatMap((id) => records.get(id) ?? []),
    found,
  );
}

/** Counts the events that `listEvents` lists, up to `limit`. */
export async function countEvents(ctx: Ctx, list: EventList, limit: number): Promise<Counted> {
  const question = await questionOf(ctx, list, wholeList(limit));
  if (question === null) return 0;
  const { workspaceId, page } = question;
  const isFiltered = Object.values({ ...list.filter, from: null, until: null }).some((value) => value != null);
  return readByIndexes(ctx.app.db, async (client) =>
    workspaceId !== null && !isFiltered
      ? countParts(client, { parts: [workspaceId], index: () => eventIndex(workspaceId), page })
      : countOf(await findEventIds(client, question)),
  );
}

/** Returns what a page has to read; null when no row can match. */
async function questionOf(ctx: Ctx, { workspace, filter }: EventList, page: Keyset): Promise<EventQuestion | null> {
  const workspaceIds = await liveWorkspaceIds(ctx, workspace);
  const { from, until } = filter;
  if (!checkFilterTexts(textsOf(eventFilters, filter))) return null;
  const names = namesOf(filter.eventType, filter.eventTypes);
  const types = await readTypes(ctx, names);
  if (names !== null && types.length === 0) return null;
  const wanted = names === null ? [] : types;
  const now = ctx.app.clock.now();
  const since = keptSince(eventLifetime, now);
  return {
    platformId: ctx.platformId,
    workspaceId: workspace === null ? null : (workspaceIds?.[0] ?? null),
    workspaceIds,
    eventTypeIds: types,
    ...wantedOf<WantedEvent>(eventFilters, filter, ctx.app.secrets.addressHash),
    eventTypeId: wanted.length === 1 ? (wanted[0] ?? null) : null,
    oneOfTypes: wanted.length > 1 ? wanted : null,
    metadata: readMetadataFilter(filter.metadata),
    now,
    page: within(page, idAt(from && from > since ? from : since), until ? idAt(until) : null),
  };
}

/** Returns the live types with the names, or all types of the platform. */
async function readTypes({ app, platformId }: Ctx, names: readonly string[] | null): Promise<readonly string[]> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `SELECT id FROM event_types WHERE platform_id = $1 AND ($2::text[] IS NULL OR (name = ANY($2) AND deleted_at IS NULL))
     ORDER BY id LIMIT $3`,
    [platformId, names, parallelParts.most + 1],
  );
  if (rows.length > parallelParts.most) {
    throw invalid({ workspace: [`is required on a platform with more than ${parallelParts.most} event types`] });
  }
  return rows.map(({ id }) => id);
}
