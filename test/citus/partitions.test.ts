/** Partitions on a cluster: made ahead with their shards on both workers, filled, and dropped, while emits go on. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { newId } from '../../src/ground/ids.ts';
import { day } from '../../src/ground/time/durations.ts';
import { keyDayLag } from '../../src/retention/partitions/key-days.ts';
import { partitionedTables, partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { partitionLag } from '../../src/retention/partitions/read-partitions-of.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { openShops, type Shops } from './shops.ts';

/** Tables whose partitions are on the workers. */
const divided = partitionedTables.filter(({ name }) => name !== 'audit_entries' && name !== 'webhooks');

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops?.world.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
const emit = (shop: string, email: string, idempotencyKey: string = randomUUID()) =>
  emitEvent(shops.tenant.ctx, shop, { type: 'order.shipped', recipient: { email }, idempotencyKey, payload });
/** Names by place: of the present, and of those ahead. */
const namesOf = (table: (typeof partitionedTables)[number]) =>
  Array.from({ length: table.ahead + 1 }, (_, n) =>
    partitionName(table, partitionStart(table, new Date(shops.world.now().getTime() + n * table.span))),
  );
const partitionsOf = async (table: string) =>
  (
    await shops.sql('SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass', table)
  ).map(({ name }) => String(name));
const countIn = async (table: string) =>
  Number(
    (await shops.sql(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = ANY($1)`, shops.shops))[0]?.n ?? -1,
  );
const keysPartition = () => `idempotency_keys_p${shops.world.now().toISOString().slice(0, 10).replaceAll('-', '')}`;

test('those of the present and ahead are made on both workers, with what the default ones have of their time', async () => {
  for (const shop of shops.shops) await emit(shop, 'first@example.com', `first-${shop}`);
  const before = new Map<string, number>();
  for (const { name } of divided) before.set(name, await countIn(name));
  expect(before.get('messages')).toBe(shops.shops.length);
  await sweepPartitions(shops.world.app);
  for (const table of partitionedTables) {
    expect(await partitionsOf(table.name)).toEqual(expect.arrayContaining([...namesOf(table)]));
  }
  for (const table of divided) {
    const [present = ''] = namesOf(table);
    expect([table.name, await countIn(present)]).toEqual([table.name, before.get(table.name)]);
    // As their table: a shard for each of its, beside them.
    const [place] = await shops.sql(
      `SELECT count(*)::int AS shards, count(DISTINCT nodeport)::int AS workers,
         (SELECT count(DISTINCT colocationid)::int FROM pg_dist_partition WHERE logicalrelid IN ($1::regclass, $2::regclass)) AS groups
       FROM citus_shards WHERE table_name = $1::regclass`,
      present,
      table.name,
    );
    expect(place).toEqual({ shards: 32, workers: 2, groups: 1 });
  }
  expect(await partitionsOf('idempotency_keys')).toContain(keysPartition());
});

test('a partition has the indexes, settings and statistics of the default one, in each shard', async () => {
  const [present = ''] = divided.filter(({ name }) => name === 'messages').flatMap(namesOf);
  const shape = `SELECT ROW((SELECT count(*) FROM pg_index WHERE indrelid = c.oid), c.reloptions,
      (SELECT array_agg(attname ORDER BY attname) FROM pg_attribute
       WHERE attrelid = c.oid AND attnum > 0 AND attstattarget = 0))::text AS result FROM pg_class c`;
  const made = await shops.sql(
    `SELECT DISTINCT result FROM run_command_on_shards($1::regclass, $$ ${shape} WHERE c.oid = '%s'::regclass $$)`,
    present,
  );
  expect(made).toEqual(await shops.sql(`${shape} WHERE c.oid = 'messages_default'::regclass`));
});

test('mail goes to the partition of its time, and a repeated key of the day before is known', async () => {
  const [present = ''] = divided.filter(({ name }) => name === 'messages').flatMap(namesOf);
  const before = await countIn(present);
  for (const shop of shops.shops) await emit(shop, 'second@example.com', `second-${shop}`);
  expect(await countIn(present)).toBe(before + shops.shops.length);
  expect(await countIn(keysPartition())).toBe(shops.shops.length);
  for (const shop of shops.shops) {
    for (const [n, email] of [['first', 'first@example.com'] as const, ['second', 'second@example.com'] as const]) {
      expect(await emit(shop, email, `${n}-${shop}`)).toMatchObject({ replayed: true });
    }
  }
});

test('a day is opened and partitions are made while emits go on: none is lost, and none fails', async () => {
  let on = true;
  const stop = () => {
    on = false;
  };
  const accepted: string[] = [];
  const emitting = Promise.all(
    shops.shops.map(async (shop, at) => {
      for (let n = 0; on; n += 1) {
        const key = `load-${at}-${n}`;
        await emit(shop, `load-${at}-${n}@example.com`, key);
        accepted.push(key);
      }
    }),
  );
  try {
    for (let n = 0; n < 2; n += 1) {
      shops.world.advance(14 * day);
      await sweepPartitions(shops.world.app);
      expect(await partitionsOf('idempotency_keys')).toContain(keysPartition());
    }
  } finally {
    stop();
    await emitting;
  }
  const rows = await shops.sql(
    `SELECT recipient, count(*)::int AS mails FROM messages
     WHERE workspace_id = ANY($1) AND recipient LIKE 'load-%' GROUP BY recipient`,
    shops.shops,
  );
  expect(accepted.length).toBeGreaterThan(shops.shops.length);
  expect(rows).toHaveLength(accepted.length);
  expect(rows.filter(({ mails }) => mails !== 1)).toEqual([]);
});

test('those whose rows have exceeded their retention are dropped on every worker, and days of keys too', async () => {
  const [first = ''] = divided.filter(({ name }) => name === 'messages').flatMap(namesOf);
  const keys = keysPartition();
  expect(await partitionsOf('messages')).toContain(first);
  shops.world.advance(day);
  await sweepPartitions(shops.world.app);
  shops.world.advance(120 * day);
  await sweepAll(shops.world.app);
  await sweepPartitions(shops.world.app);
  await sweepPartitions(shops.world.app);
  expect(await partitionsOf('messages')).not.toContain(first);
  expect(await partitionsOf('idempotency_keys')).not.toContain(keys);
  const left = await shops.sql(
    `SELECT result FROM run_command_on_workers($$ SELECT count(*) FROM pg_class WHERE relname LIKE '${first}%' $$)`,
  );
  expect(left).toEqual([{ result: '0' }, { result: '0' }]);
  for (const { name } of partitionedTables)
    expect([name, await partitionLag(shops.world.app, name)]).toEqual([name, 0]);
  expect(await keyDayLag(shops.world.app)).toBe(0);
});

test('rows of a time to come wait in the default partition, and one is made ahead beside them', async () => {
  const table = divided.find(({ name }) => name === 'message_attempts') ?? divided[0];
  if (table === undefined) throw new Error('No table is divided');
  const at = new Date(shops.world.now().getTime() + 4 * table.span);
  const shop = shops.shops[2] ?? '';
  await shops.sql(
    `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, outcome)
     VALUES ($1, $2, 1, $3, 1, 'smtp', 'delivered')`,
    shop,
    newId(at),
    at,
  );
  expect(await countIn('message_attempts_default')).toBe(1);
  shops.world.advance(table.span);
  await sweepPartitions(shops.world.app);
  expect(await countIn('message_attempts_default')).toBe(1);
  shops.world.advance(table.span);
  await sweepPartitions(shops.world.app);
  expect(await countIn('message_attempts_default')).toBe(0);
  expect(await countIn(partitionName(table, partitionStart(table, at)))).toBe(1);
});
