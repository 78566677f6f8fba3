import type { App } from '../../context.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';

/**
 * Makes claimed webhooks of one endpoint due again that no attempt was made at; the claims spend nothing of their round.
 * Never rejects: without the database the leases run out.
 */
export async function returnWebhooks(app: App, webhooks: readonly ClaimedWebhook[]): Promise<void> {
  const [first] = webhooks;
  if (!first) return;
  try {
    await app.db.pool.query(makeDue({ i: webhooks }));
  } catch (error) {
    app.log.warn({ err: error, endpoint: first.endpointId }, 'could not return webhooks; their leases run out');
  }
  app.parts.turns.webhooks.ask({ platformId: first.platformId, id: first.endpointId });
}

const makeDue = statement({
  name: 'return-webhooks',
  rows: {
    i: rowsOf<ClaimedWebhook>({
      platform_id: ['text', ({ platformId }) => platformId],
      id: ['text', ({ id }) => id],
      attempt_number: ['int', ({ attemptNumber }) => attemptNumber],
    }),
  },
  // The attempt number stays: a later claim must not get the number of this one.
  text: ({ i }) => `
    UPDATE pending_webhooks p SET lease_until = NULL, round_attempts = p.round_attempts - 1
    FROM (
      SELECT p.platform_id, p.id
      FROM ${i}
      JOIN pending_webhooks p ON p.platform_id = i.platform_id AND p.id = i.id AND p.attempt_number = i.attempt_number
      -- A locked row is being failed or redelivered, which ends the claim too.
      FOR NO KEY UPDATE OF p SKIP LOCKED
    ) ours
    WHERE p.platform_id = ours.platform_id AND p.id = ours.id`,
});
