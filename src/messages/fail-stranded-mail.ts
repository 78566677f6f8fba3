import type { App } from '../context.ts';
import { moveToFailed, rowsABatch } from './move-to-failed.ts';

/**
 * Fails the mail that a platform queued for a sending domain that it has no more (decisions, section 4), in bounded
 * batches. To be called after the change has committed. Whatever slips in beside it, or is left behind if the process
 * dies here, fails the same way at its next attempt.
 */
export async function failStrandedMail(app: App, platformId: string): Promise<void> {
  for (;;) {
    const { count, endpoints } = await app.db.transaction((client) =>
      moveToFailed(
        app,
        client,
        'domain_not_sendable',
        `SELECT workspace_id, id FROM messages
         WHERE platform_id = $3 AND state = 'queued' AND simulation IS NULL
           AND sending_domain_id IS DISTINCT FROM (SELECT d.id FROM sending_domains d WHERE d.platform_id = $3)
         LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED`,
        [platformId],
      ),
    );
    await app.wake.ask('webhooks', endpoints);
    if (count < rowsABatch) return;
  }
}
