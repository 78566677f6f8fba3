import type { MessageState } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { invalid } from '../../ground/errors/errors.ts';
import { readMetadataFilter } from '../../ground/input/metadata.ts';
import { checkFilterTexts, namesOf } from '../../ground/lists/filter-texts.ts';
import { textsOf, wantedOf } from '../../ground/lists/list-filters.ts';
import { eventLifetime, keptSince } from '../../retention/lifetimes.ts';
import { liveWorkspaceIds } from '../../tenant/live-workspace-ids.ts';
import { type MessageFilter, messageFilters } from './message-filters.ts';
import type { MessageQuestion, WantedMessage } from './message-question.ts';

/** The rows of a list of messages. */
export interface WantedMessages extends Omit<MessageQuestion, 'page' | 'work'> {
  /** Older messages are not listed. */
  readonly since: Date;
  readonly from: Date | null;
  readonly until: Date | null;
}

interface Given {
  readonly workspace: string | null;
  readonly filter: MessageFilter;
}

/** Returns the rows that the list has; null when no row can match. */
export async function readMessageFilter(ctx: Ctx, { workspace, filter }: Given): Promise<WantedMessages | null> {
  const workspaceIds = await liveWorkspaceIds(ctx, workspace);
  if (!checkFilterTexts(textsOf(messageFilters, filter))) return null;
  if (filter.states?.length === 0) throw invalid({ 'filter.states': ['must not be empty'] });
  const wanted = statesOf(filter);
  const types = await findTypes(ctx, filter);
  if (wanted?.length === 0 || types?.length === 0) return null;
  const { clock, secrets } = ctx.app;
  const now = clock.now();
  return {
    platformId: ctx.platformId,
    workspaceIds,
    now,
    since: keptSince(eventLifetime, now),
    from: filter.from ?? null,
    until: filter.until ?? null,
    ...wantedOf<WantedMessage>(messageFilters, filter, secrets.addressHash),
    // Instead of what `wantedOf` made of them: several filters say one column.
    state: wanted?.length === 1 ? (wanted[0] ?? null) : null,
    states: wanted !== null && wanted.length > 1 ? wanted : null,
    eventTypeId: types?.length === 1 ? (types[0] ?? null) : null,
    eventTypeIds: types !== null && types.length > 1 ? types : null,
    metadata: readMetadataFilter(filter.metadata),
    recipientDomain: filter.recipientDomain?.toLowerCase() ?? null,
  };
}

/** The states that the filters leave; null: any. A bounce kind and a reason belong to one state each. */
function statesOf({ state, states, bounce, reason }: MessageFilter): readonly MessageState[] | null {
  const sets: readonly (readonly MessageState[])[] = [
    ...(state ? [[state]] : []),
    ...(states ? [states] : []),
    ...(bounce ? [[messageFilters.bounce.state]] : []),
    ...(reason ? [[messageFilters.reason.state]] : []),
  ];
  const [first, ...others] = sets;
  if (first === undefined) return null;
  return [...new Set(first)].filter((one) => others.every((other) => other.includes(one)));
}

/** Returns the ids of the event types, by their names or by a template version; null: any. */
async function findTypes({ app, platformId }: Ctx, filter: MessageFilter): Promise<readonly string[] | null> {
  const names = namesOf(filter.eventType, filter.eventTypes);
  const { templateVersion = null } = filter;
  if (names === null && templateVersion === null) return null;
  const { rows } = await app.db.pool.query<{ id: string }>(
    `SELECT t.id FROM event_types t
     WHERE t.platform_id = $1 AND ($2::text[] IS NULL OR (t.name = ANY($2) AND t.deleted_at IS NULL))
       AND ($3::text IS NULL
            OR t.id = (SELECT v.event_type_id FROM template_versions v WHERE v.platform_id = $1 AND v.id = $3))`,
    [platformId, names, templateVersion],
  );
  return rows.map(({ id }) => id);
}
