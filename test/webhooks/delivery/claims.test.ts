/** Claims of an endpoint's due webhooks: where they look, and what they cost as the backlog grows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { claimTogether } from '../../../src/webhooks/delivery/claim-webhooks.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { fillBacklog } from '../backlog.ts';
import { type Ground, openGround } from '../ground.ts';

let ground: Ground;

beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function platformWithEndpoint(url = 'https://hooks.example.com/') {
  const ctx = await ground.platform();
  const workspaceId = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
  const endpointId = await ground.endpoint(ctx, url);
  const fill = (messages: number, at = ground.clock.now()) =>
    fillBacklog(ground.app.db.pool, {
      platformId: ctx.platformId,
      workspaceId,
      endpointIds: [endpointId],
      messages,
      at,
    });
  return { ctx, endpointId, fill };
}

async function claim({ platformId }: Ctx, endpointId: string, limit: number, dueFrom: Date | null = null) {
  const turn = { platformId, id: endpointId };
  const [claimed] = await claimTogether(ground.app, [{ turn, limit, dueFrom }]);
  return claimed?.answer ?? [];
}

test('a claim leaves out what was due before its position, and takes what is due at it', async () => {
  const { ctx, endpointId, fill } = await platformWithEndpoint();
  const now = ground.clock.now().getTime();
  await fill(3, new Date(now - 2_000));
  await fill(2, new Date(now - 1_000));
  await fill(1, new Date(now));
  const later = await claim(ctx, endpointId, 10, new Date(now - 1_000));
  expect(later.map(({ dueAt }) => dueAt.getTime() - now)).toEqual([-1_000, -1_000, 0]);
  const all = await claim(ctx, endpointId, 10);
  expect(all.map(({ dueAt }) => dueAt.getTime() - now)).toEqual([-2_000, -2_000, -2_000]);
});

test('a backlog of many claims is delivered to its end, each webhook once', async () => {
  const sink = await ground.sink();
  const { ctx, endpointId, fill } = await platformWithEndpoint(sink.url);
  await fill(1_500);
  await ground.turn([ctx, endpointId]);
  await ground.run();
  const { rows } = await ground.app.db.pool.query<{ state: string; attempts: number; count: number }>(
    `SELECT state, made AS attempts, count(*)::int AS count
     FROM webhooks, LATERAL (
       SELECT count(*)::int + num_nonnulls(last_number) AS made FROM jsonb_object_keys(attempts)) a
     WHERE platform_id = $1 GROUP BY state, made`,
    [ctx.platformId],
  );
  expect(rows).toEqual([{ state: 'delivered', attempts: 1, count: 1_500 }]);
  const ids = sink.taken.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(1_500);
  expect(new Set(ids).size).toBe(1_500);
}, 60_000);

test('PostgreSQL keeps the plan of the claim while the backlog grows', async () => {
  const { ctx, endpointId, fill } = await platformWithEndpoint();
  for (const webhooks of [400, 2_000, 4_000]) {
    await fill(webhooks);
    for (let n = 0; n < 30; n += 1) expect(await claim(ctx, endpointId, 10)).toHaveLength(10);
  }
  // One claim after another uses a single connection, the last one that was free.
  const client = await ground.app.db.pool.connect();
  const { rows } = await client.query<{ anew: number; kept: number }>(
    `SELECT custom_plans::int AS anew, generic_plans::int AS kept FROM pg_prepared_statements
     WHERE name = 'claim-webhooks'`,
  );
  client.release();
  const [plans = { anew: 0, kept: 0 }] = rows;
  expect(plans.anew + plans.kept).toBeGreaterThanOrEqual(90);
  expect(plans.anew).toBeLessThan(12);
}, 60_000);
