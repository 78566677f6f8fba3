/** An endpoint that is paused by hand (docs/rules.md#paused-endpoints), and redelivery since a time. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { idAt } from '../../../src/ground/ids.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { pauseEndpoint } from '../../../src/webhooks/endpoints/pause-endpoint.ts';
import { resumeEndpoint } from '../../../src/webhooks/endpoints/resume-endpoint.ts';
import { findLatestRedeliveries, findRedelivery } from '../../../src/webhooks/redelivery/find-redeliveries.ts';
import { redeliverFailed } from '../../../src/webhooks/redelivery/redeliver-failed.ts';
import { stepRedeliveries } from '../../../src/webhooks/redelivery/step-redeliveries.ts';
import type { WebhookSink } from '../../support/webhook-sink.ts';
import { type Ground, hours, openGround } from '../ground.ts';

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

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await ground.app.db.pool.query(text, [...values])).rows;
const takenIds = () => sink.taken.map(({ headers }) => String(headers['webhook-id']));

describe('a pause by hand', () => {
  test('holds every webhook, and on resuming all go out in their order', async () => {
    await pauseEndpoint(ctx, endpoint);
    const [{ paused_at: since }] = await sql('SELECT paused_at FROM webhook_endpoints WHERE id = $1', endpoint);
    const waiting: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ground.clock.advance(1_000);
      waiting.push(...(await ground.cause(ctx)));
      await ground.run();
    }
    await pauseEndpoint(ctx, endpoint);
    expect(await sql('SELECT paused_at FROM webhook_endpoints WHERE id = $1', endpoint)).toEqual([
      { paused_at: since },
    ]);
    expect(takenIds()).toEqual([]);
    expect(await ground.webhook(ctx, waiting[0] ?? '')).toMatchObject({ state: 'pending', attemptNumber: 0 });
    await resumeEndpoint(ctx, endpoint);
    await ground.turn([ctx, endpoint]);
    await ground.settled();
    expect(takenIds()).toEqual(waiting);
    expect(await sql("SELECT FROM webhooks WHERE endpoint_id = $1 AND state <> 'delivered'", endpoint)).toEqual([]);
  });

  test('lets an attempt under way end, and a success does not end the pause', async () => {
    sink.answerAlways(500);
    const [first = ''] = await ground.cause(ctx);
    await ground.run();
    sink.answerAlways(204);
    // The pause comes while the results of a delivery wait for the row of the endpoint.
    const client = await ground.app.db.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE webhook_endpoints SET paused_at = $2 WHERE id = $1', [endpoint, ground.clock.now()]);
    ground.clock.advance(hours(1));
    const running = ground.run();
    await sink.received(2);
    await client.query('COMMIT');
    client.release();
    await running;
    expect(await ground.webhook(ctx, first)).toMatchObject({ state: 'delivered' });
    const [later = ''] = await ground.cause(ctx);
    await ground.run();
    expect(await ground.webhook(ctx, later)).toMatchObject({ state: 'pending', attemptNumber: 0 });
    expect(takenIds()).toEqual([first, first]);
  });

  test('lengthens no life: a webhook fails 72 hours after its occurrence, and can be redelivered', async () => {
    await pauseEndpoint(ctx, endpoint);
    const [id = ''] = await ground.cause(ctx);
    ground.clock.advance(hours(72));
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'failed', attemptNumber: 0 });
    await resumeEndpoint(ctx, endpoint);
    await redeliverFailed(ctx, endpoint, new Date(ground.clock.now().getTime() - hours(73)));
    await stepRedeliveries(ground.app);
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject({ state: 'delivered' });
  });

  test('is apart from the breaker, whose pause a resume ends too', async () => {
    sink.answerAlways(500);
    for (let n = 0; n < 5; n += 1) {
      await ground.cause(ctx);
      await ground.run();
    }
    sink.answerAlways(204);
    expect(
      await sql('SELECT FROM webhook_endpoints WHERE id = $1 AND paused_until IS NOT NULL', endpoint),
    ).toHaveLength(1);
    await pauseEndpoint(ctx, endpoint);
    ground.clock.advance(hours(1));
    await ground.run();
    expect(sink.taken).toHaveLength(5);
    await resumeEndpoint(ctx, endpoint);
    expect(
      await sql('SELECT failures, paused_until, paused_at FROM webhook_endpoints WHERE id = $1', endpoint),
    ).toEqual([{ failures: 0, paused_until: null, paused_at: null }]);
    await ground.run();
    expect(sink.taken).toHaveLength(10);
  });

  test('of another platform is not found', async () => {
    const stranger = await ground.platform();
    for (const act of [pauseEndpoint, resumeEndpoint, (of: Ctx, id: string) => redeliverFailed(of, id, new Date(0))]) {
      await expect(act(stranger, endpoint)).rejects.toBeInstanceOf(DomainError);
    }
    const id = await redeliverFailed(ctx, endpoint, new Date(0));
    await expect(findRedelivery(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await findLatestRedeliveries(stranger, [endpoint])).toEqual([]);
    await stepRedeliveries(ground.app);
  });
});

describe('a redelivery of all that failed since a time', () => {
  /** So many failed webhooks of the endpoint, a second apart, the last one now. */
  const fail = (count: number) =>
    sql(
      `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, created_at, details)
       SELECT $1, id, $2, 'sending_domain.changed', 'service', 'failed', at, '{"sendable": true}'
       FROM unnest($3::text[], $4::timestamptz[]) AS made (id, at)`,
      ctx.platformId,
      endpoint,
      ...madeIds(count),
    );
  const madeIds = (count: number) => {
    const times = Array.from({ length: count }, (_, n) => new Date(ground.clock.now().getTime() - n * 1_000));
    return [times.map((time) => idAt(time).replace(/0$/, '1')), times] as const;
  };
  const secondsAgo = (seconds: number) => new Date(ground.clock.now().getTime() - seconds * 1_000);
  const pending = async () =>
    (await sql("SELECT FROM webhooks WHERE endpoint_id = $1 AND state = 'pending'", endpoint)).length;

  test('walks in bounded steps by several processes, each webhook once, and shows its progress', async () => {
    await fail(1_201);
    const id = await redeliverFailed(ctx, endpoint, secondsAgo(1_100));
    const again = await Promise.all([0, 1, 2].map(() => redeliverFailed(ctx, endpoint, secondsAgo(5))));
    expect(again).toEqual([id, id, id]);
    expect(await findRedelivery(ctx, id)).toMatchObject({ examined: 0, redelivered: 0, finishedAt: null });
    const other = createApp(ground.app);
    await Promise.all([stepRedeliveries(ground.app), stepRedeliveries(other), stepRedeliveries(ground.app)]);
    await stepRedeliveries(other);
    const done = await findRedelivery(ctx, id);
    expect(done).toMatchObject({ examined: 1_101, redelivered: 1_101, finishedAt: ground.clock.now() });
    expect(await findLatestRedeliveries(ctx, [endpoint])).toEqual([{ id: endpoint, redelivery: done }]);
    expect(await pending()).toBe(1_101);
    expect(await sql('SELECT DISTINCT attempt_number FROM pending_webhooks WHERE endpoint_id = $1', endpoint)).toEqual([
      { attempt_number: 1 },
    ]);
    // Nothing has failed since: a new walk leaves what is pending alone.
    const next = await redeliverFailed(ctx, endpoint, secondsAgo(1_100));
    expect(next).not.toBe(id);
    await stepRedeliveries(ground.app);
    expect(await findRedelivery(ctx, next)).toMatchObject({ examined: 1_101, redelivered: 0 });
  });

  test('goes on after a step that died, from where it was committed', async () => {
    await fail(600);
    const id = await redeliverFailed(ctx, endpoint, secondsAgo(700));
    const dying = createApp({
      ...ground.app,
      db: {
        ...ground.app.db,
        transaction: (work, ...rest) =>
          ground.app.db.transaction(
            async (client) => {
              await work(client);
              throw new Error('killed before the commit');
            },
            ...rest,
          ),
      },
    });
    await expect(stepRedeliveries(dying)).rejects.toThrow('killed');
    expect([await pending(), (await findRedelivery(ctx, id)).examined]).toEqual([0, 0]);
    await stepRedeliveries(ground.app);
    expect([await pending(), (await findRedelivery(ctx, id)).redelivered]).toEqual([600, 600]);
  });

  test('ends with its endpoint, and rejects a time in the future', async () => {
    await fail(3);
    const id = await redeliverFailed(ctx, endpoint, secondsAgo(10));
    await deleteEndpoint(ctx, endpoint);
    await stepRedeliveries(ground.app);
    expect(await findRedelivery(ctx, id)).toMatchObject({ redelivered: 0, finishedAt: ground.clock.now() });
    expect(await pending()).toBe(0);
    await expect(redeliverFailed(ctx, endpoint, secondsAgo(10))).rejects.toMatchObject({ code: 'not_found' });
    const other = await ground.endpoint(ctx, sink.url);
    await expect(redeliverFailed(ctx, other, secondsAgo(-1))).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('leaves out webhooks that have exceeded their 30 days before its step', async () => {
    await fail(10);
    const id = await redeliverFailed(ctx, endpoint, secondsAgo(10));
    ground.clock.advance(hours(30 * 24) - 4_500);
    await stepRedeliveries(ground.app);
    expect(await findRedelivery(ctx, id)).toMatchObject({
      examined: 5,
      redelivered: 5,
      finishedAt: ground.clock.now(),
    });
    expect(await pending()).toBe(5);
  });
});
