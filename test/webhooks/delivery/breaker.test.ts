import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { completeWebhooks } from '../../support/complete-webhooks.ts';
import type { WebhookSink } from '../../support/webhook-sink.ts';
import { type Ground, hours, minutes, openGround } from '../ground.ts';

let ground: Ground;
let ctx: Ctx;
let sink: WebhookSink;
let endpoint: string;

beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  ctx = await ground.platform();
  sink = await ground.sink();
  endpoint = await ground.endpoint(ctx, sink.url);
});

async function breaker(): Promise<{ failures: number; paused_until: Date | null }> {
  const { rows } = await ground.app.db.pool.query(
    'SELECT failures, paused_until FROM webhook_endpoints WHERE id = $1',
    [endpoint],
  );
  return rows[0];
}

/** So many webhooks fail, one after the other. */
async function fail(count: number): Promise<void> {
  sink.answerAlways(500);
  for (let n = 0; n < count; n += 1) {
    await ground.cause(ctx);
    await ground.run();
  }
}

const later = (ms: number) => new Date(ground.clock.now().getTime() + ms);

test('four failures in a row pause nothing, the fifth pauses the endpoint for a minute', async () => {
  await fail(4);
  expect(await breaker()).toEqual({ failures: 4, paused_until: null });
  await fail(1);
  expect(await breaker()).toEqual({ failures: 5, paused_until: later(minutes(1)) });
});

test('a success between failures begins the count anew', async () => {
  await fail(4);
  sink.answerAlways(204);
  await ground.cause(ctx);
  await ground.run();
  expect(await breaker()).toEqual({ failures: 0, paused_until: null });
  await fail(4);
  expect((await breaker()).paused_until).toBeNull();
});

test('while it is paused its attempts are moved, not spent', async () => {
  await fail(5);
  const asked = sink.taken.length;
  const [id = ''] = await ground.cause(ctx);
  ground.clock.advance(minutes(1) - 1);
  await ground.run();
  expect(sink.taken).toHaveLength(asked);
  expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'pending', attemptNumber: 0 });
  const { rows } = await ground.app.db.pool.query('SELECT attempt_number FROM pending_webhooks WHERE id = $1', [id]);
  expect(rows).toEqual([{ attempt_number: 0 }]);
});

test('the pause ends with one probe, and a success lets the rest go at once', async () => {
  await fail(5);
  const waiting = await ground.cause(ctx, 20);
  ground.clock.advance(minutes(1));
  sink.answer(500);
  sink.answerAlways(204);
  const asked = sink.taken.length;
  await ground.run();
  expect(sink.taken).toHaveLength(asked + 1);
  expect(await breaker()).toEqual({ failures: 6, paused_until: later(minutes(2)) });
  ground.clock.advance(minutes(2));
  await ground.run();
  expect(await breaker()).toEqual({ failures: 0, paused_until: null });
  for (const id of waiting) expect((await ground.webhook(ctx, id)).state).toBe('delivered');
});

test('each failed probe doubles the pause, to an hour at most', async () => {
  await fail(5);
  await ground.cause(ctx, 20);
  for (const pause of [2, 4, 8, 16, 32, 60, 60, 60]) {
    ground.clock.set((await breaker()).paused_until ?? new Date(0));
    const asked = sink.taken.length;
    await ground.run();
    expect(sink.taken).toHaveLength(asked + 1);
    expect((await breaker()).paused_until).toEqual(later(minutes(pause)));
  }
});

test('a pause that ended while nothing was due waits for the next webhook, which goes out at once', async () => {
  await fail(5);
  await ground.app.db.pool.query("UPDATE webhooks SET state = 'failed' WHERE endpoint_id = $1", [endpoint]);
  await completeWebhooks(ground.app.db.pool);
  ground.clock.advance(minutes(1));
  await ground.run();
  sink.answerAlways(204);
  const [id = ''] = await ground.cause(ctx);
  await ground.run();
  expect((await ground.webhook(ctx, id)).state).toBe('delivered');
});

test('attempts under way when the pause began do not lengthen it', async () => {
  sink.answerAlways(500);
  await ground.cause(ctx, 8);
  await ground.run();
  expect(sink.taken).toHaveLength(8);
  expect(await breaker()).toEqual({ failures: 5, paused_until: later(minutes(1)) });
});

test('a probe whose process died is made good once its lease is over', async () => {
  await fail(5);
  ground.clock.advance(minutes(1));
  const [id = ''] = await ground.cause(ctx);
  await ground.app.db.pool.query('UPDATE webhook_endpoints SET paused_until = $2 WHERE id = $1', [
    endpoint,
    later(15_000),
  ]);
  await ground.run();
  sink.answerAlways(204);
  ground.clock.advance(15_000);
  await ground.run();
  expect((await ground.webhook(ctx, id)).state).toBe('delivered');
});

test('a new URL ends the pause', async () => {
  await fail(5);
  const other = await ground.sink();
  await updateEndpoint(ctx, endpoint, { url: other.url });
  expect(await breaker()).toEqual({ failures: 0, paused_until: null });
  await ground.cause(ctx);
  await ground.run();
  expect(other.taken.length).toBeGreaterThan(0);
});

test('webhooks of a paused endpoint fail at 72 hours all the same', async () => {
  await fail(5);
  const [id = ''] = await ground.cause(ctx);
  await ground.app.db.pool.query('UPDATE webhook_endpoints SET paused_until = $2 WHERE id = $1', [
    endpoint,
    later(hours(100)),
  ]);
  ground.clock.advance(hours(72) - 1);
  await ground.run();
  expect((await ground.webhook(ctx, id)).state).toBe('pending');
  ground.clock.advance(1);
  await ground.run();
  expect((await ground.webhook(ctx, id)).state).toBe('failed');
});

test('a webhook whose message is gone is gone too, and keeps no pause from its end', async () => {
  const [orphan = ''] = await ground.cause(ctx);
  await fail(5);
  await ground.app.db.pool.query("UPDATE webhooks SET workspace_id = 'gone', message_id = 'gone' WHERE id = $1", [
    orphan,
  ]);
  sink.answerAlways(204);
  const asked = sink.taken.length;
  for (let minute = 1; minute <= 5; minute += 1) {
    ground.clock.advance(minutes(1));
    await ground.run();
  }
  expect(await breaker()).toEqual({ failures: 0, paused_until: null });
  expect(sink.taken.length).toBeGreaterThan(asked);
  await expect(ground.webhook(ctx, orphan)).rejects.toMatchObject({ code: 'not_found' });
});
