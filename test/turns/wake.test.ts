/** Which asks a process takes itself, and which become jobs of the queue; with pg-boss on a real database. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { startBoss } from '../../src/turns/boss.ts';
import { type QueueName, queues } from '../../src/turns/jobs.ts';
import { createTurns } from '../../src/turns/turns.ts';
import { createWake } from '../../src/turns/wake.ts';
import { openClient } from '../support/open-client.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { key } from './held-turns.ts';

const log = createLog('silent');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let boss: Awaited<ReturnType<typeof startBoss>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  boss = await startBoss({ url: database.url, log, worker: false });
  client = await openClient(database.url);
});
afterAll(async () => {
  await client.end();
  await boss.stop({ graceful: false });
  await database.drop();
});
beforeEach(() => client.query('DELETE FROM pgboss.job'));

/** A process whose turns never end. A worker's are open. */
function startProcess({ worker }: { readonly worker: boolean }) {
  const begun: string[] = [];
  const fetched: QueueName[] = [];
  const turns = createTurns({
    log,
    run: (queue, { id }) => {
      begun.push(`${queue} ${id}`);
      return new Promise(() => undefined);
    },
  });
  if (worker) for (const queue of queues) turns[queue].open();
  const wake = createWake({ boss, log, turns: () => turns, fetch: (queue) => void fetched.push(queue) });
  return { begun, fetched, turns, wake };
}

/** Each key that jobs ask for. */
async function jobs(): Promise<readonly string[]> {
  const { rows } = await client.query<{ job: string }>(
    "SELECT name || ' ' || (key ->> 'id') AS job FROM pgboss.job, jsonb_array_elements(data -> 'keys') key ORDER BY 1",
  );
  return rows.map(({ job }) => job);
}

test.each(queues)('%s: a process that is no worker asks for each key once', async (queue) => {
  const { begun, fetched, wake } = startProcess({ worker: false });
  await wake.ask(queue, [key('a'), key('b'), key('a')]);
  expect(begun).toEqual([]);
  expect(await jobs()).toEqual([`${queue} a`, `${queue} b`]);
  expect(fetched).toEqual([queue]);
});

test('webhooks: a worker takes every turn, and sends no job', async () => {
  const { begun, fetched, wake } = startProcess({ worker: true });
  await wake.ask('webhooks', [key('a'), key('b')]);
  await wake.ask('webhooks', [key('a')]);
  expect(begun).toEqual(['webhooks a', 'webhooks b']);
  expect(await jobs()).toEqual([]);
  expect(fetched).toEqual([]);
});

test.each(['sending', 'domains', 'erasures'] as const)(
  '%s: a worker takes the keys that have a turn here; the others become jobs',
  async (queue) => {
    const { begun, turns, wake } = startProcess({ worker: true });
    turns[queue].ask(key('running'));
    await wake.ask(queue, [key('running'), key('idle')]);
    expect(begun).toEqual([`${queue} running`]);
    expect(await jobs()).toEqual([`${queue} idle`]);
  },
);

test('a worker that stops sends jobs for every key', async () => {
  const { begun, turns, wake } = startProcess({ worker: true });
  turns.webhooks.ask(key('running'));
  void turns.webhooks.close();
  await wake.ask('webhooks', [key('running'), key('idle')]);
  expect(begun).toEqual(['webhooks running']);
  expect(await jobs()).toEqual(['webhooks idle', 'webhooks running']);
});

test('eight turns of webhooks run at once, two of imports, two hundred of each other queue', () => {
  const { begun, turns } = startProcess({ worker: true });
  for (const queue of queues) for (let n = 0; n < 300; n += 1) turns[queue].ask(key(`${n}`));
  const count = (queue: QueueName) => begun.filter((turn) => turn.startsWith(queue)).length;
  expect(queues.map((queue) => [queue, count(queue)])).toEqual([
    ['sending', 200],
    ['webhooks', 8],
    ['domains', 200],
    ['erasures', 200],
    ['imports', 2],
  ]);
});

test('keys that are asked for soon after an insert share the next one', async () => {
  const { fetched, wake } = startProcess({ worker: false });
  await wake.ask('sending', [key('a')]);
  const [b, c, d] = [
    wake.ask('sending', [key('b')]),
    wake.ask('sending', [key('c'), key('b')]),
    wake.ask('domains', [key('d')]),
  ];
  await d;
  // Another queue waits for none of its own.
  expect(await jobs()).toEqual(['domains d', 'sending a']);
  await Promise.all([b, c]);
  expect(await jobs()).toEqual(['domains d', 'sending a', 'sending b', 'sending c']);
  expect(fetched).toEqual(['sending', 'domains', 'sending']);
  const { rows } = await client.query("SELECT jsonb_array_length(data -> 'keys') AS keys FROM pgboss.job ORDER BY 1");
  expect(rows.map(({ keys }) => keys)).toEqual([1, 1, 2]);
});

test('a job holds a hundred keys at most, and twenty jobs of a process wait at most', async () => {
  const { wake } = startProcess({ worker: false });
  const many = Array.from({ length: 2_350 }, (_, n) => key(`${n}`));
  await wake.ask('sending', many);
  const { rows } = await client.query("SELECT jsonb_array_length(data -> 'keys') AS keys FROM pgboss.job");
  expect(rows).toHaveLength(20);
  expect(rows.every(({ keys }) => keys === 100 || keys === 50)).toBe(true);
});
