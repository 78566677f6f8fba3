import type { Ctx } from '../../context.ts';
import { formOf } from '../../db/by-workspace.ts';
import { feedRows } from '../../db/feed-rows.ts';
import { feedSql } from '../../db/feed-sql.ts';
import { ofAny, statement } from '../../db/rows.ts';
import { DomainError, notFound } from '../../ground/errors/errors.ts';
import { findWebhook } from '../find-webhook.ts';
import { startRoundSql } from '../pending-sql.ts';

const restart = statement({
  values: { platformId: 'text', id: 'text', now: 'timestamptz' },
  text: ({ platformId, id, now }, only) => `
    WITH moved AS (
      UPDATE webhooks SET state = 'pending', delivered_at = NULL, failed_at = NULL
      WHERE platform_id = ${platformId} AND id = ${id}
      RETURNING platform_id, id, endpoint_id, state, attempt_number
    ), pending AS (${startRoundSql('moved', now)}
    )${
      only === ofAny
        ? `, ${feedSql({
            from: 'moved',
            topics: ['moved.endpoint_id'],
            subject: 'moved.id',
            state: 'moved.state',
            at: now,
          })}`
        : ''
    }
    SELECT FROM moved`,
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
    const { app, platformId } = ctx;
    const now = app.clock.now();
    const { rowCount } = await client.query(formOf(app.db)(restart)({ platformId, id, now }));
    if (rowCount === 0) throw notFound('webhook');
    if (app.db.isCluster()) await feedRows(client, [{ topics: [endpointId], subject: id, state: 'pending' }], now);
  });
  ctx.app.parts.deliveries.recall(ctx.platformId);
  await ctx.app.wake.ask('webhooks', [{ platformId: ctx.platformId, id: endpointId }]);
}
