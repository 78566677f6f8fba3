import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type TopicDecision, withDecision } from '../topics/contact-topics.ts';
import type { TurnKey } from '../turns/jobs.ts';
import type { DepartureRow } from './departure.ts';
import { type RecordedMove, recordMove } from './record-move.ts';

interface TopicMove extends Pick<RecordedMove, 'source' | 'at' | 'now' | 'webhook'> {
  readonly topic: string;
  /** Null: the topic follows the marketing state, as if nothing had been decided of it. */
  readonly after: TopicDecision | null;
}

/** Writes what a person decided of one topic: the contact, the history and the webhooks. Returns the endpoints to wake. */
export async function moveTopic(
  app: App,
  client: Queryable,
  before: DepartureRow,
  { topic, after, ...move }: TopicMove,
): Promise<readonly TurnKey[]> {
  const topics = withDecision(before.topics, topic, after);
  await client.query('UPDATE contacts SET topics = $3, updated_at = $4 WHERE workspace_id = $1 AND id = $2', [
    before.workspaceId,
    before.id,
    Object.keys(topics).length === 0 ? null : JSON.stringify(topics),
    move.now,
  ]);
  const known = before.topics?.[topic];
  return recordMove(app, client, before, {
    topic,
    state: after?.state ?? before.status,
    replacedState: known?.state ?? before.status,
    replacedAt: known ? new Date(known.at) : null,
    ...move,
  });
}
