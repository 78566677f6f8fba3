/** Long lists, made within PostgreSQL: rows as the service writes them, ids in the order of their numbers. */
import type pg from 'pg';
import { copyMessages } from './copy-messages.ts';

/** The workspace of the long lists, and what lies beside it. */
export const largeWorkspace = 'shop-0';
const otherWorkspaces = 999;
/** Contacts of another workspace, on average. */
const contactsOfOthers = 200;

/** Rows of `kind` carry a number in their id: 26 characters. */
export const listId = (n: number) => String(n).padStart(26, '0');

/** Indexes are made after the rows: a minute instead of five. */
async function withoutSearchIndexes(pool: pg.Pool, fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'contacts' AND indexdef LIKE '% gin %'",
  );
  for (const { indexname } of rows) await pool.query(`DROP INDEX ${indexname}`);
  await fill();
  for (const { indexdef } of rows) await pool.query(indexdef);
}

/** `count` contacts in the large workspace, one in 20,000 with the tag `vip`, and some in 999 other workspaces. */
export async function fillContacts(pool: pg.Pool, platformId: string, count: number): Promise<void> {
  await withoutSearchIndexes(pool, async () => {
    await pool.query(
      `INSERT INTO workspaces (platform_id, id, reference, name, timezone, locale, created_at, updated_at)
       SELECT platform_id, 'other-' || n, 'other-' || n, 'Other', timezone, locale, created_at, updated_at
       FROM workspaces, generate_series(1, $2::int) n WHERE reference = $1`,
      [largeWorkspace, otherWorkspaces],
    );
    await pool.query(
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
  const tagId = 'T'.repeat(26);
  await pool.query(
    `INSERT INTO tags (platform_id, workspace_id, id, key, name)
     SELECT $1, id, $2, 'vip', 'VIP' FROM workspaces WHERE reference = $3`,
    [platformId, tagId, largeWorkspace],
  );
  await pool.query(
    `INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
     SELECT w.id, lpad(n::text, 26, '0'), $1 FROM workspaces w, generate_series(1, $2::int, 20000) n
     WHERE w.reference = $3`,
    [tagId, count, largeWorkspace],
  );
}

/** `count` messages and suppressions in the large workspace, and webhooks of the platform. */
export async function fillOtherLists(pool: pg.Pool, platformId: string, count: number): Promise<void> {
  await copyMessages(pool, { first: 1, count, state: 'delivered', references: [largeWorkspace], days: 80 });
  await pool.query(
    `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
     SELECT $1, lpad(n::text, 26, '0'), w.id, 'gone-' || n || '@shop' || n % 50 || '.example',
            sha256(convert_to('gone-' || n, 'UTF8')), 'hard_bounce', 'all', now()
     FROM workspaces w, generate_series(1, $2::int) n WHERE w.reference = $3`,
    [platformId, count, largeWorkspace],
  );
  await pool.query(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     SELECT $1, lpad(n::text, 26, '0'), 'https://hooks.example/', '{message.delivered}', now(), now()
     FROM generate_series(1, 2) n`,
    [platformId],
  );
  await pool.query(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, workspace_id, message_id, state, round_started_at,
                           due_at, delivered_at, created_at)
     SELECT $1, lpad(n::text, 26, '0'), lpad(CASE WHEN n % 1000 = 0 THEN '2' ELSE '1' END, 26, '0'),
            CASE WHEN n % 500 = 0 THEN 'message.bounced' ELSE 'message.delivered' END, 'service', w.id,
            '02' || lpad(n::text, 24, '0'), CASE WHEN n % 2000 = 0 THEN 'failed' ELSE 'delivered' END::webhook_state,
            now(), now(), now(), now()
     FROM workspaces w, generate_series(1, $2::int) n WHERE w.reference = $3`,
    [platformId, count, largeWorkspace],
  );
}
