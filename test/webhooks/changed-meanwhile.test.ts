/** What was claimed and had not begun follows a change of its endpoint or of the secrets. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { createSecret } from '../../src/webhooks/create-secret.ts';
import { deleteSecret } from '../../src/webhooks/delete-secret.ts';
import { listSecrets } from '../../src/webhooks/list-secrets.ts';
import { updateEndpoint } from '../../src/webhooks/update-endpoint.ts';
import { type Ground, openGround, patience } from './ground.ts';

/** Attempts at one endpoint that run at once. */
const slots = 8;

let ground: Ground;
let database: pg.Client;

beforeAll(async () => {
  ground = await openGround();
  database = new pg.Client({ connectionString: ground.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await ground.close();
});

/** A receiver that keeps the first requests waiting for its answer until it is let go. */
async function holdingReceiver(held: number) {
  const { certFile, keyFile } = ground.certificate;
  const taken: string[] = [];
  const released = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  const server = createServer(
    { cert: await readFile(certFile), key: await readFile(keyFile) },
    async (request, response) => {
      request.resume();
      taken.push(String(request.headers['service-webhook-signature']));
      if (taken.length === held) full.resolve();
      await released.promise;
      response.writeHead(204).end();
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://hooks.test:${(server.address() as AddressInfo).port}/`,
    taken,
    full: full.promise,
    release: released.resolve,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Makes `change` while attempts are claimed and wait for slots: the receiver has answered the first eight, and writing
 * that down is held up. Gives what the receiver got.
 */
async function changeWhileWaiting(change: (ctx: Ctx, endpoint: string) => Promise<void>) {
  const ctx = await ground.platform();
  const receiver = await holdingReceiver(slots);
  const endpoint = await ground.endpoint(ctx, receiver.url);
  const ids = await ground.cause(ctx, 2 * slots);
  await ground.turn([ctx, endpoint]);
  await receiver.full;
  await database.query('BEGIN');
  await database.query(`SELECT FROM webhooks WHERE platform_id = $1 AND attempt_number = 1 FOR UPDATE`, [
    ctx.platformId,
  ]);
  receiver.release();
  const claimed = async () => {
    const { rows } = await ground.app.db.pool.query(
      'SELECT count(*)::int AS n FROM webhooks WHERE platform_id = $1 AND attempt_number = 1',
      [ctx.platformId],
    );
    return rows[0].n;
  };
  await expect.poll(claimed, patience).toBeGreaterThan(slots);
  await change(ctx, endpoint);
  await database.query('COMMIT');
  await ground.run();
  await receiver.stop();
  return { ctx, ids, signatures: receiver.taken };
}

test('a changed URL gets it', async () => {
  const other = await ground.sink();
  const { signatures, ids } = await changeWhileWaiting((ctx, id) => updateEndpoint(ctx, id, { url: other.url }));
  expect(signatures).toHaveLength(slots);
  expect(other.taken).toHaveLength(slots);
  expect(new Set(other.taken.map(({ body }) => body.id)).size).toBe(slots);
  expect(ids).toHaveLength(2 * slots);
});

test('of a deleted endpoint it goes to nobody', async () => {
  const { signatures } = await changeWhileWaiting(async ({ app, platformId }, id) => {
    // As a deletion does it; the deletion itself would wait for the rows that this test holds.
    await app.db.pool.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE platform_id = $1 AND id = $2', [
      platformId,
      id,
    ]);
  });
  expect(signatures).toHaveLength(slots);
});

test('a revoked secret signs it no more, and a new one does', async () => {
  let added = '';
  let revoked = '';
  const { signatures } = await changeWhileWaiting(async (ctx) => {
    revoked = (await listSecrets(ctx))[0]?.id ?? '';
    added = (await createSecret(ctx)).id;
    await deleteSecret(ctx, revoked);
  });
  expect(signatures).toHaveLength(2 * slots);
  for (const [at, signature] of signatures.entries()) {
    expect(signature.split('=')[0]).toBe(at < slots ? revoked : added);
  }
});
