import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { verifyWebhook } from '../../../src/local/verify-webhook.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { redeliverWebhook } from '../../../src/webhooks/redelivery/redeliver-webhook.ts';
import { createSecret } from '../../../src/webhooks/secrets/create-secret.ts';
import { deleteSecret } from '../../../src/webhooks/secrets/delete-secret.ts';
import { listSecrets } from '../../../src/webhooks/secrets/list-secrets.ts';
import type { TakenWebhook, WebhookSink } from '../../support/webhook-sink.ts';
import { type Ground, minutes, openGround, patience } from '../ground.ts';

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

const states = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await ground.webhook(ctx, id)).state));

describe('a change of an endpoint', () => {
  test('a new URL takes the undelivered webhooks with it', async () => {
    sink.answerAlways(500);
    const ids = await ground.cause(ctx, 3);
    await ground.run();
    const other = await ground.sink();
    await updateEndpoint(ctx, endpoint, { url: other.url });
    ground.clock.advance(minutes(10));
    await ground.run();
    expect(sink.taken).toHaveLength(3);
    expect(other.taken.map(({ body }) => body.id).sort()).toEqual(ids);
    expect(await states(ids)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('other types concern what happens from then on alone', async () => {
    const before = await ground.cause(ctx);
    await updateEndpoint(ctx, endpoint, { types: ['message.bounced'] });
    expect(await ground.cause(ctx)).toEqual([]);
    await ground.run();
    expect(await states(before)).toEqual(['delivered']);
  });
});

describe('a deletion of an endpoint', () => {
  test('fails what is undelivered, and sends it never', async () => {
    const done = await ground.cause(ctx);
    await ground.run();
    const ids = await ground.cause(ctx, 3);
    await deleteEndpoint(ctx, endpoint);
    await ground.run();
    expect(sink.taken).toHaveLength(1);
    expect(await states(ids)).toEqual(['failed', 'failed', 'failed']);
    expect(await states(done)).toEqual(['delivered']);
    for (const id of [...done, ...ids]) {
      await expect(redeliverWebhook(ctx, id)).rejects.toMatchObject({ code: 'endpoint_deleted' });
    }
  });

  test('what happens afterwards is not recorded for it', async () => {
    await deleteEndpoint(ctx, endpoint);
    expect(await ground.cause(ctx)).toEqual([]);
  });

  test('an attempt under way changes nothing any more', async () => {
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const slow = createServer(
      { cert: await readFile(ground.certificate.certFile), key: await readFile(ground.certificate.keyFile) },
      (request, response) => {
        arrived.resolve();
        void answer.promise.then(() => request.resume().on('end', () => response.writeHead(204).end()));
      },
    ).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    await updateEndpoint(ctx, endpoint, { url: `https://hooks.test:${(slow.address() as AddressInfo).port}/` });
    const ids = await ground.cause(ctx);
    await ground.turn([ctx, endpoint]);
    await arrived.promise;
    await deleteEndpoint(ctx, endpoint);
    answer.resolve();
    await ground.settled();
    expect(await states(ids)).toEqual(['failed']);
    slow.closeAllConnections();
    slow.close();
  });
});

describe('rotation', () => {
  const pairs = (webhook: TakenWebhook | undefined) =>
    String(webhook?.headers['service-webhook-signature'])
      .split(',')
      .map((pair) => pair.split('=')[0]);

  async function hear(): Promise<TakenWebhook | undefined> {
    await ground.cause(ctx);
    await ground.run();
    return sink.taken.at(-1);
  }

  test('a webhook is signed with each live secret, from the very next one on', async () => {
    const [first] = await listSecrets(ctx);
    expect(pairs(await hear())).toEqual([first?.id]);
    const second = await createSecret(ctx);
    const third = await createSecret(ctx);
    const webhook = await hear();
    expect(pairs(webhook)).toEqual([first?.id, second.id, third.id]);
    expect(String(webhook?.headers['webhook-signature']).split(' ')).toHaveLength(3);
    for (const { secret } of [second, third]) {
      const raw = Buffer.from(webhook?.raw ?? '');
      expect(verifyWebhook(webhook?.headers ?? {}, raw, secret, ground.clock.now())).toBeNull();
    }
    await deleteSecret(ctx, first?.id ?? '');
    expect(pairs(await hear())).toEqual([second.id, third.id]);
    await deleteSecret(ctx, second.id);
    const last = await hear();
    expect(pairs(last)).toEqual([third.id]);
    const raw = Buffer.from(last?.raw ?? '');
    expect(verifyWebhook(last?.headers ?? {}, raw, third.secret, ground.clock.now())).toBeNull();
    expect(verifyWebhook(last?.headers ?? {}, raw, second.secret, ground.clock.now())).not.toBeNull();
  });

  test('a fourth secret is refused, and so is giving up the last one while an endpoint exists', async () => {
    await createSecret(ctx);
    await createSecret(ctx);
    await expect(createSecret(ctx)).rejects.toMatchObject({ code: 'secret_ceiling_reached' });
    const [first, second, third] = await listSecrets(ctx);
    await deleteSecret(ctx, first?.id ?? '');
    await deleteSecret(ctx, second?.id ?? '');
    await expect(deleteSecret(ctx, third?.id ?? '')).rejects.toMatchObject({ code: 'last_secret_in_use' });
    await deleteEndpoint(ctx, endpoint);
    await deleteSecret(ctx, third?.id ?? '');
    expect(await listSecrets(ctx)).toEqual([]);
  });

  test('the signature of a webhook that waited is made when it is sent, with what is live then', async () => {
    sink.answer(500);
    await ground.cause(ctx);
    await ground.run();
    const fresh = await createSecret(ctx);
    const [old] = await listSecrets(ctx);
    await deleteSecret(ctx, old?.id ?? '');
    ground.clock.advance(minutes(1));
    await ground.run();
    expect(pairs(sink.taken.at(-1))).toEqual([fresh.id]);
  });
});

/** A receiver that answers when it is told to; the endpoint is moved there. */
async function holdingReceiver(status: number) {
  const held: (() => void)[] = [];
  const seen: string[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(
    { cert: await readFile(ground.certificate.certFile), key: await readFile(ground.certificate.keyFile) },
    (request, response) => {
      open += 1;
      most = Math.max(most, open);
      seen.push(String(request.headers['webhook-id']));
      request.resume();
      held.push(() => {
        open -= 1;
        response.writeHead(status).end();
      });
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await updateEndpoint(ctx, endpoint, { url: `https://hooks.test:${(server.address() as AddressInfo).port}/` });
  return {
    held,
    seen,
    most: () => most,
    answerAll: () => held.splice(0).forEach((answer) => void answer()),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('at most sixteen attempts at one endpoint run at once, and each that ends lets the next one go', async () => {
  const slow = await holdingReceiver(204);
  const ids = await ground.cause(ctx, 40);
  // Two asks for one endpoint at once, as jobs and this process may make them.
  await ground.turn([ctx, endpoint], [ctx, endpoint]);
  await expect.poll(() => slow.held.length, patience).toBe(16);
  slow.held.shift()?.();
  const release = setInterval(() => slow.held.shift()?.(), 5);
  await ground.run();
  expect(new Set(await states(ids))).toEqual(new Set(['delivered']));
  clearInterval(release);
  expect(slow.most()).toBe(16);
  slow.stop();
});

interface Counts {
  readonly claimed: () => Promise<number>;
  /** Requests that the receiver has seen. */
  readonly seen: () => number;
}

/** Forty webhooks, of which sixteen are answered with `status`; their results cannot be written while `work` runs. */
async function whileAnswersAreWritten(status: number, work: (counts: Counts) => Promise<void>) {
  const { pool } = ground.app.db;
  const receiver = await holdingReceiver(status);
  // A single failure pauses the endpoint, however the results are divided into batches.
  await pool.query('UPDATE webhook_endpoints SET failures = 4 WHERE id = $1', [endpoint]);
  const ids = await ground.cause(ctx, 40);
  await ground.turn([ctx, endpoint]);
  await expect.poll(() => receiver.held.length, patience).toBe(16);
  const count = async (text: string, values: readonly unknown[]) =>
    Number((await pool.query(`SELECT count(*) AS n FROM ${text}`, [...values])).rows[0]?.n);
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM webhooks WHERE id = ANY($1) FOR UPDATE', [receiver.seen]);
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    receiver.answerAll();
    const writers = () => count('pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [rows[0]?.pid]);
    await expect.poll(writers, patience).toBeGreaterThan(0);
    await ground.turn([ctx, endpoint]);
    await work({
      claimed: () => count('pending_webhooks WHERE id = ANY($1) AND lease_until IS NOT NULL', [ids]),
      seen: () => receiver.seen.length,
    });
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  const release = setInterval(receiver.answerAll, 5);
  await ground.run();
  const stop = () => {
    clearInterval(release);
    receiver.stop();
  };
  return { receiver, stop };
}

test.each([
  { status: 204, begun: 32, does: 'go out: an accepted webhook holds no slot' },
  { status: 500, begun: 16, does: 'are not even claimed: their endpoint may be paused' },
])('while answers of $status are written down the next $does', async ({ status, begun }) => {
  const { receiver, stop } = await whileAnswersAreWritten(status, async ({ claimed, seen }) => {
    if (begun > 16) await expect.poll(seen, patience).toBe(begun);
    expect(seen()).toBe(begun);
    expect(await claimed()).toBeGreaterThanOrEqual(begun);
    if (begun === 16) expect(await claimed()).toBe(16);
  });
  // Each once; those that failed have paused their endpoint.
  expect(receiver.seen).toHaveLength(status === 204 ? 40 : 16);
  expect(new Set(receiver.seen).size).toBe(receiver.seen.length);
  expect(receiver.most()).toBe(16);
  stop();
});

test('a dead endpoint holds no turn: it is left as soon as its slots are taken', async () => {
  const silent = await holdingReceiver(204);
  await ground.cause(ctx, 20);
  for (let n = 0; n < 3; n += 1) await ground.turn([ctx, endpoint]);
  // The turns are over though no attempt is.
  const { rows } = await ground.app.db.pool.query(
    `SELECT count(lease_until)::int AS claimed, count(nullif(attempts, '{}'))::int AS ended
     FROM webhooks LEFT JOIN pending_webhooks USING (platform_id, id) WHERE platform_id = $1`,
    [ctx.platformId],
  );
  expect(rows).toEqual([{ claimed: 16, ended: 0 }]);
  // A connection in its handshake would outlive the stop, until its attempt times out.
  await expect.poll(() => silent.held.length, patience).toBe(16);
  silent.stop();
  await ground.settled();
});
