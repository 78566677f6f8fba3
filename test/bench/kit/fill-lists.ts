/** Long lists, made within PostgreSQL: rows as the service writes them, ids in the order of their numbers. */
import type pg from 'pg';
import { completeWebhooks } from '../../support/complete-webhooks.ts';
import { copyMessages } from './copy-messages.ts';

/** The workspace of the long lists, and what lies beside it. */
export const largeWorkspace = 'shop-0';
const otherWorkspaces = 999;
/** Contacts of another workspace, on average. */
const contactsOfOthers = 200;

/**
 * Ids of contacts, suppressions and endpoints carry a number: 26 characters. Those of messages and webhooks begin with
 * `02`, a time to come: rows whose ids say that they are too old are not shown.
 */
export const listId = (n: number) => String(n).padStart(26, '0');

/** Text indexes are made after the rows: a minute instead of five. */
async function withoutTextIndexes(pool: pg.Pool, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE '% gin %'",
    [table],
  );
  for (const { indexname } of rows) await pool.query(`DROP INDEX ${indexname}`);
  await fill();
  const client = await pool.connect();
  try {
    await client.query("SET maintenance_work_mem = '512MB'");
    for (const { indexdef } of rows) await client.query(indexdef);
  } finally {
    client.release(true);
  }
}

/** Foreign keys of a million rows are not looked up one by one; they hold by the way the rows are made. */
async function insertRows(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/**
 * `count` contacts in the large workspace, each with the tag `all`, one in 20,000 with the tag `vip`, none with the tag
 * `none`, and some in 999 other workspaces.
 */
export async function fillContacts(pool: pg.Pool, platformId: string, count: number): Promise<void> {
  await withoutTextIndexes(pool, 'contacts', async () => {
    await pool.query(
      `INSERT INTO workspaces (platform_id, id, reference, name, timezone, locale, created_at, updated_at)
       SELECT platform_id, 'other-' || n, 'other-' || n, 'Other', timezone, locale, created_at, updated_at
       FROM workspaces, generate_series(1, $2::int) n WHERE reference = $1`,
      [largeWorkspace, otherWorkspaces],
    );
    await insertRows(
      pool,
      `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, status, marketing_at,
                             created_at, updated_at)
       SELECT $1, w.id, lpad(n::text, 26, '0'), 'r' || n,
              substr(md5(n::text), 1, 8) || '.' || n || CASE WHEN n = 7 THEN '~' ELSE '' END || '@shop' || n % 50 ||
                CASE WHEN n <= $2::int / 2 THEN '.example' ELSE '.test' END,
              sha256(convert_to(w.id || n, 'UTF8')),
              CASE WHEN n % 1000 = 0 THEN 'subscribed' ELSE 'pending' END::contact_status,
              CASE WHEN n % 1000 = 0 THEN now() END, now(), now()
       FROM workspaces w,
            generate_series(1, CASE WHEN w.reference = $3 THEN $2::int ELSE $4::int END) n
       WHERE w.reference = $3 OR w.id LIKE 'other-%'`,
      [platformId, count, largeWorkspace, contactsOfOthers],
    );
  });
  for (const [tag, step] of [
    ['all', 1],
    ['vip', 20_000],
    ['none', count + 1],
  ] as const) {
    const tagId = tag.toUpperCase().padEnd(26, '0');
    await pool.query(
      `INSERT INTO tags (platform_id, workspace_id, id, key, name)
       SELECT platform_id, id, $1::text, $2::text, $2::text FROM workspaces WHERE reference = $3`,
      [tagId, tag, largeWorkspace],
    );
    await insertRows(
      pool,
      `INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
       SELECT w.id, lpad(n::text, 26, '0'), $1 FROM workspaces w, generate_series($4::int, $2::int, $4::int) n
       WHERE w.reference = $3`,
      [tagId, count, largeWorkspace, step],
    );
  }
}

/**
 * `count` messages and suppressions in the large workspace, half as many suppressions of the whole platform, of which one
 * in 2,000 is of a contact, and `count` webhooks of the platform.
 */
export async function fillOtherLists(pool: pg.Pool, platformId: string, count: number): Promise<void> {
  await copyMessages(pool, { first: 1, count, state: 'delivered', references: [largeWorkspace], days: 80 });
  await withoutTextIndexes(pool, 'suppressions', async () => {
    await insertRows(
      pool,
      `INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, email, address_hash, reason, blocks, created_at)
       SELECT $1, lpad(n::text, 26, '0'), w.id, w.id, 'gone-' || n || '@shop' || n % 50 || '.example',
              sha256(convert_to('gone-' || n, 'UTF8')), 'hard_bounce', 'all', now()
       FROM workspaces w, generate_series(1, $2::int) n WHERE w.reference = $3`,
      [platformId, count, largeWorkspace],
    );
    await insertRows(
      pool,
      `INSERT INTO suppressions (platform_id, id, scope_id, email, address_hash, reason, blocks, created_at)
       SELECT $1, 'P' || lpad(n::text, 25, '0'), $1, 'wide-' || n || '@shop' || n % 50 || '.example',
              sha256(convert_to(CASE WHEN n % 2000 = 0 THEN w.id || n ELSE 'wide-' || n END, 'UTF8')), 'hard_bounce',
              'all', now()
       FROM workspaces w, generate_series(1, $2::int / 2) n WHERE w.reference = $3`,
      [platformId, count, largeWorkspace],
    );
  });
  // The rows above ran no trigger.
  await pool.query(
    'INSERT INTO platform_blocks SELECT platform_id, address_hash, blocks FROM suppressions WHERE scope_id = $1',
    [platformId],
  );
  await pool.query(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     SELECT $1, lpad(n::text, 26, '0'), 'https://hooks.example/', '{message.delivered}', now(), now()
     FROM generate_series(1, 2) n`,
    [platformId],
  );
  await insertRows(
    pool,
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, state, delivered_at,
                           created_at)
     SELECT $1, '02' || lpad(n::text, 24, '0'), lpad(CASE WHEN n % 1000 = 0 THEN '2' ELSE '1' END, 26, '0'),
            CASE WHEN n % 500 = 0 THEN 'message.bounced' ELSE 'message.delivered' END, 'service', w.id,
            '02' || lpad(n::text, 24, '0'), CASE WHEN n % 2000 = 0 THEN 'failed' ELSE 'delivered' END::webhook_state,
            now(), now()
     FROM workspaces w, generate_series(1, $2::int) n WHERE w.reference = $3`,
    [platformId, count, largeWorkspace],
  );
  await completeWebhooks(pool);
}
