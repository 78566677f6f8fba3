/**
 * Pages of contacts in a workspace of a million among a thousand others: the slowest kind of page (deep, filtered,
 * searched by one character, by two, by more) beside the first page without a filter. Milliseconds, medians.
 * `BENCH_CONTACTS` makes the workspace smaller. The last line is one JSON object.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../prisma/migrate.ts';
import { readConfig } from '../../src/config.ts';
import { listContacts } from '../../src/contacts/list-contacts.ts';
import { startCluster } from '../../src/local/postgres-cluster.ts';
import { createLog } from '../../src/log.ts';
import { pageSize } from '../../src/page.ts';
import { createPlatform } from '../../src/platforms/create-platform.ts';
import { startService } from '../../src/start-service.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';

const contacts = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
const otherWorkspaces = 999;
const contactsOfOthers = 200;
const runs = 15;

const folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const cluster = await startCluster({ folder: join(folder, 'postgres'), durable: false });
const client = new pg.Client({ connectionString: cluster.url('postgres') });
await client.connect();
await client.query('CREATE DATABASE bench');
await client.end();
await migrate(cluster.url('bench'));
const service = await startService({
  config: readConfig({ DATA_DIR: folder, ROLES: 'inbound', INBOUND_PORT: '0' }),
  databaseUrl: cluster.url('bench'),
  secretKey: 'a key of thirty-two characters at least',
  log: createLog('warn'),
  inbox: { host: '127.0.0.1', port: 9 },
  webhookCaFile: null,
});
const { app } = service;
const { id: platformId } = await createPlatform(app, { name: 'Bench' });
const ctx = { app, platformId, apiKeyId: null };
const { pool } = app.db;

/** Rows as an upsert writes them; ids in the order of their numbers. */
async function fill(workspaceId: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, status, marketing_at, created_at,
                           updated_at)
     SELECT $1, $2, lpad(n::text, 26, '0'), 'r' || n,
            substr(md5(n::text), 1, 8) || '.' || n || CASE WHEN n = 7 THEN '~' ELSE '' END || '@shop' || n % 50 ||
              CASE WHEN n <= $3::int / 2 THEN '.example' ELSE '.test' END,
            sha256(convert_to($2 || n, 'UTF8')),
            CASE WHEN n % 1000 = 0 THEN 'subscribed' ELSE 'pending' END::contact_status,
            CASE WHEN n % 1000 = 0 THEN now() END, now(), now()
     FROM generate_series(1, $3::int) n`,
    [platformId, workspaceId, count],
  );
}

// The search indexes are made after the rows: a minute instead of five.
const { rows: searches } = await pool.query<{ indexname: string; indexdef: string }>(
  `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'contacts' AND indexdef LIKE '% gin %'`,
);
for (const { indexname } of searches) await pool.query(`DROP INDEX ${indexname}`);
const large = await createWorkspace(ctx, { name: 'Large', reference: 'large' });
await fill(large, contacts);
for (let n = 0; n < otherWorkspaces; n += 1) {
  const other = await createWorkspace(ctx, { name: `Other ${n}`, reference: `other-${n}` });
  await fill(other, Math.ceil((contactsOfOthers * n * 2) / otherWorkspaces));
}
await pool.query(`INSERT INTO tags (platform_id, workspace_id, id, key, name) VALUES ($1, $2, $3, 'vip', 'VIP')`, [
  platformId,
  large,
  'T'.repeat(26),
]);
await pool.query(
  `INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
   SELECT $1, lpad(n::text, 26, '0'), $2 FROM generate_series(1, $3::int, 20000) n`,
  [large, 'T'.repeat(26), contacts],
);
await pool.query(
  `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
   SELECT $1, lpad(n::text, 26, '0'), NULL, NULL, sha256(convert_to($2 || n, 'UTF8')), 'hard_bounce', 'all', now()
   FROM generate_series(1, $3::int, 10000) n`,
  [platformId, large, contacts],
);
for (const { indexdef } of searches) await pool.query(indexdef);
await pool.query('VACUUM ANALYZE');

async function median(filter: object, after?: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await listContacts(ctx, large, filter, { after, limit: pageSize + 1, inverted: false });
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

const first = await median({});
const last = '51'.padStart(26, '0');
const beyond = String(contacts / 2).padStart(26, '0');
const pages = {
  'the last page': await median({}, last),
  'searched by a common character': await median({ search: 'a' }),
  'by a rare one': await median({ search: '~' }),
  'by one that is in no address': await median({ search: 'ß' }),
  'by two common characters': await median({ search: '.1' }),
  'by two that are in no address': await median({ search: 'zq' }),
  'by a common word': await median({ search: 'shop' }),
  'by a word of the older half': await median({ search: 'example' }),
  'by two characters of the older half': await median({ search: 'xa' }),
  'by signs alone': await median({ search: '@..' }),
  'by a whole address': await median({ search: '.500000@shop0.example' }),
  'by a word that is in no address': await median({ search: 'nobody' }),
  'by a common word, the last page': await median({ search: 'shop' }, last),
  'by a word of the newer half, beyond it': await median({ search: 'test' }, beyond),
  'by status': await median({ status: 'subscribed' }),
  'by status, the last page': await median({ status: 'subscribed' }, '2001'.padStart(26, '0')),
  'by a rare tag': await median({ tag: 'vip' }),
  'by a rare tag and a word': await median({ tag: 'vip', search: 'shop' }),
  cleaned: await median({ status: 'cleaned' }),
  'cleaned, the last page': await median({ status: 'cleaned' }, last),
};
console.log(`the first page: ${first.toFixed(1)} ms`);
for (const [kind, time] of Object.entries(pages)) console.log(`${kind}: ${time.toFixed(1)} ms`);

await service.stop();
await cluster.stop();
await rm(folder, { recursive: true, force: true });
const slowest = Math.max(...Object.values(pages));
console.log(
  JSON.stringify({ name: 'contacts', ours: slowest, yardstick: first, ratio: slowest / first, unit: 'ms a page' }),
);
