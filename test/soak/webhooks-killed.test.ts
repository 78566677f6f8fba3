/** A hundred thousand webhooks are pending, and the delivering process is killed ten times at random. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { loadWorker, type WorkerProcess } from '../support/worker-process.ts';
import { type Backlog, fillBacklog } from '../webhooks/backlog.ts';
import { type Ground, openGround } from '../webhooks/ground.ts';
import { isWhole, ofWhole } from './share.ts';

const webhooks = ofWhole(100_000);
const kills = isWhole ? 10 : 4;
/** Attempts at one endpoint that run at once, and accepted webhooks that are not committed: a kill repeats them. */
const inFlight = 16 + 256;

let ground: Ground;
let worker: WorkerProcess | null = null;

beforeAll(async () => {
  ground = await openGround();
});
afterAll(async () => {
  await worker?.kill();
  await ground.close();
});

async function startWorker(): Promise<WorkerProcess> {
  const loaded = await loadWorker(ground);
  await loaded.start();
  return loaded;
}

test(`each of ${webhooks} webhooks is delivered, and a kill repeats at most what was in flight`, async () => {
  const sink = await ground.sink();
  const ctx = await ground.platform();
  const endpoint = await ground.endpoint(ctx, sink.url);
  const workspaceId = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
  const at = new Date();
  const backlog: Backlog = { platformId: ctx.platformId, workspaceId, endpointIds: [endpoint], messages: webhooks, at };
  await fillBacklog(ground.app.db.pool, backlog);

  // When so many have arrived, the worker dies, whatever it has in hand.
  const deaths = Array.from({ length: kills }, () => Math.ceil(Math.random() * webhooks * 0.9)).sort((a, b) => a - b);
  for (const death of deaths) {
    worker = await startWorker();
    await sink.received(death);
    await worker.kill();
  }
  worker = await startWorker();
  const left = async () => {
    const { rows } = await ground.app.db.pool.query(
      "SELECT count(*)::int AS n FROM webhooks WHERE state <> 'delivered'",
    );
    return rows[0].n as number;
  };
  await expect.poll(left, { timeout: 1_500_000, interval: 500 }).toBe(0);

  const ids = new Set(sink.taken.map(({ body }) => body.id));
  const repeats = sink.taken.length - ids.size;
  process.stdout.write(`${JSON.stringify({ webhooks, kills, repeats, share: repeats / webhooks })}\n`);
  expect(ids.size).toBe(webhooks);
  expect(repeats).toBeLessThanOrEqual(kills * inFlight);
  const { rows } = await ground.app.db.pool.query(
    `SELECT array_agg(DISTINCT (SELECT count(*) FROM jsonb_object_keys(attempts)) + num_nonnulls(last_number)) AS attempts
     FROM webhooks`,
  );
  expect(rows[0].attempts.map(Number)).toEqual([1]);
});
