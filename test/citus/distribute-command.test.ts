/** `npm run distribute`: one database becomes a cluster, and the cluster grows, while a backend emits (docs/scale.md#from-one-database). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../../prisma/scale/placements.ts';
import { type BusyService, startBusyService } from './cluster/busy-service.ts';

const patience = { timeout: 240_000, interval: 20 };

let busy: BusyService;
beforeAll(async () => {
  busy = await startBusyService(false);
});
afterAll(() => busy?.stop());

interface Run {
  readonly process: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function distribute(...args: readonly string[]): Run {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'prisma/distribute-command.ts', ...args], {
    env: { PATH, DATABASE_URL: busy.cluster.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      said += part;
    });
  }
  return { process: child, said: () => said, ended: once(child, 'close').then(([code]) => code) };
}

async function runToEnd(...args: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }> {
  const { ended, said } = distribute(...args);
  return { code: await ended, said: said() };
}

const divided = async () =>
  (
    await busy.sql(
      `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
       WHERE p.partmethod = 'h' AND NOT c.relispartition`,
    )
  ).map(({ name }) => name);
test('a plan says what would be done, and changes nothing', async () => {
  const { code, said } = await runToEnd('--plan');
  expect([code, said]).toEqual([3, expect.stringContaining('messages (')]);
  for (const words of ['workers: 127.0.0.1:', 'divided by workspace_id', 'a copy on every machine', 'get 503'])
    expect(said).toContain(words);
  expect(said).not.toContain('In the way');
  expect(await divided()).toEqual([]);
  expect((await runToEnd('--add-worker', 'no place')).code).toBe(2);
  expect((await runToEnd('--plan', '--coordinator', 'a:1')).code).toBe(2);
});

test('one that is killed leaves one database; the next divides the tables; no emit is lost or comes twice', async () => {
  const emitting = busy.keepEmitting(busy.shops, 'turn');
  await expect.poll(emitting.sent, patience).toBeGreaterThan(50);
  const killed = distribute();
  await expect.poll(killed.said, patience).toContain('message_attempts: divided');
  killed.process.kill('SIGKILL');
  await killed.ended;
  const before = busy.accepted.size;
  await expect.poll(() => busy.accepted.size, patience).toBeGreaterThan(before + 20);
  expect(await divided()).toEqual([]);
  const { code, said } = await runToEnd();
  expect([code, said]).toEqual([0, expect.stringContaining('Done.')]);
  expect((await divided()).toSorted()).toEqual(placed('distributed').toSorted());
  const after = busy.accepted.size;
  await expect.poll(() => busy.accepted.size, patience).toBeGreaterThan(after + 50);
  const refused = await emitting.stop();
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
  for (const [email, { shop }] of new Map(refused.map((one) => [one.email, one])))
    await expect.poll(() => busy.emit(shop, email), patience).toBeNull();
  await busy.settled();
  expect(await runToEnd('--plan')).toEqual({ code: 0, said: expect.stringContaining('Nothing is to be done') });
});

test('a worker is added and gets its share while emits go on', async () => {
  const spare = await busy.cluster.spare();
  const emitting = busy.keepEmitting(busy.shops, 'grown');
  expect(await runToEnd('--add-worker', `127.0.0.1:${spare.port}`)).toEqual({ code: 0, said: 'Done.\n' });
  const [copies] = await busy.sql(
    `SELECT count(*)::int AS n FROM citus_shards WHERE table_name = 'workspaces'::regclass AND nodeport = $1`,
    spare.port,
  );
  expect(copies).toEqual({ n: 1 });
  expect(await runToEnd('--rebalance')).toEqual({ code: 0, said: 'Done.\n' });
  const [shards] = await busy.sql(
    `SELECT count(DISTINCT nodeport)::int AS workers FROM citus_shards WHERE table_name = 'messages'::regclass`,
  );
  expect(shards).toEqual({ workers: 3 });
  const refused = await emitting.stop();
  expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
  for (const [email, { shop: reference }] of new Map(refused.map((one) => [one.email, one])))
    await expect.poll(() => busy.emit(reference, email), patience).toBeNull();
  await busy.settled();
});
