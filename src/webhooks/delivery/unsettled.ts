/**
 * Webhooks of a cluster that are there before what they tell of: the coordinator commits first, and then the worker
 * (docs/rules.md#two-phase-commit). It is a matter of a millisecond, or of a minute behind a crash.
 */
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { day } from '../../ground/time/durations.ts';
import type { FactsRow, WebhookRow } from './build-bodies.ts';
import { readToldReplies } from './told-replies.ts';

/** How long after it was recorded a webhook may wait so: what is missing then, is gone. Milliseconds. */
const settlesWithin = day;
/** Until it is claimed again; milliseconds. */
const pause = 1_000;

/** Ids of those of `rows` whose message, with its end, or whose answer is not there yet. */
export async function findUnsettled(
  client: Queryable,
  rows: readonly WebhookRow[],
  facts: ReadonlyMap<string, FactsRow>,
  now: Date,
): Promise<ReadonlySet<string>> {
  const since = now.getTime() - settlesWithin;
  const young = rows.filter(({ createdAt, messageId }) => messageId !== null && createdAt.getTime() > since);
  const replies = await readToldReplies(client, young);
  const isSettled = ({ id, type }: WebhookRow) => {
    const { state = null, endedAt = null } = facts.get(id) ?? {};
    if (type === 'message.replied') return replies.has(id);
    // A report may end what was delivered. Every other end is the last one.
    return endedAt !== null && (state !== 'delivered' || type === 'message.delivered');
  };
  return new Set(young.filter((row) => !isSettled(row)).map(({ id }) => id));
}

const putOff = statement({
  values: { platformIds: 'text[]', ids: 'text[]', again: 'timestamptz' },
  // The attempt number stays: a later claim must not get the number of this one.
  text: ({ platformIds, ids, again }) => `
  UPDATE pending_webhooks SET lease_until = NULL, round_attempts = round_attempts - 1, due_at = ${again}
  WHERE platform_id = ANY(${platformIds}) AND id = ANY(${ids})`,
});

/** Makes claimed webhooks due a second later; the claims spend nothing of their round. */
export async function putOffUnsettled(
  client: Queryable,
  platformIds: readonly string[],
  ids: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  if (ids.size === 0) return;
  await client.query(putOff({ platformIds, ids: [...ids], again: new Date(now.getTime() + pause) }));
}
