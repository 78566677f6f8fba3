import type pg from 'pg';
import { addPendingSql } from '../../src/webhooks/pending-sql.ts';

/** Completes webhooks whose rows a test wrote by itself: the pending ones are queued, the failed ones have a time. */
export async function completeWebhooks(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `${addPendingSql("webhooks WHERE state = 'pending'", { due: 'created_at', start: 'created_at' })} ON CONFLICT DO NOTHING`,
  );
  await pool.query(
    `DELETE FROM pending_webhooks p USING webhooks h
     WHERE h.platform_id = p.platform_id AND h.id = p.id AND h.state <> 'pending'`,
  );
  await pool.query("UPDATE webhooks SET failed_at = created_at WHERE state = 'failed' AND failed_at IS NULL");
}
