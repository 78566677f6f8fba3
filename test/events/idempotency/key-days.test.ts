/** Idempotency keys in partitions of a day: a key stays unique for its seven days, also across midnight. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { App, Ctx } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { openDb } from '../../../src/db/connections/pool.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { day } from '../../../src/ground/time/durations.ts';
import { keyDayLag, sweepKeyDays } from '../../../src/retention/partitions/key-days.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { sweepAll } from '../../support/sweep-all.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let ctx: Ctx;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  ctx = tenant.ctx;
});

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

const emit = (key: string, email = 'ada@example.com', by: App = world.app) =>
  emitEvent({ ...ctx, app: by }, 'ref:shop', {
    type: 'order.shipped',
    idempotencyKey: key,
    recipient: { email },
    payload: { order_number: '1001', tracking_url: 'https://example.com/1001' },
  });

const reused = expect.objectContaining({ code: 'idempotency_key_reused' });

/** The partitions that have a key. */
const placesOf = async (key: string) =>
  (
    await sql('SELECT tableoid::regclass::text AS name FROM idempotency_keys WHERE workspace_id = $1 AND key = $2', [
      tenant.workspace,
      key,
    ])
  ).map(({ name }) => name);

const days = async () =>
  (
    await sql(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
               WHERE inhparent = 'idempotency_keys'::regclass ORDER BY 1`)
  ).map(({ name }) => name);

const nameOf = (date: Date) => `idempotency_keys_p${date.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** An app whose clock is so much ahead, in milliseconds. */
const ahead = (milliseconds: number): App => {
  const now = () => new Date(world.now().getTime() + milliseconds);
  return { ...world.app, clock: { ...world.app.clock, now } };
};

/** Resolves once so many statements wait for the table of keys. */
const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const rows = await sql(
        `SELECT FROM ${lockWaits} WHERE locktype = 'relation' AND relation = 'idempotency_keys'::regclass`,
      );
      expect(rows).toHaveLength(count);
    },
    { timeout: 20_000, interval: 2 },
  );

test('keys of before the first day are recognised after it', async () => {
  const first = await emit('before');
  expect(await placesOf('before')).toEqual(['idempotency_keys_default']);
  await sweepKeyDays(world.app);
  expect(await emit('before')).toEqual({ record: first.record, replayed: true });
  await expect(emit('before', 'bob@example.com')).rejects.toEqual(reused);
  await emit('after');
  expect(await placesOf('after')).toEqual([nameOf(world.now())]);
});

test('a day has the settings and the indexes of the default partition', async () => {
  const both = [nameOf(world.now()), 'idempotency_keys_default'];
  const settings = await sql('SELECT reloptions AS settings FROM pg_class WHERE relname = ANY($1)', [both]);
  expect(settings[0]?.settings).toContain('autovacuum_vacuum_scale_factor=0.02');
  expect(settings[1]).toEqual(settings[0]);
  const columns = await sql(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attstattarget = 0 AND attnum > 0 ORDER BY 1`,
    [both[0]],
  );
  expect(columns).toEqual([{ name: 'answer' }, { name: 'body_hash' }]);
  const indexes = await sql(
    'SELECT count(*)::int AS count FROM pg_index WHERE indrelid = ANY($1::regclass[]) GROUP BY indrelid',
    [[...both, 'idempotency_keys']],
  );
  expect(indexes).toEqual(Array(3).fill({ count: 3 }));
});

test('a day is opened without a look at the keys of the default partition, however many there are', async () => {
  const client = await world.app.db.pool.connect();
  const said: (string | undefined)[] = [];
  const note = ({ message }: { message?: string | undefined }) => said.push(message);
  client.on('notice', note);
  try {
    await client.query('BEGIN; SET LOCAL client_min_messages = debug1');
    await client.query(`CREATE TABLE another_day PARTITION OF idempotency_keys FOR VALUES IN ('2001-01-01')`);
    const proof = /default partition "idempotency_keys_default" is implied by existing constraints/;
    expect(said).toContainEqual(expect.stringMatching(proof));
  } finally {
    await client.query('ROLLBACK');
    client.off('notice', note);
    client.release();
  }
});

test('a key lasts seven days over as many partitions, and is new on the eighth', async () => {
  const first = await emit('week');
  for (let n = 1; n <= 7; n += 1) {
    world.advance(n === 7 ? day - 1 : day);
    await sweepKeyDays(world.app);
    expect(await emit('week')).toEqual({ record: first.record, replayed: true });
    await expect(emit('week', 'bob@example.com')).rejects.toEqual(reused);
    await emit(`day-${n}`);
  }
  expect((await days()).filter((name) => name !== 'idempotency_keys_default')).toHaveLength(8);
  world.advance(1);
  const second = await emit('week', 'bob@example.com');
  expect([second.replayed, second.record.id === first.record.id]).toEqual([false, false]);
  expect(await emit('week', 'bob@example.com')).toEqual({ record: second.record, replayed: true });
});

test('a process whose clock is before the end of a key takes the later of two, and fails no neighbour', async () => {
  await emit('both');
  world.advance(7 * day);
  await sweepKeyDays(world.app);
  const second = await emit('both', 'bob@example.com');
  expect(await placesOf('both')).toHaveLength(2);
  const app = createApp({ ...ahead(-1) });
  try {
    const batch = [
      emit('both', 'bob@example.com', app),
      emit('neighbour', 'eve@example.com', app),
      emit('both', 'ada@example.com', app).catch((error: unknown) => error),
    ] as const;
    const [again, neighbour, other] = await Promise.all(batch);
    expect(again).toEqual({ record: second.record, replayed: true });
    expect(neighbour.replayed).toBe(false);
    expect(other).toEqual(reused);
  } finally {
    await app.parts.live.close();
  }
});

test('a day is dropped in under a second once its last key has expired, and not before', async () => {
  const opened = nameOf(world.now());
  await emit('last');
  await sql(
    `INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at)
     SELECT platform_id, workspace_id, key || n, body_hash, event_id || n, answer, created_at
     FROM idempotency_keys, generate_series(1, 50000) n WHERE workspace_id = $1 AND key = 'last'`,
    [tenant.workspace],
  );
  const atLast = world.now().getTime() + 7 * day;
  const end = Math.ceil(world.now().getTime() / day) * day + 7 * day;
  for (let n = 1; n <= 7; n += 1) {
    world.advance(day);
    await sweepKeyDays(world.app);
  }
  world.advance(end - 1 - world.now().getTime());
  expect(world.now().getTime()).toBeGreaterThan(atLast);
  await sweepKeyDays(world.app);
  expect(await days()).toContain(opened);
  expect(await keyDayLag(world.app)).toBe(0);
  world.advance(30_000);
  expect(await keyDayLag(world.app)).toBeGreaterThanOrEqual(29);
  const from = performance.now();
  await sweepKeyDays(world.app);
  expect(performance.now() - from).toBeLessThan(1_000);
  expect(await days()).not.toContain(opened);
  expect(await keyDayLag(world.app)).toBe(0);
});

test('a day that stayed open for too long keeps its keys for their seven days', async () => {
  const opened = nameOf(world.now());
  world.advance(3 * day);
  const late = await emit('late');
  expect(await placesOf('late')).toEqual([opened]);
  for (let n = 1; n <= 6; n += 1) {
    world.advance(day);
    await sweepKeyDays(world.app);
  }
  expect(await days()).toContain(opened);
  expect(await keyDayLag(world.app)).toBe(0);
  expect(await emit('late')).toEqual({ record: late.record, replayed: true });
  world.advance(day + 30_000);
  expect(await keyDayLag(world.app)).toBe(30);
  await sweepKeyDays(world.app);
  expect(await keyDayLag(world.app)).toBe(0);
  expect(await days()).not.toContain(opened);
});

test('a day after which none was opened counts as late once its first keys have expired', async () => {
  await sweepKeyDays(world.app);
  const opened = nameOf(world.now());
  for (const each of await days()) if (each !== opened && /p\d{8}$/.test(each)) await sql(`DROP TABLE ${each}`);
  const end = Math.ceil(world.now().getTime() / day) * day;
  world.advance(end + 7 * day - world.now().getTime());
  await emit('open');
  expect(await keyDayLag(world.app)).toBe(0);
  world.advance(60_000);
  expect(await keyDayLag(world.app)).toBe(60);
  await sweepKeyDays(world.app);
  // It is kept for the keys that it took meanwhile.
  expect(await keyDayLag(world.app)).toBe(0);
  expect((await emit('open')).replayed).toBe(true);
});

test('keys of the default partition are removed in batches', async () => {
  await sql('UPDATE idempotency_keys SET day = $1 WHERE workspace_id = $2', ['2000-01-01', tenant.workspace]);
  await sql(
    `INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at, day)
     SELECT $1, $2, 'old' || n, '', 'old' || n, '{}', $3, '2000-01-01' FROM generate_series(1, 300) n`,
    [tenant.platformId, tenant.workspace, new Date(world.now().getTime() - 8 * day)],
  );
  await sweepAll(world.app);
  expect(await sql(`SELECT FROM idempotency_keys WHERE workspace_id = $1`, [tenant.workspace])).toEqual([]);
});

test('an emit that waits while a day is opened sees the key of an emit that the day waited for', async () => {
  await emit('sample');
  const { pool } = world.app.db;
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at)
       SELECT platform_id, workspace_id, 'midnight', body_hash, event_id || '2', answer, created_at
       FROM idempotency_keys WHERE workspace_id = $1 AND key = 'sample'`,
      [tenant.workspace],
    );
    const opening = sweepKeyDays(ahead(day));
    await waiting(1);
    // Its body is not that of the sample, which has another key.
    const again = emit('midnight').catch((error: unknown) => error);
    await waiting(2);
    await other.query('COMMIT');
    await opening;
    expect(await again).toEqual(reused);
  } finally {
    other.release();
  }
  const next = nameOf(new Date(world.now().getTime() + day));
  expect(await placesOf('midnight')).toEqual([nameOf(world.now())]);
  await emit('next');
  expect(await placesOf('next')).toEqual([next]);
  // The day of a clock that was ahead stays open.
  await sweepKeyDays(world.app);
  expect((await days()).at(-1)).toBe(next);
  world.advance(day);
});

test('one key from two processes at the same moment, over midnight, is one event', { timeout: 120_000 }, async () => {
  const db = openDb({ url: world.app.db.url, connections: 8, onError: () => undefined });
  const apps = [createApp({ ...ahead(0) }), createApp({ ...ahead(day), db })];
  const midnights = 5;
  try {
    for (let midnight = 1; midnight <= midnights; midnight += 1) {
      const opened = nameOf(new Date(world.now().getTime() + midnight * day));
      let isOpen = false;
      // It gives up after half a second where the table is busy.
      const opening = async () => {
        while (!isOpen) {
          await sweepKeyDays(ahead(midnight * day)).catch(() => undefined);
          isOpen = (await days()).at(-1) === opened;
        }
      };
      const emitting = async () => {
        for (let n = 0; n < 3 || !isOpen; n += 1) await emitEverywhere(apps, `${midnight}-${n}`);
      };
      await Promise.all([opening(), emitting(), emitting()]);
    }
  } finally {
    await Promise.all(apps.map((app) => app.parts.live.close()));
    await db.close();
  }
  const twice = await sql('SELECT key FROM idempotency_keys WHERE workspace_id = $1 GROUP BY key HAVING count(*) > 1', [
    tenant.workspace,
  ]);
  expect(twice).toEqual([]);
  const used = await sql('SELECT DISTINCT day FROM idempotency_keys WHERE workspace_id = $1', [tenant.workspace]);
  expect(used.length).toBeGreaterThan(midnights / 2);
});

let runs = 0;
/** Equal emits are one event with one key; of two different ones with one key, one is accepted. */
async function emitEverywhere(apps: readonly App[], name: string): Promise<void> {
  runs += 1;
  const [key, other, address] = [`race-${name}-${runs}`, `unequal-${name}-${runs}`, `r${runs}@example.com`];
  const [same, unequal] = await Promise.all([
    Promise.all([...apps, ...apps].map((app) => emit(key, address, app))),
    Promise.allSettled(apps.map((app, place) => emit(other, `u${runs}-${place}@example.com`, app))),
  ]);
  expect(new Set(same.map(({ record }) => record.id)).size).toBe(1);
  expect(same.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(unequal.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [rejected] = unequal.filter((each) => each.status === 'rejected');
  expect(rejected?.reason).toEqual(reused);
}
