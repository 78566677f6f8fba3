/** Makes in minutes what months of use leave behind: by SQL alone, in the order of time. */
import type pg from 'pg';
import { completeWebhooks } from '../complete-webhooks.ts';
import { rowsOfCounts } from './count-rows.ts';
import { type Growth, keptFrom } from './growth.ts';
import { batch, rowsOfMessages } from './message-rows.ts';
import { ulidSql } from './ulid-sql.ts';

/** Messages of one transaction. */
const messagesAtOnce = 250_000;
/** Contacts of one workspace. */
const contacts = 20;

/** `tell` is told how many messages are there. Statistics are left to the caller. */
export async function fillGrown(pool: pg.Pool, growth: Growth, tell: (count: number) => void = () => undefined) {
  const client = await pool.connect();
  try {
    await client.query(
      `SET statement_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'; SET temp_buffers = '256MB'`,
    );
    await transaction(client, () => makeWorkspaces(client, growth));
    for (let first = 1; first <= growth.messages; first += messagesAtOnce) {
      const last = Math.min(growth.messages, first + messagesAtOnce - 1);
      await transaction(client, async () => {
        for (const { text, values } of [batch(growth, first, last), ...rowsOfMessages(growth)]) {
          await client.query(text, [...values]);
        }
      });
      tell(last);
    }
    for (const { text, values } of rowsOfCounts(growth)) await transaction(client, () => client.query(text, values));
    await client.query(
      `INSERT INTO retention_marks (purge, done_until) VALUES ('content', $1)
       ON CONFLICT (purge) DO UPDATE SET done_until = excluded.done_until`,
      [keptFrom(growth).content],
    );
    await completeWebhooks(client);
  } finally {
    client.release(true);
  }
}

/** Foreign keys of millions of rows are not looked up one by one; they hold by the way the rows are made. */
async function transaction(client: pg.PoolClient, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Workspaces with contacts, and the temporary table `grown_workspaces`, which numbers them from 0. */
async function makeWorkspaces(
  client: pg.PoolClient,
  { name, platformId, now, workspaces, days }: Growth,
): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE grown_workspaces AS
     SELECT n AS place, ${ulidSql('ms', `'${name} workspace ' || n`)} AS id, to_timestamp(ms / 1000.0)::timestamptz(3) AS at
     FROM generate_series(0, ${workspaces - 1}) n,
       LATERAL (SELECT ${now.getTime()} - ${days + 1} * 86400000::bigint + n AS ms) t`,
  );
  await client.query('ANALYZE grown_workspaces');
  await client.query(
    `INSERT INTO workspaces (platform_id, id, reference, name, timezone, locale, created_at, updated_at)
     SELECT $1, id, '${name}-' || place, 'Shop ' || place, 'UTC', 'en', at, at FROM grown_workspaces`,
    [platformId],
  );
  await client.query(
    `INSERT INTO workspace_health (platform_id, workspace_id, state, since, counts_since)
     SELECT $1, id, 'established', at, at FROM grown_workspaces`,
    [platformId],
  );
  await client.query(
    `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, status, marketing_at, created_at, updated_at)
     SELECT $1, w.id, ${ulidSql('ms', `'${name} contact ' || place || ' ' || n`)}, 'person-' || n, 'person-' || n || '@example.com',
       sha256(convert_to('person-' || n, 'UTF8')), 'subscribed', at, at, at
     FROM grown_workspaces w, generate_series(1, ${contacts}) n,
       LATERAL (SELECT (extract(epoch FROM at) * 1000)::bigint + n AS ms) t`,
    [platformId],
  );
}
