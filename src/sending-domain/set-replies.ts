import type { App } from '../context.ts';
import { soon } from './next-status.ts';

interface Wish {
  readonly platformId: string;
  readonly domain: string;
  readonly replies: boolean;
}

/**
 * Notes whether answers to mail of the domain are to come here (docs/rules.md#reply-address). False: the platform has
 * another domain by now.
 */
export function setReplies(app: App, { platformId, domain, replies }: Wish): Promise<boolean> {
  return app.db.transaction(async (client) => {
    const { rows } = await client.query<{ id: string; takesReplies: boolean | null }>(
      `SELECT id, takes_replies AS "takesReplies" FROM sending_domains
       WHERE platform_id = $1 AND domain = $2 FOR NO KEY UPDATE`,
      [platformId, domain],
    );
    const [found] = rows;
    if (!found) return false;
    if (replies === (found.takesReplies !== null)) return true;
    if (replies) {
      // Not at once: a resolver would remember the missing record for longer than publishing takes.
      await client.query(
        `UPDATE sending_domains SET takes_replies = false, check_due_at = least(check_due_at, $3)
         WHERE platform_id = $1 AND id = $2`,
        [platformId, found.id, new Date(app.clock.now().getTime() + soon)],
      );
      await client.query(
        `INSERT INTO sending_domain_records (platform_id, sending_domain_id, purpose) VALUES ($1, $2, 'reply')`,
        [platformId, found.id],
      );
      return true;
    }
    await client.query('UPDATE sending_domains SET takes_replies = NULL WHERE platform_id = $1 AND id = $2', [
      platformId,
      found.id,
    ]);
    await client.query(
      `DELETE FROM sending_domain_records WHERE platform_id = $1 AND sending_domain_id = $2 AND purpose = 'reply'`,
      [platformId, found.id],
    );
    return true;
  });
}
