/**
 * The migration that gives suppressions a key with their scope, beside the statements of the version before: what it blocks and
 * lifts meanwhile and afterwards is found by this version, and the other way round.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { suppressedSql } from '../../src/suppressions/is-suppressed.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';

/** More than two batches of the fill. */
const rows = 2_500;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.url, undefined, { until: '0027_resend_scope' });
  client = await openClient(database.url);
  await client.query(`
    INSERT INTO platforms (id, name, created_at) VALUES ('p', 'P', now()), ('q', 'Q', now());
    INSERT INTO workspaces (platform_id, id, name, timezone, locale, created_at, updated_at)
    VALUES ('p', 'w', 'W', 'UTC', 'en', now(), now())`);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** As the version before writes them. */
const blockBefore = (numbers: readonly number[], workspace: string | null, asked: pg.Client = client) =>
  asked.query(
    `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
     SELECT 'p', coalesce($2, 'wide') || n, $2, n || '@example.com', sha256(n::text::bytea), 'hard_bounce', 'all', now()
     FROM unnest($1::int[]) n
     ON CONFLICT DO NOTHING RETURNING id`,
    [numbers, workspace],
  );
const liftBefore = (id: string, asked: pg.Client = client) =>
  asked.query(`DELETE FROM suppressions WHERE platform_id = 'p' AND id = $1`, [id]);
const blockedBefore = async (n: number) =>
  (
    await client.query(
      `SELECT FROM suppressions s WHERE s.platform_id = 'p' AND s.address_hash = sha256($1::int::text::bytea)
         AND (s.workspace_id IS NULL OR s.workspace_id = 'w')`,
      [n],
    )
  ).rowCount !== 0;
/** As this version asks. */
const blocked = async (n: number, platform = 'p', workspace = 'w') =>
  (
    await client.query<{ blocked: boolean }>(
      `SELECT ${suppressedSql('$2', '$3', 'sha256($1::int::text::bytea)', 'NULL::text')} AS blocked`,
      [n, platform, workspace],
    )
  ).rows[0]?.blocked;
const series = (from: number, count: number) => Array.from({ length: count }, (_none, at) => from + at);

test('each suppression gets its scope, whatever the version before does meanwhile', async () => {
  await blockBefore(series(1, rows), null);
  await blockBefore(series(10_001, rows), 'w');
  const old = await openClient(database.url);
  let isOver = false;
  let blocks = 0;
  const load = (async () => {
    while (!isOver) {
      blocks += 1;
      // Ids before, among and behind those that are being filled.
      await blockBefore([100_000 + blocks], null, old);
      await blockBefore([200_000 + blocks], 'w', old);
      await liftBefore(`wide${blocks}`, old);
    }
  })();
  try {
    await expect.poll(() => blocks).toBeGreaterThan(20);
    expect((await migrate(database.url)).applied).toContain('0028_suppression_scopes');
    const during = blocks;
    await expect.poll(() => blocks).toBeGreaterThan(during + 20);
  } finally {
    isOver = true;
    await load;
    await old.end();
  }
  const { rows: wrong } = await client.query(
    `SELECT id FROM suppressions WHERE scope_id IS DISTINCT FROM coalesce(workspace_id, platform_id)`,
  );
  expect(wrong).toEqual([]);
  // Each block of the platform is there, and none that was lifted.
  const { rows: apart } = await client.query(
    `SELECT address_hash FROM (SELECT platform_id, address_hash, blocks FROM suppressions WHERE workspace_id IS NULL) s
     FULL JOIN platform_blocks b USING (platform_id, address_hash, blocks) WHERE s IS NULL OR b IS NULL`,
  );
  expect(apart).toEqual([]);
  const { rows: counted } = await client.query('SELECT count(*)::int AS n FROM platform_blocks');
  expect(counted).toEqual([{ n: Math.max(rows - blocks, 0) + blocks }]);
});

test('this version finds what the version before blocks and lifts, and the other way round', async () => {
  expect([await blocked(300_001), await blocked(300_002)]).toEqual([false, false]);
  await blockBefore([300_001], null);
  await blockBefore([300_002], 'w');
  expect([await blocked(300_001), await blocked(300_002)]).toEqual([true, true]);
  expect([await blocked(300_001, 'p', 'v'), await blocked(300_002, 'p', 'v')]).toEqual([true, false]);
  expect([await blocked(300_001, 'q', 'v'), await blocked(300_002, 'q', 'v')]).toEqual([false, false]);
  await liftBefore('wide300001');
  await liftBefore('w300002');
  expect([await blocked(300_001), await blocked(300_002)]).toEqual([false, false]);
  const block = (n: number, workspace: string | null) =>
    client.query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, address_hash, reason, blocks, created_at)
       SELECT 'p', 'new', $2, coalesce($2, 'p'), sha256($1::int::text::bytea), 'manual', 'all', now()`,
      [n, workspace],
    );
  await block(300_003, null);
  expect(await blockedBefore(300_003)).toBe(true);
  await client.query(`DELETE FROM suppressions WHERE scope_id = 'p' AND id = 'new'`);
  expect([await blockedBefore(300_003), await blocked(300_003)]).toEqual([false, false]);
});

test('an address is blocked once in a scope, whichever version blocks it', async () => {
  await blockBefore([400_001], null);
  await blockBefore([400_001], 'w');
  expect((await blockBefore([400_001], null)).rowCount).toBe(0);
  const again = (scope: string, workspace: string | null) =>
    client.query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, address_hash, reason, blocks, created_at)
       VALUES ('p', 'again', $2, $1, sha256('400001'), 'manual', 'all', now())`,
      [scope, workspace],
    );
  await expect(again('p', null)).rejects.toMatchObject({ code: '23505' });
  await expect(again('w', 'w')).rejects.toMatchObject({ code: '23505' });
});
