/** Partitions of webhooks are made and dropped while webhooks are recorded, claimed, answered, sent again and erased. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { newId } from '../../src/ground/ids.ts';
import { dropPartition, makePartition } from '../../src/retention/partitions/alter-partitions.ts';
import { partitionedTables, partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import { writeResults } from '../../src/webhooks/delivery/record-attempts.ts';
import { redeliverWebhook } from '../../src/webhooks/redelivery/redeliver-webhook.ts';
import { removeUnleased } from '../../src/webhooks/remove-unleased.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { type Ground, openGround } from './ground.ts';

/** Partitions that are made and dropped meanwhile. */
const rounds = 25;
/** Longest that any statement may wait, as the rule has it; milliseconds. */
const waitMost = 2_000;

const table = partitionedTables.find(({ name }) => name === 'webhooks');

let ground: Ground;
let ctx: Ctx;
const endpoints: string[] = [];
const workspaceId = newId(new Date(0));
const contact = { id: newId(new Date(0)), reference: null };
beforeAll(async () => {
  ground = await openGround();
  ctx = await ground.platform();
  for (const name of ['a', 'b']) endpoints.push(await ground.endpoint(ctx, `https://${name}.example.com/`));
  await sweepPartitions(ground.app);
});
afterAll(() => ground.close());

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await ground.app.db.pool.query(text, [...values])).rows;

const claimAndAnswer = async (endpoint: string) => {
  const { app } = ground;
  const turn = { platformId: ctx.platformId, id: endpoint };
  const [claimed] = await claimTogether(app, [{ turn, limit: 20, dueFrom: null }]);
  const results = (claimed?.answer ?? []).map((webhook, n) => ({
    webhook,
    at: app.clock.now(),
    result: { status: 204, error: n % 7 === 3 ? ('timeout' as const) : null, durationMs: 1 },
  }));
  if (results.length > 0) await writeResults(app, results);
};

const sendAgain = async () => {
  const rows = await sql(`SELECT id FROM webhooks WHERE state = 'delivered' ORDER BY id DESC LIMIT 5`);
  for (const { id } of rows) await redeliverWebhook(ctx, id).catch(gone);
};

/** As a step of an erasure: it reads webhooks, and writes them later in the same transaction. */
const erase = () =>
  ground.app.db.transaction(async (client) => {
    await client.query('SELECT EXISTS (SELECT FROM webhooks WHERE workspace_id = $1)', [workspaceId]);
    await removeUnleased(client, {
      platformId: ctx.platformId,
      workspaceId,
      about: 'contacts',
      ids: [contact.id],
      now: ground.clock.now(),
      limit: 20,
    });
  });

/** How long the statement has waited that waits for a lock for longest now; milliseconds. */
const longestWait = async () =>
  Number(
    (
      await sql(`SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0) * 1000 AS waited
                 FROM ${lockWaits}`)
    )[0]?.waited,
  );

/** An erasure may have taken the webhook meanwhile. */
function gone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'not_found')) throw error;
}

test('no deadlock, no error, and no statement that waits for long', { timeout: 120_000 }, async () => {
  if (!table) throw new Error('Webhooks have no partitions');
  let isOver = false;
  let longest = 0;
  let count = 0;
  const over = async (work: () => Promise<unknown>) => {
    for (; !isOver; count += 1) await work();
  };
  const hammer = Promise.all([
    over(async () => {
      longest = Math.max(longest, await longestWait());
    }),
    over(() => ground.cause(ctx, 10)),
    over(() => ground.cause(ctx, 4, { workspaceId, contact, type: 'contact.suppressed' })),
    ...endpoints.map((endpoint) => over(() => claimAndAnswer(endpoint))),
    over(sendAgain),
    over(erase),
  ]);
  const present = partitionStart(table, ground.clock.now()).getTime();
  let made = 0;
  try {
    for (let n = 0; n < rounds; n += 1) {
      const start = new Date(present + (10 + n) * table.span);
      const name = partitionName(table, start);
      // It gives up where the table is busy for half a second, as on a machine that does much else.
      const swept = await Promise.allSettled([makePartition(ground.app, table, start)]);
      for (const each of swept) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: '55P03' });
      const rows = await sql('SELECT to_regclass($1) AS found', [name]);
      if (rows[0]?.found === null) continue;
      made += 1;
      await dropPartition(ground.app, table.name, name).catch((error: unknown) =>
        expect(error).toMatchObject({ code: '55P03' }),
      );
    }
  } finally {
    isOver = true;
    await hammer;
  }
  expect(made).toBeGreaterThan(rounds / 2);
  expect(count).toBeGreaterThan(50);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(waitMost);
  const [seen] = await sql('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
  expect(seen).toEqual({ deadlocks: 0 });
  const torn = await sql(`SELECT FROM pending_webhooks p
    FULL JOIN (SELECT * FROM webhooks WHERE state = 'pending') h ON h.platform_id = p.platform_id AND h.id = p.id
    WHERE p.id IS NULL OR h.id IS NULL`);
  expect(torn).toEqual([]);
});

test('a transaction that has read the table may write it while a partition is made', async () => {
  if (!table) throw new Error('Webhooks have no partitions');
  const { app } = ground;
  const start = new Date(partitionStart(table, ground.clock.now()).getTime() + 60 * table.span);
  const client = await app.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT count(*) FROM webhooks');
    const making = makePartition(app, table, start);
    const from = performance.now();
    await client.query(`UPDATE webhooks SET last_error = last_error WHERE state = 'pending'`);
    await client.query('COMMIT');
    expect(performance.now() - from).toBeLessThan(waitMost);
    await making;
  } finally {
    client.release();
  }
  expect(await sql('SELECT to_regclass($1) IS NOT NULL AS made', [partitionName(table, start)])).toEqual([
    { made: true },
  ]);
});

test('a long transaction that has the table is not waited for, and nobody waits behind it', async () => {
  if (!table) throw new Error('Webhooks have no partitions');
  const { app } = ground;
  const start = new Date(partitionStart(table, ground.clock.now()).getTime() + 70 * table.span);
  const made = () => sql('SELECT to_regclass($1) IS NOT NULL AS made', [partitionName(table, start)]);
  const client = await app.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT count(*) FROM webhooks');
    // Its age is PostgreSQL's to tell.
    await client.query('SELECT pg_sleep(1.1)');
    const from = performance.now();
    await makePartition(app, table, start);
    expect(performance.now() - from).toBeLessThan(400);
    expect(await made()).toEqual([{ made: false }]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await makePartition(app, table, start);
  expect(await made()).toEqual([{ made: true }]);
});
