import type { Ctx } from '../context.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { checkPrecondition, type Precondition, requirePrecondition } from '../ground/input/precondition.ts';
import { apart, currentStates, scheduledSql, stateIn } from '../messages/states/message-states.ts';
import { eventTypeTag } from './event-type-tag.ts';
import { findEventType } from './find-event-type.ts';

/**
 * Deletes an event type with its template (docs/rules.md#event-type-deletion). Its events and messages stay until their
 * retention ends. Rejects with `not_found`, `precondition_failed`, `event_type_in_use`.
 */
export async function deleteEventType(ctx: Ctx, name: string, ifMatch?: Precondition): Promise<void> {
  checkPrecondition(ifMatch);
  const { id } = await findEventType(ctx, name);
  await ctx.app.db.transaction(async (client) => {
    // FOR UPDATE waits for emits under way, whose foreign keys hold a key-share lock on the row.
    const locked = await client.query<{ currentVersion: number }>(
      `SELECT current_version AS "currentVersion" FROM event_types
       WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE`,
      [ctx.platformId, id],
    );
    const [found] = locked.rows;
    if (!found) throw notFound('eventType');
    requirePrecondition(ifMatch, eventTypeTag({ id, ...found }));
    const { rows } = await client.query<{ used: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM messages
         WHERE platform_id = $1 AND event_type_id = $2 AND ${apart(stateIn('state', currentStates))}
       ) OR EXISTS (
         SELECT 1 FROM messages WHERE platform_id = $1 AND event_type_id = $2 AND ${scheduledSql('state')}
       ) AS used`,
      [ctx.platformId, id],
    );
    if (rows[0]?.used) throw new DomainError('event_type_in_use');
    await client.query('UPDATE event_types SET deleted_at = $3 WHERE platform_id = $1 AND id = $2', [
      ctx.platformId,
      id,
      ctx.app.clock.now(),
    ]);
    await client.query('DELETE FROM template_drafts WHERE platform_id = $1 AND event_type_id = $2', [
      ctx.platformId,
      id,
    ]);
  });
}
