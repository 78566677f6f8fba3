import type { Ctx } from '../../context.ts';
import { DomainError, notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';
import { lockWebhookSettings } from '../endpoints/lock-webhook-settings.ts';

/** Revokes a signing secret. Refuses `not_found`, and `last_secret_in_use` for the last while an endpoint exists. */
export async function deleteSecret(ctx: Ctx, id: string): Promise<void> {
  if (!isId(id)) throw notFound('secret');
  await ctx.app.db.transaction(async (client) => {
    const { endpoints, secrets } = await lockWebhookSettings(client, ctx);
    const { rowCount } = await client.query('DELETE FROM webhook_secrets WHERE platform_id = $1 AND id = $2', [
      ctx.platformId,
      id,
    ]);
    if (rowCount === 0) throw notFound('secret');
    // The error rolls the transaction back, so the row stays.
    if (secrets === 1 && endpoints > 0) throw new DomainError('last_secret_in_use');
  });
  ctx.app.parts.deliveries.recall(ctx.platformId);
}
