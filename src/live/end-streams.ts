import type { Db } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import type { Clock } from '../ground/time/clock.ts';
import { keyFault } from '../platforms/keys/key-fault.ts';
import { type LiveStream, resumable } from './streams.ts';

/** A stream and what it follows. */
export interface FollowedTopic {
  readonly topic: string;
  /** The only workspace whose changes the stream shows; null: the topic has no other. */
  readonly only: string | null;
  /** Null: a timeline, whose cursor does not depend on the watch. */
  readonly incarnation: string | null;
  readonly stream: LiveStream;
}

const findEnded = statement({
  name: 'find-ended-streams',
  rows: {
    i: rowsOf<FollowedTopic>(
      {
        platform_id: ['text', ({ stream }) => stream.platformId],
        api_key_id: ['text', ({ stream }) => stream.apiKeyId],
        scopes: ['text', ({ stream }) => stream.scopes.join(' ')],
        topic: ['text', ({ topic }) => topic],
        workspace: ['text', ({ topic, only }) => only ?? topic],
        incarnation: ['text', ({ incarnation }) => incarnation],
      },
      { ordinality: true },
    ),
  },
  values: { now: 'timestamptz' },
  text: ({ i, now }) => `
    SELECT position::int AS place, fault FROM (
      SELECT i.position, CASE
        WHEN i.api_key_id IS NOT NULL
          AND (k.id IS NULL OR k.revoked_at IS NOT NULL OR k.expires_at <= ${now}) THEN 'key'
        WHEN k.suspended_at IS NOT NULL THEN 'platform'
        WHEN NOT k.scopes::text[] @> string_to_array(i.scopes, ' ') THEN 'scopes'
        WHEN EXISTS (
          SELECT FROM workspaces w
          WHERE w.platform_id = i.platform_id AND w.id = i.workspace AND w.deleted_at IS NOT NULL) THEN 'workspace'
        WHEN EXISTS (
          SELECT FROM webhook_endpoints e
          WHERE e.platform_id = i.platform_id AND e.id = i.topic AND e.deleted_at IS NOT NULL) THEN 'endpoint'
        WHEN i.incarnation IS NOT NULL AND NOT EXISTS (
          SELECT FROM live_watches l WHERE l.topic = i.topic AND l.incarnation = i.incarnation) THEN 'watch'
      END AS fault
      FROM ${i} LEFT JOIN api_keys k ON k.platform_id = i.platform_id AND k.id = i.api_key_id) judged
    WHERE fault IS NOT NULL`,
});

type Fault = 'key' | 'platform' | 'scopes' | 'workspace' | 'endpoint' | 'watch';

/**
 * Ends the streams whose key was revoked, has expired or lost a scope, whose platform was suspended, whose topic was
 * deleted, or whose changes are recorded no more.
 */
export async function endStreams(db: Db, clock: Clock, followed: readonly FollowedTopic[]): Promise<void> {
  const { rows } = await db.pool.query<{ place: number; fault: Fault }>(findEnded({ i: followed, now: clock.now() }));
  for (const { place, fault } of rows) followed[place - 1]?.stream.end(errorOf(fault));
}

function errorOf(fault: Fault): DomainError {
  switch (fault) {
    case 'key':
      return keyFault('notInForce');
    case 'platform':
      return new DomainError('platform_suspended');
    case 'scopes':
      return new DomainError('forbidden', 'The API key has lost a scope that it had when the subscription began.');
    case 'workspace':
    case 'endpoint':
      return notFound(fault);
    case 'watch':
      return resumable('The changes of this subscription are recorded no more.');
  }
}
