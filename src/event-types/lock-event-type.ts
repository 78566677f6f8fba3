import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { EventTypeExample } from './event-type-examples.ts';
import { mayNameEventType } from './event-type-name.ts';

export interface LockedEventType {
  readonly id: string;
  readonly currentVersion: number;
  /** Null while the event type has no template. */
  readonly templateVersion: number | null;
  readonly contentDays: number | null;
  /** Key of the topic of its mail; null: transactional mail. */
  readonly topic: string | null;
  readonly examples: readonly EventTypeExample[] | null;
}

/**
 * Locks the live event type `name` until the transaction ends, so that saves of its fields and of its template run one
 * after the other. Returns null when there is none. Emits hold only a key-share lock on the row and do not wait.
 */
export async function lockEventType(client: Queryable, ctx: Ctx, name: string): Promise<LockedEventType | null> {
  if (!mayNameEventType(name)) return null;
  const { rows } = await client.query<LockedEventType>(
    `SELECT id, current_version AS "currentVersion", template_version AS "templateVersion",
            content_days AS "contentDays", topic, examples
     FROM event_types WHERE platform_id = $1 AND name = $2 AND deleted_at IS NULL
     FOR NO KEY UPDATE`,
    [ctx.platformId, name],
  );
  return rows[0] ?? null;
}
