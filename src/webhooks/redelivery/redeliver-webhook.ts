import type { Ctx } from '../../context.ts';
import { feedSql } from '../../db/feed-sql.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import { findWebhook } from '../find-webhook.ts';
import { setPendingSql } from '../pending-sql.ts';

const fedFromMoved = feedSql({
  from: 'moved',
  topics: ['moved.endpoint_id'],
  subject: 'moved.id',
  state: 'moved.state',
  at: 'moved.due_at',
});

/**
 * Sends a webhook again now, under the same id, with a fresh round of retries (docs/rules.md#redelivery). Refuses
 * `not_found`, `endpoint_deleted`.
 */
export async function redeliverWebhook(ctx: Ctx, id: string): Promise<void> {
  const { endpointId } = await findWebhook(ctx, id);
  await ctx.app.db.transaction(async (client) => {
    // Redeliveries share this lock. A deletion of the endpoint comes wholly before or wholly after.
    const { rows } = await client.query<{ deleted: boolean }>(
      `SELECT deleted_at IS NOT NULL AS deleted FROM webhook_endpoints
       WHERE platform_id = $1 AND id = $2 FOR SHARE`,
      [ctx.platformId, endpointId],
    );
    if (rows[0]?.deleted !== false) throw new DomainError('endpoint_deleted');
    // The new attempt number overtakes an attempt under way: its result is kept, and no longer decides.
    const { rowCount } = await client.query(
      `WITH moved AS (
         UPDATE webhooks
         SET state = 'pending', round_started_at = $3, round_attempts = 0, attempt_number = attempt_number + 1,
             due_at = $3, lease_until = NULL, delivered_at = NULL, failed_at = NULL
         WHERE platform_id = $1 AND id = $2
         RETURNING platform_id, id, endpoint_id, state, due_at, round_started_at
       ), pending AS (${setPendingSql('moved')}
       ), ${fedFromMoved}
       SELECT FROM moved`,
      [ctx.platformId, id, ctx.app.clock.now()],
    );
    if (rowCount === 0) throw notFound('webhook');
  });
  ctx.app.parts.deliveries.recall(ctx.platformId);
  await ctx.app.wake.ask('webhooks', [{ platformId: ctx.platformId, id: endpointId }]);
}
