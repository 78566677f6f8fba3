/** The rate of an endpoint: how many webhooks begin in a second, over all processes (docs/rules.md#endpoint-rate). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { claimTogether } from '../../../src/webhooks/delivery/claim-webhooks.ts';
import { createEndpoint } from '../../../src/webhooks/endpoints/create-endpoint.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { fillBacklog } from '../backlog.ts';
import { type Ground, openGround } from '../ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function backlogOf(rateLimit: number | null, url = 'https://hooks.example.com/', messages = 400) {
  const ctx = await ground.platform();
  const workspaceId = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
  const { id } = await createEndpoint(ctx, { url, types: ['message.delivered'], rateLimit });
  const { platformId } = ctx;
  const at = ground.clock.now();
  await fillBacklog(ground.app.db.pool, { platformId, workspaceId, endpointIds: [id], messages, at });
  return { ctx, id };
}

async function claim({ platformId }: Ctx, id: string, app = ground.app): Promise<number> {
  const [claimed] = await claimTogether(app, [{ turn: { platformId, id }, limit: 200, dueFrom: null }]);
  return claimed?.answer.length ?? 0;
}

test('half a second’s webhooks begin at once, and no more than its rate in each second after that', async () => {
  const { ctx, id } = await backlogOf(10);
  expect(await claim(ctx, id)).toBe(5);
  expect(await claim(ctx, id)).toBe(0);
  let claimed = 0;
  for (let step = 0; step < 25; step += 1) {
    ground.clock.advance(400);
    claimed += await claim(ctx, id);
  }
  expect(claimed).toBe(100);
  ground.clock.advance(60_000);
  expect(await claim(ctx, id)).toBe(5);
});

test.each([1, 3, 7, 1_000])('a rate of %d is kept to by small steps too', async (rate) => {
  const { ctx, id } = await backlogOf(rate, undefined, 3_000);
  let claimed = await claim(ctx, id);
  for (let step = 0; step < 40; step += 1) {
    ground.clock.advance(50);
    claimed += await claim(ctx, id);
  }
  const burst = Math.max(1, Math.floor(rate / 2));
  expect(claimed).toBeGreaterThanOrEqual(Math.min(2 * rate, 200 * 41));
  expect(claimed).toBeLessThanOrEqual(2 * rate + burst + 1);
});

test('two processes share it', async () => {
  const { ctx, id } = await backlogOf(20);
  const other = createApp({ ...ground.app });
  let claimed = 0;
  for (let step = 0; step < 20; step += 1) {
    const both = await Promise.all([claim(ctx, id), claim(ctx, id, other)]);
    claimed += both[0] + both[1];
    ground.clock.advance(100);
  }
  expect(claimed).toBeLessThanOrEqual(20 * 2 + 10);
  expect(claimed).toBeGreaterThanOrEqual(20 * 2 - 2);
});

test('without one all that is due begins, and one that is set or taken away holds from the next claim on', async () => {
  const { ctx, id } = await backlogOf(null);
  expect(await claim(ctx, id)).toBe(200);
  await updateEndpoint(ctx, id, { rateLimit: 4 });
  expect(await claim(ctx, id)).toBe(2);
  await updateEndpoint(ctx, id, { rateLimit: null });
  expect(await claim(ctx, id)).toBe(198);
});

test('a time that a wrong clock wrote holds nothing up', async () => {
  const { ctx, id } = await backlogOf(10);
  await ground.app.db.pool.query(`UPDATE webhook_endpoints SET rate_at = $2 WHERE id = $1`, [
    id,
    new Date(ground.clock.now().getTime() + 3_600_000),
  ]);
  expect(await claim(ctx, id)).toBe(5);
});

test('the probe that ends a pause goes out whatever the rate, and the others keep to it', async () => {
  const sink = await ground.sink();
  const { ctx, id } = await backlogOf(2, sink.url, 30);
  await ground.app.db.pool.query(
    `UPDATE webhook_endpoints SET failures = 5, paused_until = $2, rate_at = $3 WHERE id = $1`,
    [id, ground.clock.now(), new Date(ground.clock.now().getTime() + 1_000)],
  );
  await ground.turn([ctx, id]);
  await ground.settled();
  expect(sink.taken).toHaveLength(1);
  // The endpoint takes webhooks again, but its time has not come.
  await ground.turn([ctx, id]);
  await ground.settled();
  expect(sink.taken).toHaveLength(1);
});

test('what is left goes out with the next looks, all of it and in time', async () => {
  const sink = await ground.sink();
  await backlogOf(10, sink.url, 30);
  for (let look = 0; look < 12 && sink.taken.length < 30; look += 1) {
    await ground.run();
    ground.clock.advance(400);
  }
  expect(sink.taken).toHaveLength(30);
});

test.each([0, 1_001, 1.5, '5'])('%j is no rate', async (rateLimit) => {
  const ctx = await ground.platform();
  const made = createEndpoint(ctx, { url: 'https://hooks.example.com/', types: ['message.delivered'], rateLimit });
  await expect(made).rejects.toMatchObject({
    details: { errors: { rateLimit: [expect.stringMatching(/1 to 1000/)] } },
  });
});
