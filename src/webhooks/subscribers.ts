import { LRUCache } from 'lru-cache';
import type { Queryable } from '../db/connections/pool.ts';

declare module '../context.ts' {
  interface Parts {
    readonly subscribers: Subscribers;
  }
}

/** Platforms whose endpoints are kept in memory, at most. */
const platformsKept = 10_000;

/** An endpoint, with the webhook types that it takes. */
export interface Subscriber {
  readonly platform_id: string;
  readonly id: string;
  readonly types: readonly string[];
}

/**
 * The endpoints of platforms as this process last read them. They may have changed since: a statement that relies on
 * them compares them with the database (`missesSubscriberSql`).
 */
export type Subscribers = LRUCache<string, readonly Subscriber[]>;

export function createSubscribers(): Subscribers {
  return new LRUCache<string, readonly Subscriber[]>({ max: platformsKept });
}

/** Reads the endpoints of platforms, and keeps them. */
export async function readSubscribers(
  known: Subscribers,
  client: Queryable,
  platformIds: readonly string[],
): Promise<readonly Subscriber[]> {
  const { rows } = await client.query<Subscriber>(
    'SELECT platform_id, id, types FROM webhook_endpoints WHERE platform_id = ANY($1) AND deleted_at IS NULL',
    [platformIds],
  );
  for (const platformId of platformIds) {
    known.set(
      platformId,
      rows.filter(({ platform_id }) => platform_id === platformId),
    );
  }
  return rows;
}

/**
 * SQL: whether a live endpoint takes the webhook that a row of `causes` leads to (`platform_id`, `id` of the message,
 * `webhook_type`), and has none among the rows of `webhooks`.
 */
export const missesSubscriberSql = (causes: string, webhooks: string) => `EXISTS (
          SELECT FROM webhook_endpoints e
          WHERE e.platform_id = ${causes}.platform_id AND e.deleted_at IS NULL AND ${causes}.webhook_type = ANY(e.types)
            AND NOT EXISTS (SELECT FROM ${webhooks} w WHERE w.message_id = ${causes}.id AND w.endpoint_id = e.id))`;
