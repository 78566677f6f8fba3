import type { BounceKind, MessageState } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { invalid } from '../../ground/errors.ts';
import { isStorable } from '../../ground/input.ts';
import { eventLifetime, keptSince } from '../../retention/lifetimes.ts';
import { liveWorkspaceIds } from '../../tenant/live-workspace-ids.ts';
import type { FailureReason } from '../outcomes/message-outcome.ts';
import type { MessageQuestion } from './message-question.ts';

/** The filter of a list of messages; null and absent values mean any. */
export interface MessageFilter {
  readonly state?: MessageState | null | undefined;
  /** One of these states. */
  readonly states?: readonly MessageState[] | null | undefined;
  /** The whole address, in any case. */
  readonly recipient?: string | null | undefined;
  /** Id of a contact, deleted contacts included. */
  readonly contact?: string | null | undefined;
  /** Name of an event type. */
  readonly eventType?: string | null | undefined;
  /** Id of a saved version. */
  readonly templateVersion?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly bounce?: BounceKind | null | undefined;
  readonly reason?: FailureReason | null | undefined;
  readonly simulated?: boolean | null | undefined;
  /** Emits of this time or later. */
  readonly from?: Date | null | undefined;
  /** Emits before this time. */
  readonly until?: Date | null | undefined;
}

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
  const { recipient, contact, eventType, templateVersion, idempotencyKey } = filter;
  const texts = { recipient, contact, eventType, templateVersion, idempotencyKey };
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') throw invalid({ [`filter.${name}`]: ['must not be empty'] });
  }
  if (Object.values(texts).some((text) => typeof text === 'string' && !isStorable(text))) return null;
  if (filter.states?.length === 0) throw invalid({ 'filter.states': ['must not be empty'] });
  const wanted = statesOf(filter);
  const type = await findType(ctx, filter);
  if (wanted?.length === 0 || type === 'none') return null;
  const { clock, secrets } = ctx.app;
  const now = clock.now();
  return {
    platformId: ctx.platformId,
    workspaceIds,
    now,
    since: keptSince(eventLifetime, now),
    from: filter.from ?? null,
    until: filter.until ?? null,
    state: wanted?.length === 1 ? (wanted[0] ?? null) : null,
    states: wanted !== null && wanted.length > 1 ? wanted : null,
    addressHash: typeof recipient === 'string' ? secrets.addressHash(recipient) : null,
    contactId: contact ?? null,
    eventTypeId: type,
    templateVersionId: templateVersion ?? null,
    idempotencyKey: idempotencyKey ?? null,
    bounce: filter.bounce ?? null,
    reason: filter.reason ?? null,
    simulated: filter.simulated ?? null,
  };
}

/** The states that the filters leave; null: any. A bounce kind and a reason belong to one state each. */
function statesOf({ state, states, bounce, reason }: MessageFilter): readonly MessageState[] | null {
  const sets: readonly (readonly MessageState[])[] = [
    ...(state ? [[state]] : []),
    ...(states ? [states] : []),
    ...(bounce ? [['bounced' as const]] : []),
    ...(reason ? [['failed' as const]] : []),
  ];
  const [first, ...others] = sets;
  if (first === undefined) return null;
  return [...new Set(first)].filter((one) => others.every((other) => other.includes(one)));
}

/** Returns the id of the event type, by its name or by its template version; `none` when there is no such type. */
async function findType(
  { app, platformId }: Ctx,
  { eventType, templateVersion }: MessageFilter,
): Promise<string | null | 'none'> {
  if (eventType == null && templateVersion == null) return null;
  const { rows } = await app.db.pool.query<{ id: string }>(
    `SELECT t.id FROM event_types t
     WHERE t.platform_id = $1 AND ($2::text IS NULL OR (t.name = $2 AND t.deleted_at IS NULL))
       AND ($3::text IS NULL
            OR t.id = (SELECT v.event_type_id FROM template_versions v WHERE v.platform_id = $1 AND v.id = $3))`,
    [platformId, eventType ?? null, templateVersion ?? null],
  );
  return rows[0]?.id ?? 'none';
}
