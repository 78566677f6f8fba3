/** Ten endpoints hear of everything at once: one is dead, one takes nine seconds, one resets. The others do not notice. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { createEndpoint } from '../../src/webhooks/create-endpoint.ts';
import { recordWebhooks } from '../../src/webhooks/record-webhooks.ts';
import { startTestService, type TestService } from '../support/service.ts';

const share = Number(process.env.SOAK_SHARE ?? '1');
const seconds = Math.max(5, Math.round(60 * share));
/** Each is heard by ten endpoints: two thousand webhooks a second, in a share of the run two hundred. */
const causesASecond = Number(process.env.SOAK_CAUSES ?? (share === 1 ? 200 : 20));
const good = 7;
/** From its cause to the receiver; milliseconds (issue: within a second). */
const patience = 1_000;
const slowAnswer = 9_000;
/** A database that was empty a moment ago has its first statistics by then; milliseconds. */
const warmUp = 2_000;

let service: TestService;
const closers: (() => void)[] = [];

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  for (const close of closers) close();
  await service.stop();
});

async function receiver(listener: RequestListener): Promise<string> {
  const { certFile, keyFile } = service.certificate;
  const server = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) }, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://hooks.test:${(server.address() as AddressInfo).port}/`;
}

test(`seven endpoints of ten get every webhook within a second, at ${causesASecond} causes a second`, async () => {
  const { app } = service.service;
  const { platformId } = await service.platform('Apart');
  const ctx: Ctx = { app, platformId, apiKeyId: null };
  const received = Array.from({ length: good }, (): { readonly at: number; readonly delay: number }[] => []);
  const urls = [
    await receiver(() => undefined),
    await receiver((_request, response) => void setTimeout(() => response.writeHead(204).end(), slowAnswer)),
    await receiver(({ socket }) => void socket.destroy()),
    ...(await Promise.all(
      received.map((taken) =>
        receiver((request, response) => {
          const parts: Buffer[] = [];
          request.on('data', (part: Buffer) => parts.push(part));
          request.on('end', () => {
            const at = Date.parse(JSON.parse(Buffer.concat(parts).toString('utf8')).created_at);
            taken.push({ at, delay: Date.now() - at });
            response.writeHead(204).end();
          });
        }),
      ),
    )),
  ];
  for (const url of urls) await createEndpoint(ctx, { url, types: ['workspace.health_changed'] });

  const total = seconds * causesASecond;
  const started = performance.now();
  const measuredFrom = Date.now() + warmUp;
  const writing: Promise<void>[] = [];
  let caused = 0;
  // Causes keep to the clock, not to how quickly they are written down.
  while (caused < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * causesASecond));
    if (due > caused) writing.push(cause(ctx, due - caused));
    caused = Math.max(caused, due);
    await sleep(10);
  }
  await Promise.all(writing);
  await expect.poll(() => received.map(({ length }) => length), { timeout: 30_000 }).toEqual(received.map(() => total));
  const measured = received.flat().filter(({ at }) => at >= measuredFrom);
  const all = measured.map(({ delay }) => delay).sort((a, b) => a - b);
  const at = (part: number) => all[Math.min(all.length - 1, Math.floor(all.length * part))];
  process.stdout.write(`${JSON.stringify({ webhooks: all.length, p50: at(0.5), p99: at(0.99), max: at(1) })}\n`);
  expect(at(1)).toBeLessThanOrEqual(patience);
});

async function cause({ app, platformId }: Ctx, count: number): Promise<void> {
  const at = app.clock.now();
  const causes = Array.from({ length: count }, () => ({
    platformId,
    type: 'workspace.health_changed' as const,
    source: 'service' as const,
    simulated: false,
    workspaceId: null,
    details: { from: 'ramping', to: 'established', reason: 'volume_reached' },
    at,
  }));
  await app.wake.ask('webhooks', await app.db.transaction((client) => recordWebhooks(app, client, causes)));
}
