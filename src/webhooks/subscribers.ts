import { LRUCache } from 'lru-cache';
import type { Queryable } from '../db/pool.ts';

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
