/**
 * Twenty bursts of emits over many workspaces: while an accepted mail has not left, some mail leaves every second. For a
 * machine that does nothing else: a process that is given no processor time is silent too, which the printed shares tell.
 */
import { cpus } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { isWhole, ofWhole } from './share.ts';

const bursts = ofWhole(20);
const emitsABurst = 3_000;
const workspaces = 20;
const connections = 32;
/** The longest time in which no mail leaves although one is due; milliseconds. */
const silenceMax = 1_000;
/** Until a burst has left, silences included; milliseconds. */
const burstPatience = 120_000;

let service: TestService;
let backend: Backend;

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_PER_MINUTE: '10000000' } });
  backend = await service.platform('Acme');
  for (let n = 0; n < workspaces; n += 1) {
    await backend.rest('POST', '/workspaces', { name: `Shop ${n}`, reference: `shop-${n}` });
  }
});

afterAll(() => service.stop());

/** Emits once, and gives when the emit was answered, on the clock of `performance.now()`. */
async function emit(email: string, n: number): Promise<number> {
  const { status } = await backend.rest('POST', `/workspaces/ref:shop-${n % workspaces}/events`, {
    type: 'order.shipped',
    idempotency_key: email,
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  expect(status).toBe(202);
  return performance.now();
}

/** Processor time of the machine so far, idle and in all; milliseconds. */
function processorTime() {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  const sum = (key: 'idle' | 'all') => times.reduce((total, time) => total + time[key], 0);
  return { idle: sum('idle'), all: sum('all') };
}

interface Change {
  readonly at: number;
  /** Of the number of mails that are due: one more, or one less. */
  readonly by: 1 | -1;
}

/** The longest time without a mail that left, of the time in which some mail was due. */
function longestSilence(accepted: readonly number[], left: readonly number[]): number {
  const changes: readonly Change[] = [
    ...accepted.map((at) => ({ at, by: 1 as const })),
    ...left.map((at) => ({ at, by: -1 as const })),
  ].toSorted((a, b) => a.at - b.at);
  let due = 0;
  let since = 0;
  let longest = 0;
  for (const { at, by } of changes) {
    if (due > 0 && by === -1) longest = Math.max(longest, at - since);
    if (by === -1 || due <= 0) since = at;
    due += by;
  }
  return longest;
}

test('the longest silence is that of the mails that were due', () => {
  expect(longestSilence([0, 1], [5, 30])).toBe(25);
  expect(longestSilence([0, 100], [5, 103])).toBe(5);
  // A mail may leave before its emit is answered.
  expect(longestSilence([10, 100], [9, 101])).toBe(1);
});

test(`${bursts} bursts of ${emitsABurst} emits: no silence over ${silenceMax} ms`, async () => {
  const silences: number[] = [];
  for (let burst = 1; burst <= bursts; burst += 1) {
    const left: number[] = [];
    const before = service.mail.mails.length;
    // Looked at so often that what it adds to a silence does not matter; milliseconds.
    const watch = setInterval(() => {
      while (left.length < service.mail.mails.length - before) left.push(performance.now());
    }, 5);
    const started = performance.now();
    const processors = processorTime();
    const used = process.cpuUsage();
    const accepted: number[] = [];
    let next = 0;
    const send = async () => {
      while (next < emitsABurst) {
        const n = next;
        next += 1;
        accepted.push(await emit(`reader-${burst}-${n}@example.com`, n));
      }
    };
    try {
      await Promise.all(Array.from({ length: connections }, send));
      await expect.poll(() => left.length, { timeout: burstPatience, interval: 20 }).toBe(emitsABurst);
    } finally {
      clearInterval(watch);
    }
    const silence = Math.round(longestSilence(accepted, left));
    silences.push(silence);
    const ms = performance.now() - started;
    const { idle, all } = processorTime();
    const slept = Math.round((100 * (idle - processors.idle)) / (all - processors.all));
    const { user, system } = process.cpuUsage(used);
    const ours = Math.round((user + system) / 10 / ms);
    process.stdout.write(
      `burst ${burst}: all left after ${(ms / 1_000).toFixed(1)} s, longest silence ${silence} ms; ` +
        `processors idle ${slept} %, this process on ${ours} % of one\n`,
    );
  }
  if (isWhole) expect(Math.max(...silences)).toBeLessThanOrEqual(silenceMax);
});
