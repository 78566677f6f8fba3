/** Webhooks that were claimed ahead follow what happens before they go out: changes, failures, a stop, a crash. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { App, Ctx } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { keptAhead } from '../../../src/webhooks/delivery/claimed-ahead.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { redeliverWebhook } from '../../../src/webhooks/redelivery/redeliver-webhook.ts';
import { createSecret } from '../../../src/webhooks/secrets/create-secret.ts';
import { deleteSecret } from '../../../src/webhooks/secrets/delete-secret.ts';
import { listSecrets } from '../../../src/webhooks/secrets/list-secrets.ts';
import { type Ground, openGround, patience } from '../ground.ts';

/** Attempts at one endpoint that run at once. */
const slots = 16;
/** Webhooks that the receiver accepts at once. */
const quick = 3 * slots;
/** Webhooks of which some go out quickly, sixteen wait for their response, and more wait for a slot. */
const backlog = 100;
/** Longer than any claim. */
const leaseTime = 15_000;

let ground: Ground;

beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
afterEach(() => void vi.restoreAllMocks());

/** A receiver that accepts the first webhooks at once, and keeps later ones waiting until it is let go. */
async function holdingReceiver() {
  const { certFile, keyFile } = ground.certificate;
  const taken: { readonly id: string; readonly signature: string }[] = [];
  const released = Promise.withResolvers<number>();
  const full = Promise.withResolvers<void>();
  const server = createServer(
    { cert: await readFile(certFile), key: await readFile(keyFile) },
    async (request, response) => {
      request.resume();
      const { 'service-webhook-id': id, 'service-webhook-signature': signature } = request.headers;
      taken.push({ id: String(id), signature: String(signature) });
      if (taken.length === quick + slots) full.resolve();
      const status = taken.length > quick ? await released.promise : 204;
      response.writeHead(status).end();
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://hooks.test:${(server.address() as AddressInfo).port}/`,
    taken,
    full: full.promise,
    release: (status = 204) => released.resolve(status),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * An endpoint of which sixteen webhooks wait for their response and others are claimed ahead. Time stands still for the
 * process, so nothing goes back by itself.
 */
async function openWaiting(app: App = ground.app) {
  const ctx = await ground.platform();
  const receiver = await holdingReceiver();
  const endpoint = await ground.endpoint(ctx, receiver.url);
  const ids = await ground.cause(ctx, backlog);
  let moment = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(moment);
  app.parts.turns.webhooks.open();
  app.parts.turns.webhooks.ask({ platformId: ctx.platformId, id: endpoint });
  await receiver.full;
  await expect.poll(() => claimed(ctx), patience).toBeGreaterThan(quick + slots);
  // The results of the accepted webhooks are committed: the rest is what waits.
  await expect.poll(() => count(ctx, "state = 'delivered'"), patience).toBe(quick);
  return {
    ctx,
    receiver,
    endpoint,
    ids,
    /** Time goes on: what was claimed ahead is now too old. */
    letTimePass() {
      moment += keptAhead;
      vi.spyOn(performance, 'now').mockReturnValue(moment);
    },
    async end() {
      receiver.release();
      await ground.run();
      await receiver.stop();
    },
  };
}

async function count({ platformId }: Ctx, condition: string): Promise<number> {
  const { rows } = await ground.app.db.pool.query(
    `SELECT count(*)::int AS n
     FROM webhooks h LEFT JOIN pending_webhooks p ON p.platform_id = h.platform_id AND p.id = h.id
     WHERE h.platform_id = $1 AND (${condition})`,
    [platformId],
  );
  return rows[0].n;
}

const claimed = (ctx: Ctx) => count(ctx, 'coalesce(p.attempt_number, h.attempt_number) = 1');
const leased = (ctx: Ctx) => count(ctx, 'p.lease_until IS NOT NULL');

/** Another process on the same database. */
const otherProcess = (): App => createApp(ground.app);

test('a changed URL gets them', async () => {
  const { ctx, endpoint, receiver, ids, end } = await openWaiting();
  const other = await ground.sink();
  await updateEndpoint(ctx, endpoint, { url: other.url });
  await end();
  expect(receiver.taken).toHaveLength(quick + slots);
  expect(other.taken).toHaveLength(backlog - quick - slots);
  expect(new Set([...receiver.taken.map(({ id }) => id), ...other.taken.map(({ body }) => body.id)])).toEqual(
    new Set(ids),
  );
});

test('a URL that another process changed gets them', async () => {
  const { ctx, endpoint, receiver, letTimePass, end } = await openWaiting();
  const other = await ground.sink();
  await updateEndpoint({ ...ctx, app: otherProcess() }, endpoint, { url: other.url });
  letTimePass();
  await end();
  expect(receiver.taken).toHaveLength(quick + slots);
  expect(other.taken).toHaveLength(backlog - quick - slots);
});

test('of a deleted endpoint they go to nobody', async () => {
  const { ctx, endpoint, receiver, end } = await openWaiting();
  await deleteEndpoint(ctx, endpoint);
  await end();
  expect(receiver.taken).toHaveLength(quick + slots);
});

test('a revoked secret signs them no more, and a new one does', async () => {
  const { ctx, receiver, end } = await openWaiting();
  const revoked = (await listSecrets(ctx))[0]?.id ?? '';
  const { id: added } = await createSecret(ctx);
  await deleteSecret(ctx, revoked);
  await end();
  expect(receiver.taken).toHaveLength(backlog);
  // Requests that begin together may arrive in another order.
  const signers = receiver.taken.map(({ signature }) => signature.split('=')[0]);
  expect(signers.filter((id) => id === revoked)).toHaveLength(quick + slots);
  expect(signers.filter((id) => id === added)).toHaveLength(backlog - quick - slots);
});

test('a redelivery of one of them is sent once', async () => {
  const { ctx, receiver, ids, end } = await openWaiting();
  const { rows } = await ground.app.db.pool.query<{ id: string }>(
    `SELECT id FROM pending_webhooks WHERE platform_id = $1 AND attempt_number = 1 AND id <> ALL ($2)
     LIMIT 1`,
    [ctx.platformId, receiver.taken.map(({ id }) => id)],
  );
  await redeliverWebhook(ctx, rows[0]?.id ?? '');
  await end();
  expect(receiver.taken.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
});

test('an endpoint that fails is paused, gets none of them, and they keep all their attempts', async () => {
  const { ctx, endpoint, receiver, end } = await openWaiting();
  receiver.release(500);
  await end();
  // Slots that were free before the fifth failure was written may have been filled once more.
  const taken = receiver.taken.length;
  expect(taken).toBeLessThanOrEqual(quick + 2 * slots);
  const { rows } = await ground.app.db.pool.query('SELECT failures FROM webhook_endpoints WHERE id = $1', [endpoint]);
  expect(rows[0].failures).toBeGreaterThanOrEqual(5);
  expect(await leased(ctx)).toBe(0);
  expect(await count(ctx, 'p.round_attempts = 0')).toBe(backlog - taken);
});

test('those that have waited for too long are due again, also while the endpoint says nothing', async () => {
  const { ctx, receiver, letTimePass, end } = await openWaiting();
  // What a claim under way takes is young at first.
  const leasedLater = () => {
    letTimePass();
    return leased(ctx);
  };
  await expect.poll(leasedLater, patience).toBe(slots);
  expect(await count(ctx, "p.round_attempts = 1 OR state = 'delivered'")).toBe(quick + slots);
  await end();
  expect(receiver.taken).toHaveLength(backlog);
});

test('a process that stops sends none of them, and another one does', async () => {
  const stopping = otherProcess();
  const { ctx, receiver, ids, letTimePass, end } = await openWaiting(stopping);
  await stopping.parts.turns.webhooks.close();
  letTimePass();
  await expect.poll(() => leased(ctx), patience).toBe(slots);
  receiver.release();
  await stopping.parts.deliveries.settled();
  expect(receiver.taken).toHaveLength(quick + slots);
  await end();
  expect(receiver.taken.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
});

test('a process that hung until their leases were over sends none of them, and another one does', async () => {
  const hung = otherProcess();
  const { receiver, ids, end } = await openWaiting(hung);
  await hung.parts.turns.webhooks.close();
  ground.clock.advance(leaseTime);
  receiver.release();
  await hung.parts.deliveries.settled();
  expect(receiver.taken).toHaveLength(quick + slots);
  await end();
  expect(receiver.taken.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
});
