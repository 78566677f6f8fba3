import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { moveToFailed, rowsABatch } from './move-to-failed.ts';
import { lostLeasesMax } from './suspects.ts';

/**
 * Fails the messages whose attempts ended their process again and again, rather than to claim them for ever. Gives the
 * endpoints to ask turns for once the transaction has committed.
 */
export async function failPoison(app: App, client: Queryable) {
  const { count, endpoints } = await moveToFailed(
    app,
    client,
    'render_failed',
    `SELECT workspace_id, id FROM messages WHERE state = 'queued' AND lost_leases >= $3
     LIMIT ${rowsABatch} FOR NO KEY UPDATE SKIP LOCKED`,
    [lostLeasesMax],
  );
  if (count > 0) app.log.error({ messages: count }, 'messages failed whose attempts ended their process');
  return endpoints;
}
