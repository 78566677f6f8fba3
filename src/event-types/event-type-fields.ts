import { LRUCache } from 'lru-cache';
import type { App } from '../context.ts';
import type { EventField } from './event-field.ts';

/** Versions kept in memory, at most. They never change, so nothing has to be forgotten. */
const cachedVersions = 5_000;

const caches = new WeakMap<App, LRUCache<string, readonly EventField[]>>();

function cacheOf(app: App): LRUCache<string, readonly EventField[]> {
  const known = caches.get(app);
  if (known) return known;
  const cache = new LRUCache<string, readonly EventField[]>({ max: cachedVersions });
  caches.set(app, cache);
  return cache;
}

/** The fields of one version of an event type. */
export async function eventTypeFields(
  app: App,
  platformId: string,
  eventTypeId: string,
  version: number,
): Promise<readonly EventField[]> {
  const cache = cacheOf(app);
  const key = `${eventTypeId}:${version}`;
  const known = cache.get(key);
  if (known) return known;
  const { rows } = await app.db.pool.query<{ fields: EventField[] }>(
    'SELECT fields FROM event_type_versions WHERE platform_id = $1 AND event_type_id = $2 AND version = $3',
    [platformId, eventTypeId, version],
  );
  const fields = rows[0]?.fields ?? [];
  cache.set(key, fields);
  return fields;
}
