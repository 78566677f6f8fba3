/** Webhooks on a cluster, from the row to the note of their attempt: claims, bodies, results, retries and what ends them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { requestLimits } from '../../src/db/connections/time-limits.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { hour } from '../../src/ground/time/durations.ts';
import { recordOutcomes } from '../../src/messages/outcomes/record-outcomes.ts';
import type { PostResult } from '../../src/transport/post/guarded-post.ts';
import { buildBodies, buildBody } from '../../src/webhooks/delivery/build-bodies.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import type { ClaimedWebhook } from '../../src/webhooks/delivery/claimed-webhook.ts';
import { writeResults } from '../../src/webhooks/delivery/record-attempts.ts';
import { sweepWebhooks } from '../../src/webhooks/delivery/sweep-webhooks.ts';
import { countMessageWebhooks, listMessageWebhooks } from '../../src/webhooks/list-message-webhooks.ts';
import { redeliverWebhook } from '../../src/webhooks/redelivery/redeliver-webhook.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
const endpoints = ['every', 'slow', 'broken'] as const;

beforeAll(async () => {
  shops = await openShops();
  // No name is looked up here.
  for (const id of endpoints) {
    await shops.sql(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, body_version, rate_limit, created_at, updated_at)
       VALUES ($1, $1 || $2, 'https://hooks.example.com/', '{message.delivered,message.bounced}', 2, $3, now(), now())`,
      shops.tenant.platformId,
      id,
      id === 'slow' ? 2 : null,
    );
  }
});
afterAll(() => shops?.world.close());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };
async function delivered(emails: readonly string[], shopIds: readonly string[] = shops.shops): Promise<void> {
  for (const shop of shopIds)
    for (const email of emails)
      await emitEvent(shops.tenant.ctx, shop, {
        ...{ type: 'order.shipped', recipient: { email }, idempotencyKey: randomUUID(), payload },
      });
  const outcomes = (await shops.claimed()).map((message) =>
    shops.outcome(message, { state: 'delivered', evidence: 'exchanger' }),
  );
  await recordOutcomes(shops.world.app, outcomes, requestLimits);
}
const idOf = (endpoint: (typeof endpoints)[number]) => `${shops.tenant.platformId}${endpoint}`;
async function claim(endpoint: (typeof endpoints)[number]): Promise<readonly ClaimedWebhook[]> {
  const turn = { platformId: shops.tenant.platformId, id: idOf(endpoint) };
  const [claimed] = await claimTogether(shops.world.app, [{ turn, limit: 50, dueFrom: null }]);
  return claimed?.answer ?? [];
}
const accepted: PostResult = { status: 200, error: null, durationMs: 10 };
const refused: PostResult = { status: 500, error: 'status', durationMs: 10 };
const answer = (webhooks: readonly ClaimedWebhook[], result: PostResult) =>
  writeResults(
    shops.world.app,
    webhooks.map((webhook) => ({ webhook, at: shops.world.now(), result })),
  );
const statesOf = (webhooks: readonly { readonly id: string }[]) =>
  shops.sql(
    'SELECT state::text, count(*)::int AS n FROM webhooks WHERE id = ANY($1) GROUP BY 1 ORDER BY 1',
    webhooks.map(({ id }) => id),
  );

test('webhooks about mail of workspaces on both workers are claimed with their bodies, and delivered', async () => {
  const { world, tenant } = shops;
  await upsertContact(tenant.ctx, shops.shops[1] ?? '', 'ref:ada', { email: 'ada@example.com' });
  await delivered(['ada@example.com']);
  const claimed = await claim('every');
  expect(claimed.map(({ workspaceId }) => workspaceId).sort()).toEqual(shops.shops.toSorted());
  expect(await claim('every')).toEqual([]);
  for (const webhook of claimed) {
    const { message } = buildBody(webhook, webhook).data as { message: Record<string, unknown> };
    const isKnown = webhook.workspaceId === shops.shops[1];
    expect(message).toMatchObject(
      isKnown ? { contact: { reference: 'ada' } } : { recipient: 'ada@example.com', id: webhook.messageId },
    );
  }
  const bodies = await buildBodies(world.app.db, claimed);
  for (const webhook of claimed) expect(bodies.get(webhook.id)).toEqual(buildBody(webhook, webhook));
  await answer(claimed, accepted);
  expect(await statesOf(claimed)).toEqual([{ state: 'delivered', n: claimed.length }]);
  const messages = claimed.flatMap(({ messageId }) => messageId ?? []);
  const shown = await listMessageWebhooks(tenant.ctx, messages, { limit: 10, inverted: false });
  expect(shown.map(({ webhookIds }) => webhookIds.length)).toEqual(messages.map(() => endpoints.length));
  expect((await countMessageWebhooks(tenant.ctx, messages, 2)).map(({ count }) => count)).toEqual(
    messages.map(() => 2),
  );
});

test('an endpoint with a rate begins no more, and a broken one is paused and then probed', async () => {
  const { world } = shops;
  const [one] = await claim('slow');
  expect(await claim('slow')).toEqual([]);
  world.advance(1_000);
  expect((await claim('slow')).length).toBe(1);
  await answer(one === undefined ? [] : [one], accepted);

  const tried = await claim('broken');
  expect(tried.length).toBe(shops.shops.length);
  await answer(tried, refused);
  expect(await statesOf(tried)).toEqual([{ state: 'pending', n: tried.length }]);
  world.advance(30_000);
  expect(await claim('broken')).toEqual([]);
  world.advance(hour);
  const [probe, ...others] = await claim('broken');
  expect([probe?.probe, others]).toEqual([true, []]);
  expect(await claim('broken')).toEqual([]);
  await answer(probe === undefined ? [] : [probe], accepted);
  expect((await claim('broken')).length).toBe(tried.length - 1);
});

test('webhooks about a person who is being erased do not go out', async () => {
  const { world, tenant, sql } = shops;
  const shop = shops.shops[2] ?? '';
  await delivered(['leaving@example.com', 'staying@example.com'], [shop]);
  await sql(
    `INSERT INTO erasures (platform_id, workspace_id, id, address_hashes, contact_ids, terms_sealed, requested_at)
     VALUES ($1, $2, 'leaving', ARRAY[$3::bytea], '{}', '', $4)`,
    ...[tenant.platformId, shop, world.app.secrets.addressHash('leaving@example.com'), world.now()],
  );
  const recipients = async () => (await claim('every')).map(({ message }) => message?.recipient);
  expect(await recipients()).toEqual(['staying@example.com']);
  await sql('UPDATE erasures SET finished_at = $2 WHERE workspace_id = $1', shop, world.now());
  expect(await recipients()).toEqual(['leaving@example.com']);
});

test('a webhook whose round is over fails, and is sent again on demand', async () => {
  const { world, tenant, sql } = shops;
  const [pending] = await sql(
    'SELECT id FROM pending_webhooks WHERE platform_id = $1 AND endpoint_id = $2',
    ...[tenant.platformId, idOf('slow')],
  );
  world.advance(24 * 5 * hour);
  await sweepWebhooks(world.app);
  const id = String(pending?.id);
  expect(await statesOf([{ id }])).toEqual([{ state: 'failed', n: 1 }]);
  world.advance(-24 * 5 * hour);
  await redeliverWebhook(tenant.ctx, id);
  expect(await statesOf([{ id }])).toEqual([{ state: 'pending', n: 1 }]);
  expect((await claim('slow')).map((webhook) => webhook.id)).toEqual([id]);
});

test('streams hear of the webhooks that they follow', async () => {
  const { sql } = shops;
  await sql(
    `INSERT INTO live_watches (topic, until, incarnation) VALUES ($1, now() + interval '1 day', 'test')`,
    idOf('every'),
  );
  await delivered(['heard@example.com'], shops.shops.slice(0, 2));
  const claimed = await claim('every');
  await answer(claimed, accepted);
  expect(
    await sql(
      'SELECT state, count(*)::int AS n FROM live_changes WHERE topic = $1 GROUP BY 1 ORDER BY 1',
      idOf('every'),
    ),
  ).toEqual([
    { state: 'delivered', n: 2 },
    { state: 'pending', n: 2 },
  ]);
});
