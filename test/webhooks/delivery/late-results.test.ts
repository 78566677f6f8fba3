/** Who decides about a pending webhook: its pending row, which a claim writes alone (docs/rules.md#pending-webhooks). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { claimTogether } from '../../../src/webhooks/delivery/claim-webhooks.ts';
import type { ClaimedWebhook } from '../../../src/webhooks/delivery/claimed-webhook.ts';
import { writeResults } from '../../../src/webhooks/delivery/record-attempts.ts';
import { returnWebhooks } from '../../../src/webhooks/delivery/return-webhooks.ts';
import { sweepWebhooks } from '../../../src/webhooks/delivery/sweep-webhooks.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { redeliverWebhook } from '../../../src/webhooks/redelivery/redeliver-webhook.ts';
import { type Ground, openGround } from '../ground.ts';

const lease = 15_000;

let ground: Ground;
let ctx: Ctx;
let endpoint: string;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  ctx = await ground.platform();
  endpoint = await ground.endpoint(ctx, 'https://hooks.example.com/');
});

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await ground.app.db.pool.query(text, [...values])).rows;

async function claim(limit = 100): Promise<readonly ClaimedWebhook[]> {
  const turn = { platformId: ctx.platformId, id: endpoint };
  const [claimed] = await claimTogether(ground.app, [{ turn, limit, dueFrom: null }]);
  return claimed?.answer ?? [];
}

async function claimOne(): Promise<ClaimedWebhook> {
  const [webhook] = await claim();
  if (!webhook) throw new Error('Nothing was claimed');
  return webhook;
}

const write = (webhooks: readonly ClaimedWebhook[], status: number) =>
  writeResults(
    ground.app,
    webhooks.map((webhook) => ({
      webhook,
      at: ground.clock.now(),
      result: { status, error: status === 204 ? null : 'status', durationMs: 1 },
    })),
  );

const pendingOf = (id: string) =>
  sql('SELECT attempt_number AS number, round_attempts AS attempts, lease_until FROM pending_webhooks WHERE id = $1', [
    id,
  ]);

test('a claim and its return write no version of the webhook, and lock none', async () => {
  await ground.cause(ctx, 3);
  const versions = () => sql('SELECT id, ctid, xmin, xmax FROM webhooks WHERE platform_id = $1', [ctx.platformId]);
  const before = await versions();
  const claimed = await claim();
  expect(claimed).toHaveLength(3);
  await returnWebhooks(ground.app, claimed);
  expect(await claim()).toHaveLength(3);
  expect(await versions()).toEqual(before);
});

test('a result decides after the end of its lease, as long as nobody has claimed the webhook again', async () => {
  const [id = ''] = await ground.cause(ctx);
  const webhook = await claimOne();
  ground.clock.advance(lease + 1);
  await write([webhook], 204);
  expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'delivered', attemptNumber: 1 });
  expect(await pendingOf(id)).toEqual([]);
});

test('the result of an overtaken attempt is kept, and decides nothing', async () => {
  const [id = ''] = await ground.cause(ctx);
  const first = await claimOne();
  ground.clock.advance(lease + 1);
  const second = await claimOne();
  const [held] = await pendingOf(id);
  expect(held).toMatchObject({ number: 2, attempts: 2 });
  await write([first], 204);
  expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'pending', deliveredAt: null });
  expect(await pendingOf(id)).toEqual([held]);
  await write([second], 500);
  expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'pending', lastStatus: 500, attemptNumber: 2 });
  expect(await pendingOf(id)).toEqual([{ number: 2, attempts: 2, lease_until: null }]);
  expect((await ground.attempts(ctx, id)).map(({ status }) => status)).toEqual([204, 500]);
});

test('a redelivery overtakes the attempt under way, of a pending webhook and of a failed one', async () => {
  const [id = ''] = await ground.cause(ctx);
  const first = await claimOne();
  await redeliverWebhook(ctx, id);
  expect(await pendingOf(id)).toEqual([{ number: 2, attempts: 0, lease_until: null }]);
  await write([first], 204);
  expect((await ground.webhook(ctx, id)).state).toBe('pending');
  const second = await claimOne();
  ground.clock.advance(73 * 3_600_000);
  await sweepWebhooks(ground.app);
  expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'failed', attemptNumber: 3 });
  await redeliverWebhook(ctx, id);
  await write([second], 204);
  expect((await ground.webhook(ctx, id)).state).toBe('pending');
  expect((await claimOne()).attemptNumber).toBe(5);
});

test('claims, results, redeliveries, sweeps and a deletion at once end in no deadlock, and keep both rows in step', async () => {
  const ids = await ground.cause(ctx, 60);
  const repeated = async (times: number, work: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < times; n += 1) await work(n);
  };
  const shuffled = <Item>(items: readonly Item[]) => items.toSorted(() => Math.random() - 0.5);
  await Promise.all([
    ...[1, 2].map(() =>
      repeated(40, async (n) => {
        const claimed = shuffled(await claim(20));
        await (n % 3 === 0 ? returnWebhooks(ground.app, claimed) : write(claimed, n % 3 === 1 ? 204 : 500));
      }),
    ),
    ...[1, 2].map(() => repeated(100, (n) => redeliverWebhook(ctx, ids[(n * 7) % ids.length] ?? ''))),
    repeated(40, async () => {
      ground.clock.advance(1_000);
      await sweepWebhooks(ground.app);
    }),
  ]);
  const [made] = await sql('SELECT sum(attempt_number)::int AS results FROM webhooks WHERE platform_id = $1', [
    ctx.platformId,
  ]);
  expect(made?.results).toBeGreaterThan(0);
  await deleteEndpoint(ctx, endpoint);
  const rows = await sql('SELECT state, count(*)::int FROM webhooks WHERE platform_id = $1 GROUP BY 1', [
    ctx.platformId,
  ]);
  expect(rows.map(({ state }) => state)).not.toContain('pending');
  expect(await sql('SELECT FROM pending_webhooks WHERE platform_id = $1', [ctx.platformId])).toEqual([]);
}, 60_000);
