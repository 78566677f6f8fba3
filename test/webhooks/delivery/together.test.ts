/** Turns of many endpoints run together, over the same statements; what is one's own stays so. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { verifyWebhook } from '../../../src/local/verify-webhook.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { redeliverWebhook } from '../../../src/webhooks/redelivery/redeliver-webhook.ts';
import { createSecret } from '../../../src/webhooks/secrets/create-secret.ts';
import { statementsOf } from '../../support/statements.ts';
import { type Ground, minutes, openGround, patience } from '../ground.ts';

let ground: Ground;

beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function listener() {
  const ctx = await ground.platform();
  const sink = await ground.sink();
  return { ctx, sink, endpoint: await ground.endpoint(ctx, sink.url) };
}

test('each platform’s webhooks go to its own endpoints, signed with its own secrets', async () => {
  const all = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const one = await listener();
      const second = await ground.sink();
      await ground.endpoint(one.ctx, second.url);
      return { ...one, sinks: [one.sink, second], secret: (await createSecret(one.ctx)).secret };
    }),
  );
  const caused = await Promise.all(all.map(({ ctx }) => ground.cause(ctx, 12)));
  await ground.run();
  for (const [n, { sinks, secret }] of all.entries()) {
    const taken = sinks.flatMap((sink) => sink.taken);
    expect(taken.map(({ body }) => body.id).toSorted()).toEqual(caused[n]?.toSorted());
    for (const sink of sinks) expect(sink.taken).toHaveLength(12);
    for (const { headers, raw } of taken) {
      expect(verifyWebhook(headers, Buffer.from(raw), secret, ground.clock.now())).toBeNull();
    }
  }
});

async function pause(ctx: Ctx, endpoint: string): Promise<void> {
  await ground.app.db.pool.query(
    'UPDATE webhook_endpoints SET failures = 5, paused_until = $3 WHERE platform_id = $1 AND id = $2',
    [ctx.platformId, endpoint, new Date(ground.clock.now().getTime() + minutes(1))],
  );
}

test('beside others a paused endpoint gets nothing, and one whose pause has ended its one probe', async () => {
  const [well, paused, probed] = [await listener(), await listener(), await listener()];
  await pause(probed.ctx, probed.endpoint);
  ground.clock.advance(minutes(1));
  await pause(paused.ctx, paused.endpoint);
  probed.sink.answerAlways(500);
  for (const { ctx } of [well, paused, probed]) await ground.cause(ctx, 20);
  await ground.run();
  expect([well, paused, probed].map(({ sink }) => sink.taken.length)).toEqual([20, 0, 1]);
});

test('an endpoint that somebody is changing holds up none of the others, and has its probe afterwards', async () => {
  const [well, probed] = [await listener(), await listener()];
  await pause(probed.ctx, probed.endpoint);
  ground.clock.advance(minutes(1));
  await Promise.all([well, probed].map(({ ctx }) => ground.cause(ctx, 3)));
  await ground.app.db.transaction(async (client) => {
    await client.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [probed.endpoint]);
    await ground.turn([well.ctx, well.endpoint], [probed.ctx, probed.endpoint]);
    await ground.settled();
    expect([well, probed].map(({ sink }) => sink.taken.length)).toEqual([3, 0]);
  });
  await ground.run();
  expect(probed.sink.taken).toHaveLength(3);
});

test('a turn that got fewer than it had room for does not ask again', async () => {
  const { ctx, sink, endpoint } = await listener();
  await ground.cause(ctx, 3);
  const statements = await statementsOf(async () => {
    await ground.turn([ctx, endpoint]);
    await ground.settled();
  });
  expect(sink.taken).toHaveLength(3);
  expect(statements.filter((text) => text.includes('webhook_secrets'))).toHaveLength(1);
});

test('an attempt that a redelivery has overtaken is in the log, and decides nothing, though both end together', async () => {
  const { ctx, endpoint } = await listener();
  const held: ((status: number) => void)[] = [];
  const receiver = createServer(
    { cert: await readFile(ground.certificate.certFile), key: await readFile(ground.certificate.keyFile) },
    (request, response) => {
      request.resume();
      held.push((status) => response.writeHead(status).end());
    },
  ).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await updateEndpoint(ctx, endpoint, { url: `https://hooks.test:${(receiver.address() as AddressInfo).port}/` });
  const [id = ''] = await ground.cause(ctx);
  await ground.turn([ctx, endpoint]);
  await expect.poll(() => held.length, patience).toBe(1);
  await redeliverWebhook(ctx, id);
  await ground.turn([ctx, endpoint]);
  await expect.poll(() => held.length, patience).toBe(2);
  held[1]?.(204);
  held[0]?.(500);
  await ground.settled();
  expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'delivered', lastStatus: 204, lastError: null });
  expect((await ground.attempts(ctx, id)).map(({ status }) => status)).toEqual([500, 204]);
  receiver.closeAllConnections();
  receiver.close();
});
