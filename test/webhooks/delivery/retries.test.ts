import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { nextAttempt as nextAttemptAt } from '../../../src/webhooks/delivery/webhook-schedule.ts';
import { redeliverWebhook } from '../../../src/webhooks/redelivery/redeliver-webhook.ts';
import type { WebhookSink } from '../../support/webhook-sink.ts';
import { type Ground, hours, minutes, openGround } from '../ground.ts';

/** Gaps between attempts in milliseconds, each within a tenth (docs/rules.md#webhook-retries). */
const gaps = [5_000, ...[1, 5, 15, 30].map(minutes), ...[1, 2, 4, 6, 8, 12, 12, 12, 12].map(hours)];
const retryWindow = hours(72);

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

async function caused(): Promise<string> {
  const [id] = await ground.cause(ctx);
  if (id === undefined) throw new Error('Nothing was recorded');
  return id;
}

async function dueAt(id: string): Promise<Date> {
  const { rows } = await ground.app.db.pool.query('SELECT due_at FROM pending_webhooks WHERE id = $1', [id]);
  return rows[0].due_at;
}

/** Goes on to when the webhook is tried next, and lets that happen. */
async function nextAttempt(id: string): Promise<void> {
  ground.clock.set(new Date(Math.max((await dueAt(id)).getTime(), ground.clock.now().getTime())));
  await ground.run();
}

const offsets = async (id: string, start: Date) =>
  (await ground.attempts(ctx, id)).map(({ at }) => at.getTime() - start.getTime());

test('without chance the gaps make fifteen attempts within the round', () => {
  const startedAt = new Date(0);
  const times = [0];
  for (let attempts = 1; attempts <= gaps.length + 1; attempts += 1) {
    times.push(nextAttemptAt({ attempts, startedAt }, new Date(times.at(-1) ?? 0), 0.5).getTime());
  }
  expect(times.slice(1).map((time, n) => time - (times[n] ?? 0))).toEqual([...gaps, retryWindow - (times.at(-2) ?? 0)]);
});

describe('a round of attempts', () => {
  test('a webhook that is taken is delivered by one attempt', async () => {
    const id = await caused();
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject({
      state: 'delivered',
      lastStatus: 204,
      lastError: null,
      deliveredAt: ground.clock.now(),
    });
    expect(await ground.attempts(ctx, id)).toEqual([{ at: ground.clock.now(), status: 204, error: null }]);
    expect(sink.taken.map(({ body }) => body)).toMatchObject([{ id, type: 'sending_domain.changed' }]);
  });

  test('one that fails is retried after the gaps of the schedule, each within a tenth, until 72 hours are over', async () => {
    sink.answerAlways(500);
    const start = ground.clock.now();
    const id = await caused();
    await ground.run();
    const end = new Date(start.getTime() + retryWindow);
    while ((await dueAt(id)) < end) await nextAttempt(id);
    const times = await offsets(id, start);
    // A last gap that chance made longer can end beyond the round.
    expect(times.length).toBeGreaterThanOrEqual(gaps.length);
    expect(times[0]).toBe(0);
    for (const [n, gap] of gaps.slice(0, times.length - 1).entries()) {
      const took = (times[n + 1] ?? 0) - (times[n] ?? 0);
      expect(took, `gap ${n + 1}`).toBeGreaterThanOrEqual(gap * 0.9);
      expect(took, `gap ${n + 1}`).toBeLessThanOrEqual(gap * 1.1);
    }
    expect(Math.max(...times)).toBeLessThan(retryWindow);

    ground.clock.set(new Date(end.getTime() - 1));
    await ground.run();
    expect((await ground.webhook(ctx, id)).state).toBe('pending');
    ground.clock.advance(1);
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'failed', lastStatus: 500, lastError: 'status' });
    expect(await ground.attempts(ctx, id)).toHaveLength(times.length);
  });

  test('a late success ends the round', async () => {
    sink.answer(503, 503, 503);
    const id = await caused();
    await ground.run();
    for (let n = 0; n < 3; n += 1) await nextAttempt(id);
    expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'delivered', lastStatus: 204, lastError: null });
    expect((await ground.attempts(ctx, id)).map(({ status }) => status)).toEqual([503, 503, 503, 204]);
    ground.clock.advance(hours(100));
    await ground.run();
    expect((await ground.webhook(ctx, id)).state).toBe('delivered');
    expect(sink.taken).toHaveLength(4);
  });

  test('every attempt has the same id and body, and a time of its own', async () => {
    sink.answer(500);
    const id = await caused();
    await ground.run();
    await nextAttempt(id);
    const [first, second] = sink.taken;
    expect(second?.raw).toBe(first?.raw);
    expect(second?.headers['service-webhook-id']).toBe(id);
    expect(second?.headers['webhook-id']).toBe(id);
    const signedAt = sink.taken.map(({ headers }) => Number(headers['service-webhook-timestamp']));
    expect(signedAt[1]).toBeGreaterThan(signedAt[0] ?? 0);
    expect(signedAt[1]).toBe(Math.floor(ground.clock.now().getTime() / 1000));
  });

  test('what a dead process had in hand is sent again once its lease is over, under the same id', async () => {
    const id = await caused();
    const lease = new Date(ground.clock.now().getTime() + 15_000);
    // As a process leaves it that was killed between the claim and the receiver's answer.
    await ground.app.db.pool.query(
      'UPDATE pending_webhooks SET attempt_number = 1, round_attempts = 1, lease_until = $2 WHERE id = $1',
      [id, lease],
    );
    await ground.run();
    expect(sink.taken).toHaveLength(0);
    ground.clock.set(lease);
    await ground.run();
    expect(sink.taken.map(({ body }) => body.id)).toEqual([id]);
    expect((await ground.webhook(ctx, id)).state).toBe('delivered');
  });
});

describe('redelivery', () => {
  test('sends a delivered webhook again under the same id, with a fresh round and its attempts added to the log', async () => {
    const id = await caused();
    await ground.run();
    ground.clock.advance(hours(5));
    sink.answerAlways(500);
    await redeliverWebhook(ctx, id);
    expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'pending', deliveredAt: null });
    const again = ground.clock.now();
    await ground.run();
    await nextAttempt(id);
    const times = await offsets(id, again);
    expect(times.slice(1)).toEqual([0, expect.closeTo(5_000, -3)]);
    expect(new Set(sink.taken.map(({ body }) => body.id))).toEqual(new Set([id]));
    ground.clock.set(new Date(again.getTime() + retryWindow - 1));
    await ground.run();
    expect((await ground.webhook(ctx, id)).state).toBe('pending');
    ground.clock.advance(1);
    await ground.run();
    expect((await ground.webhook(ctx, id)).state).toBe('failed');
  });

  test('revives one that failed', async () => {
    sink.answerAlways(500);
    const id = await caused();
    await ground.run();
    ground.clock.advance(retryWindow);
    await ground.run();
    expect((await ground.webhook(ctx, id)).state).toBe('failed');
    sink.answerAlways(200);
    await redeliverWebhook(ctx, id);
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'delivered', lastStatus: 200 });
  });

  test('overtakes the wait for the next attempt', async () => {
    sink.answer(500);
    const id = await caused();
    await ground.run();
    await redeliverWebhook(ctx, id);
    await ground.run();
    expect(sink.taken).toHaveLength(2);
    expect((await ground.webhook(ctx, id)).state).toBe('delivered');
  });

  test('of an attempt that is under way decides anew, whatever becomes of that attempt', async () => {
    const id = await caused();
    await ground.app.db.pool.query(
      `UPDATE pending_webhooks SET attempt_number = 1, round_attempts = 1, lease_until = $2 WHERE id = $1`,
      [id, new Date(ground.clock.now().getTime() + 15_000)],
    );
    await redeliverWebhook(ctx, id);
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'delivered', attemptNumber: 3 });
  });
});

test('an endpoint is named in the record until it is deleted', async () => {
  const id = await caused();
  expect((await ground.webhook(ctx, id)).endpointId).toBe(endpoint);
});
