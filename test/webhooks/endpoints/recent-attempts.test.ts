/** What an endpoint answered in the last hour and the last day (docs/rules.md#recent-attempts). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { idAt } from '../../../src/ground/ids.ts';
import { day, hour, minute } from '../../../src/ground/time/durations.ts';
import { readRecentAttempts } from '../../../src/webhooks/endpoints/read-recent-attempts.ts';
import { type Ground, openGround } from '../ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function recentOf({ app, platformId }: Ctx, endpoint: string) {
  const [found] = await readRecentAttempts(app, platformId, [endpoint]);
  if (!found) throw new Error('An endpoint has no figures');
  return found;
}

test('attempts, failures and answers of an hour and of a day are those that were made', async () => {
  const ctx = await ground.platform();
  const sink = await ground.sink();
  const endpoint = await ground.endpoint(ctx, sink.url);
  const begin = ground.clock.now().getTime();
  expect(await recentOf(ctx, endpoint)).toEqual({
    id: endpoint,
    lastHour: { since: new Date(begin - hour), attempts: 0, failed: 0, slowestMs: null, answers: [] },
    lastDay: { since: new Date(begin - day), attempts: 0, failed: 0, slowestMs: null, answers: [] },
  });

  sink.answerAlways(503);
  await ground.cause(ctx, 2);
  await ground.run();
  ground.clock.advance(2 * hour);
  sink.answerAlways(204);
  await ground.cause(ctx, 1);
  await ground.run();
  // The pause of the breaker has ended, and the two that failed are taken too.
  const { lastHour, lastDay } = await recentOf(ctx, endpoint);
  expect(lastHour).toMatchObject({ attempts: 3, failed: 0, answers: [{ status: 204, error: null, attempts: 3 }] });
  expect(lastDay).toMatchObject({
    attempts: 5,
    failed: 2,
    answers: [
      { status: 204, error: null, attempts: 3 },
      { status: 503, error: 'status', attempts: 2 },
    ],
  });
  expect(lastDay.slowestMs).toBeGreaterThanOrEqual(lastHour.slowestMs ?? Number.POSITIVE_INFINITY);
});

test('an earlier webhook counts as long as it waits, and the attempts of before the day never do', async () => {
  const ctx = await ground.platform();
  const sink = await ground.sink();
  const endpoint = await ground.endpoint(ctx, sink.url);
  sink.answerAlways(500);
  await ground.cause(ctx, 1);
  await ground.run();
  ground.clock.advance(day + hour);
  expect((await recentOf(ctx, endpoint)).lastDay.attempts).toBe(0);
  await ground.run();
  expect((await recentOf(ctx, endpoint)).lastHour).toMatchObject({ attempts: 1, failed: 1 });
  ground.clock.advance(day - minute);
  expect((await recentOf(ctx, endpoint)).lastDay).toMatchObject({ attempts: 1, failed: 1 });
});

test('no other platform sees them, whatever id it has', async () => {
  const [ctx, other] = [await ground.platform(), await ground.platform()];
  const sink = await ground.sink();
  const endpoint = await ground.endpoint(ctx, sink.url);
  await ground.cause(ctx, 1);
  await ground.run();
  expect((await recentOf(ctx, endpoint)).lastDay.attempts).toBe(1);
  expect((await recentOf(other, endpoint)).lastDay.attempts).toBe(0);
});

test('of an endpoint with more webhooks than are read, the figures say since when they count', async () => {
  const ctx = await ground.platform();
  const sink = await ground.sink();
  const endpoint = await ground.endpoint(ctx, sink.url);
  const now = ground.clock.now().getTime();
  const times = Array.from({ length: 10_050 }, (_, ago) => new Date(now - 1_000 - ago * 2_000));
  await ctx.app.db.pool.query(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, attempt_number, last_status, last_number,
       last_at, last_ms, delivered_at, created_at)
     SELECT $1, id, $2, 'sending_domain.changed', 'service', 'delivered', 1, 200, 1, at, 40, at, at
     FROM unnest($3::text[], $4::timestamptz[]) w (id, at)`,
    [ctx.platformId, endpoint, times.map((at) => idAt(at)), times],
  );
  const { lastHour, lastDay } = await recentOf(ctx, endpoint);
  expect(lastDay).toMatchObject({ since: times[10_000], attempts: 10_001, failed: 0, slowestMs: 40 });
  expect(lastHour).toMatchObject({ since: new Date(now - hour), attempts: 1_800 });
});
