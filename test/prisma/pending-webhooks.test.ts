/** Migration 0023 on a database that has webhooks of every state. */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationNames } from '../../prisma/migrate.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';

const migration = '0023_pending_webhooks';
const at = new Date('2026-03-29T01:30:00.000Z');
let database: TestDatabase;
let client: pg.Client;

const apply = async (name: string) =>
  client.query(await readFile(new URL(`../../prisma/migrations/${name}/migration.sql`, import.meta.url), 'utf8'));

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = await openClient(database.url);
  for (const name of await migrationNames()) {
    if (name === migration) break;
    await apply(name);
  }
  await client.query(`INSERT INTO platforms (id, name, created_at) VALUES ('P', 'Platform', now())`);
  await client.query(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ('P', 'E', 'https://hooks.test/', '{}', now(), now())`,
  );
  await client.query(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, round_started_at, due_at, created_at)
     SELECT 'P', state, 'E', 'message.delivered', 'service', state::webhook_state, $1, $1, $1
     FROM unnest(ARRAY['pending', 'delivered', 'failed']) state`,
    [at],
  );
  await apply(migration);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('each webhook that is pending gets its row, and each that failed the time of its end', async () => {
  const pending = await client.query('SELECT * FROM pending_webhooks');
  expect(pending.rows).toEqual([
    { platform_id: 'P', id: 'pending', endpoint_id: 'E', due_at: at, round_started_at: at },
  ]);
  const failed = await client.query('SELECT id, failed_at FROM webhooks WHERE failed_at IS NOT NULL');
  expect(failed.rows).toEqual([{ id: 'failed', failed_at: new Date(at.getTime() + 72 * 3_600_000) }]);
});

test('a webhook that is deleted takes its row along', async () => {
  await client.query("DELETE FROM webhooks WHERE id = 'pending'");
  expect((await client.query('SELECT FROM pending_webhooks')).rowCount).toBe(0);
});
