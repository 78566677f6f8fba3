/**
 * Ten endpoints receive every webhook at once: one is dead, one takes nine seconds, one resets. The others are not
 * delayed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { recordWebhooks } from '../../src/webhooks/record-webhooks.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { isWhole, ofWhole } from './share.ts';
import { type Receivers, startReceivers } from './start-receivers.ts';

const seconds = Math.max(5, ofWhole(60));
/** Each is heard by ten endpoints: two thousand webhooks a second, in a share of the run two hundred. */
const causesASecond = Number(process.env.SOAK_CAUSES ?? (isWhole ? 200 : 20));
/** Of the ten receivers. */
const good = 7;
/** From its cause to the receiver; milliseconds (issue: within a second). */
const patience = 1_000;
/** Not measured: code that never ran is compiled, and a database that was empty has its first statistics. Seconds. */
const runIn = 3;

let service: TestService;
let receivers: Receivers;

beforeAll(async () => {
  service = await startTestService();
  receivers = await startReceivers(service.certificate);
});
afterAll(async () => {
  await service.stop();
  await receivers.stop();
});

test(`seven endpoints of ten get every webhook within a second, at ${causesASecond} causes a second`, async () => {
  const { app } = service.service;
  const { platformId } = await service.platform('Apart');
  const ctx: Ctx = { app, platformId, apiKeyId: null, workspaceId: null };
  for (const url of receivers.urls) await createEndpoint(ctx, { url, types: ['workspace.health_changed'] });

  await arrived(await causeFor(ctx, runIn));
  const delays = (await arrived(await causeFor(ctx, seconds))).toSorted((a, b) => a - b);
  const at = (part: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))];
  process.stdout.write(`${JSON.stringify({ webhooks: delays.length, p50: at(0.5), p99: at(0.99), max: at(1) })}\n`);
  expect(at(1)).toBeLessThanOrEqual(patience);
});

/** Causes keep to the clock, not to how quickly they are written down. Gives how many there were. */
async function causeFor(ctx: Ctx, seconds: number): Promise<number> {
  const total = seconds * causesASecond;
  const started = performance.now();
  const writing: Promise<void>[] = [];
  let caused = 0;
  while (caused < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * causesASecond));
    if (due > caused) writing.push(cause(ctx, due - caused));
    caused = Math.max(caused, due);
    await sleep(10);
  }
  await Promise.all(writing);
  return total;
}

/** How long each took to the good ones, once each of those has had `total`. */
async function arrived(total: number): Promise<readonly number[]> {
  const all: number[][] = Array.from({ length: good }, () => []);
  const come = async () => {
    for (const [position, delays] of (await receivers.delays()).entries())
      for (const delay of delays) all[position]?.push(delay);
    return all.map(({ length }) => length);
  };
  await expect.poll(come, { timeout: 30_000, interval: 200 }).toEqual(all.map(() => total));
  return all.flat();
}

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
