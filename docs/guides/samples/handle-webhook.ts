// handle-webhook.ts
import pg from 'pg';

export interface Webhook {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: { readonly message?: { readonly idempotency_key: string } };
}

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

/** Does what a webhook asks for once: the id of the webhook is kept in the transaction that does it. */
export async function handleWebhook({ id, type, data }: Webhook): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const kept = await client.query('INSERT INTO tidings_webhooks (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
    if (kept.rowCount === 1 && type === 'message.bounced') {
      await client.query(`UPDATE orders SET mail = 'bounced' WHERE mail_key = $1`, [data.message?.idempotency_key]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
