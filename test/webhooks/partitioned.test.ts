/** Webhooks in partitions of a week (docs/partitions.md). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App, Ctx } from '../../src/context.ts';
import { newId } from '../../src/ground/ids.ts';
import { day } from '../../src/ground/time/durations.ts';
import { redeliveryTime, webhookLifetime } from '../../src/retention/lifetimes.ts';
import { partitionedTables, partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { partitionLag } from '../../src/retention/partitions/read-partitions-of.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import { writeResults } from '../../src/webhooks/delivery/record-attempts.ts';
import { roundTime } from '../../src/webhooks/delivery/webhook-schedule.ts';
import { redeliverWebhook } from '../../src/webhooks/redelivery/redeliver-webhook.ts';
import { removeUnleased } from '../../src/webhooks/remove-unleased.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { purgeDeletedWorkspaces } from '../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { type Ground, openGround } from './ground.ts';

const week = 7 * day;
const weeks = 4;
/** Delivered webhooks of each week. */
const perWeek = 4_000;

const table = partitionedTables.find(({ name }) => name === 'webhooks');

let ground: Ground;
let ctx: Ctx;
let endpoint: string;
beforeAll(async () => {
  ground = await openGround();
  ctx = await ground.platform();
  endpoint = await ground.endpoint(ctx, 'https://hooks.example.com/');
});
afterAll(() => ground.close());

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await ground.app.db.pool.query(text, [...values])).rows;

function nameOf(at: Date): string {
  if (!table) throw new Error('Webhooks have no partitions');
  return partitionName(table, partitionStart(table, at));
}

const partitionOf = async (id: string) =>
  (await sql('SELECT tableoid::regclass::text AS name FROM webhooks WHERE id = $1', [id]))[0]?.name;

const partitions = async () =>
  (
    await sql(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'webhooks'::regclass ORDER BY 1`,
    )
  ).map(({ name }) => name);

async function fillWeek(): Promise<void> {
  const at = ground.clock.now();
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, attempt_number, delivered_at, created_at)
     SELECT $1, $2 || lpad(n::text, 8, '0'), $3, 'message.delivered', 'service', 'delivered', 1, $4, $4
     FROM generate_series(1, ${perWeek}) n`,
    [ctx.platformId, newId(at).slice(0, 18), endpoint, at],
  );
}

/** Runs `work` in a transaction that is rolled back; tells which tables it read without an index. */
async function scanned(work: (app: App) => Promise<unknown>): Promise<readonly string[]> {
  const { app } = ground;
  const client = await app.db.pool.connect();
  // What the connection did before may not be flushed yet, and counts too.
  const read = async () => {
    const { rows } = await client.query<{ name: string; rows: string }>(
      `SELECT relname AS name, seq_tup_read AS rows FROM pg_stat_xact_user_tables WHERE relname LIKE 'webhooks%'`,
    );
    return new Map(rows.map(({ name, rows: count }) => [name, Number(count)]));
  };
  try {
    await client.query('BEGIN');
    const before = await read();
    const transaction: App['db']['transaction'] = async (part, _limits, settings = []) => {
      for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
      return part(client);
    };
    await work({ ...app, db: { ...app.db, transaction, pool: client as unknown as App['db']['pool'] } });
    return [...(await read())].flatMap(([name, count]) => (count > (before.get(name) ?? 0) ? [name] : []));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** The app one week before `at`, which tells what its transactions ask of PostgreSQL. */
function noting(statements: string[], at: Date): App {
  const { app } = ground;
  const transaction: App['db']['transaction'] = (work, ...rest) =>
    app.db.transaction(
      (client) => {
        const query = (text: string, values?: unknown[]) => {
          statements.push(text);
          return client.query(text, values);
        };
        return work({ query } as typeof client);
      },
      ...rest,
    );
  const now = () => new Date(at.getTime() - week);
  return { ...app, clock: { ...app.clock, now }, db: { ...app.db, transaction } };
}

test('what waits in the default partition moves into its week with its claim, and stays deliverable', async () => {
  const [id = '', other = ''] = await ground.cause(ctx, 2);
  const turn = { platformId: ctx.platformId, id: endpoint };
  const [claimed] = await claimTogether(ground.app, [{ turn, limit: 1, dueFrom: null }]);
  const before = await sql('SELECT * FROM pending_webhooks ORDER BY id');
  expect(before.map(({ attempt_number }) => attempt_number).sort()).toEqual([0, 1]);
  expect(await partitionOf(id)).toBe('webhooks_default');
  await sweepPartitions(ground.app);
  expect([await partitionOf(id), await partitionOf(other)]).toEqual(Array(2).fill(nameOf(ground.clock.now())));
  expect(await sql('SELECT * FROM pending_webhooks ORDER BY id')).toEqual(before);
  const result = { status: 204, error: null, durationMs: 1 };
  await writeResults(
    ground.app,
    (claimed?.answer ?? []).map((webhook) => ({ webhook, at: ground.clock.now(), result })),
  );
  expect(await sql('SELECT state, count(*)::int FROM webhooks GROUP BY 1 ORDER BY 1')).toEqual([
    { state: 'pending', count: 1 },
    { state: 'delivered', count: 1 },
  ]);
});

test('weeks ahead are attached without a look at what the default partition has, and take their rows', async () => {
  const at = new Date(ground.clock.now().getTime() + 3 * week);
  const old = new Date(ground.clock.now().getTime() - 2 * week);
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, created_at)
     SELECT $1, $2 || lpad(n::text, 8, '0'), $3, 'message.delivered', 'service', 'failed', $4
     FROM generate_series(1, 20) n`,
    [ctx.platformId, newId(old).slice(0, 18), endpoint, old],
  );
  const statements: string[] = [];
  await sweepPartitions(noting(statements, at));
  const validated = statements.findIndex((text) => text.includes(`VALIDATE CONSTRAINT ${nameOf(at)}_elsewhere`));
  const attached = statements.findIndex((text) => text.includes(`ATTACH PARTITION ${nameOf(at)} `));
  expect(validated).toBeGreaterThan(-1);
  expect(attached).toBeGreaterThan(validated);
  expect(await sql(`SELECT conname FROM pg_constraint WHERE conname LIKE '%elsewhere'`)).toEqual([]);
  const id = newId(at);
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, created_at)
     VALUES ($1, $2, $3, 'message.delivered', 'service', 'failed', $4)`,
    [ctx.platformId, id, endpoint, at],
  );
  expect(await partitionOf(id)).toBe(nameOf(at));
  await sql(`DELETE FROM webhooks WHERE state = 'failed'`);
});

test('a row of a week ahead that is there already is moved, and refuses no others meanwhile', async () => {
  const at = new Date(ground.clock.now().getTime() + 5 * week);
  const id = newId(at);
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, created_at)
     VALUES ($1, $2, $3, 'message.delivered', 'service', 'failed', $4)`,
    [ctx.platformId, id, endpoint, at],
  );
  expect(await partitionOf(id)).toBe('webhooks_default');
  await sweepPartitions(noting([], at));
  expect(await partitionOf(id)).toBe(nameOf(at));
  expect(await sql(`SELECT conname FROM pg_constraint WHERE conname LIKE '%elsewhere'`)).toEqual([]);
  await sql(`DELETE FROM webhooks WHERE state = 'failed'`);
});

test('a new partition has the settings and the indexes of the default one', async () => {
  const name = nameOf(ground.clock.now());
  const settings = await sql('SELECT reloptions AS settings FROM pg_class WHERE relname = ANY($1)', [
    [name, 'webhooks_default'],
  ]);
  expect(settings[0]?.settings).toContain('fillfactor=50');
  expect(settings[1]).toEqual(settings[0]);
  const indexes = await sql(
    'SELECT count(*)::int AS count FROM pg_index WHERE indrelid = ANY($1::regclass[]) GROUP BY indrelid',
    [[name, 'webhooks_default', 'webhooks']],
  );
  expect(indexes).toEqual(Array(3).fill({ count: 7 }));
});

test('claims and results read no week of before from its beginning, and an old webhook is sent again', async () => {
  for (let n = 0; n < weeks; n += 1) {
    await fillWeek();
    ground.clock.advance(week);
    await sweepPartitions(ground.app);
  }
  await sql('ANALYZE webhooks');
  await ground.cause(ctx, 40);
  const turn = { platformId: ctx.platformId, id: endpoint };
  const seen = await scanned(async (app) => {
    const [claimed] = await claimTogether(app, [{ turn, limit: 40, dueFrom: null }]);
    expect(claimed?.answer).toHaveLength(40);
    const result = { status: 204, error: null, durationMs: 1 };
    await writeResults(
      app,
      (claimed?.answer ?? []).map((webhook) => ({ webhook, at: app.clock.now(), result })),
    );
  });
  // That of the present has forty rows: a page or two.
  expect(seen.filter((name) => name !== nameOf(ground.clock.now()))).toEqual([]);
  const [old] = await sql(`SELECT id FROM webhooks WHERE state = 'delivered' ORDER BY id LIMIT 1 OFFSET 10`);
  await redeliverWebhook(ctx, old?.id);
  expect(await sql('SELECT attempt_number FROM pending_webhooks WHERE id = $1', [old?.id])).toEqual([
    { attempt_number: 2 },
  ]);
});

test('an erasure and the purge of a workspace read no week from its beginning', async () => {
  const workspaceId = await createWorkspace(ctx, { name: 'Gone', reference: 'gone' });
  const contact = { id: newId(ground.clock.now()), reference: null };
  const at = ground.clock.now();
  await ground.cause(ctx, 30, { workspaceId, contact, type: 'contact.suppressed' });
  const of = {
    platformId: ctx.platformId,
    workspaceId,
    about: 'contacts',
    ids: [contact.id],
    now: at,
  } as const;
  const erased = await scanned(async (app) => {
    expect(await app.db.transaction((client) => removeUnleased(client, of))).toBe(30);
  });
  await sql('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', [workspaceId, new Date(at.getTime() - 31 * day)]);
  const purged = await scanned(async (app) => {
    await purgeDeletedWorkspaces(app);
    expect((await app.db.pool.query('SELECT FROM webhooks WHERE workspace_id = $1', [workspaceId])).rows).toEqual([]);
  });
  const present = nameOf(at);
  expect([...erased, ...purged].filter((name) => name !== present)).toEqual([]);
});

test('a list of the newest reads a page of each partition at most', async () => {
  const [plan] = await sql(
    `EXPLAIN (ANALYZE, FORMAT JSON) SELECT id FROM webhooks WHERE platform_id = $1 ORDER BY id DESC LIMIT 50`,
    [ctx.platformId],
  );
  expect(JSON.stringify(plan)).not.toContain('Seq Scan on webhooks_p');
  expect(plan?.['QUERY PLAN'][0]['Execution Time']).toBeLessThan(50);
});

test('a week is kept while a redelivery of it may be tried, then dropped in under a second with its rows', async () => {
  expect(redeliveryTime).toBe(roundTime);
  await sql(`DELETE FROM pending_webhooks`);
  await sql(`UPDATE webhooks SET state = 'failed' WHERE state = 'pending'`);
  const name = (await partitions()).find((each) => each !== 'webhooks_default') ?? '';
  const [{ from: first }] = (await sql(
    `SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''([0-9A-Z]{10})') AS from FROM pg_class WHERE relname = $1`,
    [name],
  )) as [{ from: string }];
  const [oldest] = await sql('SELECT min(created_at) AS at FROM webhooks');
  const end = (table && partitionStart(table, oldest?.at).getTime() + week) ?? 0;
  expect(newId(new Date(end)).slice(0, 10)).toBe(first);
  ground.clock.set(new Date(end + webhookLifetime + redeliveryTime - 1));
  await sweepPartitions(ground.app);
  expect(await partitions()).toContain(name);
  expect(await partitionLag(ground.app, 'webhooks')).toBe(0);
  ground.clock.advance(60_000);
  expect(await partitionLag(ground.app, 'webhooks')).toBeCloseTo(60, 0);
  const from = performance.now();
  await sweepPartitions(ground.app);
  expect(performance.now() - from).toBeLessThan(1_000);
  expect(await partitions()).not.toContain(name);
  expect(await partitionLag(ground.app, 'webhooks')).toBe(0);
});
