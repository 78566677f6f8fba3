/**
 * Two processes that accept and send, one of them killed at random again and again: every accepted emit is sent,
 * hardly a mail twice, and the figures are equal to counts of the messages at every moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipientOf, requestOf } from '../bench/kit/load-requests.ts';
import { type ServiceProcess, startService } from '../bench/kit/start-service.ts';
import { wrongFigures, wrongSums } from '../support/recounted-figures.ts';
import { openSendingLab, type SendingLab } from './sending-lab.ts';
import { isWhole, ofWhole } from './share.ts';

const kills = ofWhole(100);
/** Emits a second. */
const rate = 100;
/** Between the return of a killed process and the next kill, at most; milliseconds. */
const pauseMax = isWhole ? 16_000 : 6_000;
/** Share of the mails that may arrive twice. */
const twiceShare = 0.001;
/** In a short run, beside other work: attempts that one process has under way when it is killed. */
const twiceAKill = 60;
/** A caller tries an emit again so often, with a pause; milliseconds. */
const tries = 100;
const pauseOfCaller = 100;
/** Messages of a killed process are taken up again after ten seconds; seconds. */
const patience = 60;

let place: SendingLab;
const agent = new Agent();
beforeAll(async () => {
  place = await openSendingLab();
});
afterAll(async () => {
  await agent.destroy();
  await place.lab.end();
});

test(`${kills} kills: no accepted emit is lost`, async () => {
  const { lab, database, sink, apiKey } = place;
  const start = () => startService(lab, { databaseUrl: database.url, roles: 'api,worker', relayPort: sink.port });
  const pair: ServiceProcess[] = [await start(), await start()];
  await sink.record();
  const before = await sink.taken();
  const accepted = new Set<number>();
  const underWay = new Set<Promise<void>>();
  let next = 0;

  /** As a caller does it: the same key again until the emit is answered. */
  const emit = async (n: number) => {
    const { path, body } = requestOf('emit', n);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const service = pair[(n + attempt) % pair.length];
      const answer = await request(`${service?.url}${path}`, {
        dispatcher: agent,
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body,
      }).catch(() => null);
      await answer?.body.dump().catch(() => undefined);
      if (answer?.statusCode === 202 || answer?.statusCode === 200) return void accepted.add(n);
      await sleep(pauseOfCaller);
    }
    throw new Error(`Emit ${n} was never accepted`);
  };
  const emitting = setInterval(() => {
    const one: Promise<void> = emit(next).finally(() => underWay.delete(one));
    underWay.add(one);
    next += 1;
  }, 1_000 / rate);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(Math.random() * pauseMax);
      const which = Math.random() < 0.5 ? 0 : 1;
      const killed = pair[which];
      if (!killed) throw new Error('There are two processes');
      process.kill(killed.pid, 'SIGKILL');
      expect(await wrongFigures(database.pool)).toEqual([]);
      pair[which] = await start();
    }
  } finally {
    clearInterval(emitting);
  }
  await Promise.all(underWay);
  expect(accepted.size).toBe(next);
  await sink.waitFor(before + next, patience);
  const missing = async () => {
    const arrived = await sink.recorded();
    return [...accepted].filter((n) => !arrived.has(recipientOf(n))).length;
  };
  await expect.poll(missing, { timeout: patience * 1_000, interval: 1_000 }).toBe(0);
  const twice = (await sink.taken()) - before - next;
  process.stdout.write(`${kills} kills, ${next} emits, all arrived, ${twice} of them twice\n`);
  expect(twice).toBeLessThanOrEqual(isWhole ? twiceShare * next : twiceAKill * kills);
  await expect
    .poll(async () => (await database.pool.query('SELECT DISTINCT state FROM messages')).rows, {
      timeout: patience * 1_000,
    })
    .toEqual([{ state: 'delivered' }]);
  expect(await wrongFigures(database.pool)).toEqual([]);
  await expect.poll(() => wrongSums(database.pool), { timeout: patience * 1_000 }).toEqual([]);
});
