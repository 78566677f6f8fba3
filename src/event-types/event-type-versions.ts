import { LRUCache } from 'lru-cache';
import type { Db } from '../db/connections/pool.ts';
import { withoutReadBudget } from '../ground/lists/read-budget.ts';
import type { EventField } from './event-field.ts';

declare module '../context.ts' {
  interface Parts {
    readonly eventTypeVersions: EventTypeVersions;
  }
}

/** Versions kept in memory, at most. A version never changes, so no entry becomes stale. */
const versionsKept = 5_000;
/** Characters of their fields as JSON, at most: fallbacks that were saved before they had a limit are large. */
const charactersKept = 32 * 1024 * 1024;

export interface EventTypeVersion {
  readonly platformId: string;
  readonly eventTypeId: string;
  readonly version: number;
}

/** The fields of event types, by id and version. */
export type EventTypeVersions = LRUCache<string, readonly EventField[], EventTypeVersion>;

export function createEventTypeVersions(db: Db): EventTypeVersions {
  return new LRUCache<string, readonly EventField[], EventTypeVersion>({
    max: versionsKept,
    maxSize: charactersKept,
    sizeCalculation: (fields) => JSON.stringify(fields).length,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { platformId, eventTypeId, version } }) {
      const { rows } = await withoutReadBudget(() =>
        db.pool.query<{ fields: EventField[] }>(
          'SELECT fields FROM event_type_versions WHERE platform_id = $1 AND event_type_id = $2 AND version = $3',
          [platformId, eventTypeId, version],
        ),
      );
      return rows[0]?.fields ?? [];
    },
  });
}
