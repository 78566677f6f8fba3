/**
 * A process stands still with mail in hand while another answers acts that forbid it (docs/rules.md#confirmed-leases): no
 * mail goes out behind an answer, and none twice but what stood between its last dot and the reply.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipientOf, requestOf, workspaceReference } from '../bench/kit/load-requests.ts';
import { type BenchPlatform, makePlatform } from '../bench/kit/make-platform.ts';
import { beginSession } from '../support/open-client.ts';
import { type ServedProcess, startServedProcess } from '../support/served-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { type RelayStep, startTimedRelay, type TimedRelay } from '../support/timed-relay.ts';
import { isWhole } from './share.ts';

/** Seconds. */
const freezes = isWhole ? [5, 12, 20, 40] : [12];
/** A lease lasts so long after its last renewal; seconds. A shorter freeze costs no message its owner. */
const lease = 10;
/** For the hands of the process that is frozen: two of each workspace. */
const mails = 40;
/** Acts at once. */
const callers = 8;
/** An act is answered within; milliseconds. 3.25 seconds pass at most until no attempt can begin. */
const answeredWithin = 10_000;
/** Until all is over; milliseconds. */
const patience = 120_000;

/** What a session of the frozen process waits for. Half of the sessions offer PIPELINING, by which `RCPT` follows `MAIL` at once. */
const holds: readonly RelayStep[] = ['connection', 'MAIL', 'DATA', 'end', 'connection', 'DATA', 'DATA', 'end'];
const isPipelined = (session: number) => session % holds.length >= holds.length / 2;

const acts = ['erasure', 'suppression', 'cancel', 'none'] as const;
type Act = (typeof acts)[number];

let database: TestDatabase;
let pool: pg.Pool;
let relay: TimedRelay;
let other: ServedProcess;
let platform: BenchPlatform;
const running: ServedProcess[] = [];
let emitted = 0;

async function start(relayPort: number): Promise<ServedProcess> {
  const started = await startServedProcess({ databaseUrl: database.url, relayPort });
  running.push(started);
  return started;
}

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, onConnect: beginSession });
  relay = await startTimedRelay({ pause: async () => undefined });
  other = await start(relay.port);
  platform = await makePlatform(other, pool);
});

afterAll(async () => {
  await Promise.all(
    running.map((service) => {
      service.process.kill('SIGCONT');
      return service.kill();
    }),
  );
  await relay?.stop();
  await pool?.end();
  await database?.drop();
});

async function post(
  url: string,
  path: string,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.apiKey}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, text: await response.text() };
}

const mutate = (mutation: string) => post(other.url, '/graphql', JSON.stringify({ query: `mutation { ${mutation} }` }));

/** Carries out the act; whether it was answered with success. */
async function carryOut(act: Act, n: number, until: number): Promise<boolean> {
  const email = recipientOf(n);
  const workspace = `ref:${workspaceReference(n)}`;
  switch (act) {
    case 'erasure':
      return (await post(other.url, `/v1/workspaces/${workspace}/erasures`, JSON.stringify({ email }))).status === 202;
    case 'suppression': {
      const { text } = await mutate(`addressSuppress(workspace: "${workspace}", email: "${email}") { __typename }`);
      return !text.includes('"errors"');
    }
    case 'cancel': {
      const { rows } = await pool.query('SELECT id FROM messages WHERE idempotency_key = $1', [`order-${n}`]);
      const cancel = `messageCancel(workspace: "${workspace}", id: "${rows[0].id}") { __typename }`;
      // While somebody holds the message there is nothing to cancel.
      while (performance.now() < until) {
        if (!(await mutate(cancel)).text.includes('"errors"')) return true;
        await sleep(50);
      }
      return false;
    }
    case 'none':
      return false;
  }
}

test.for(freezes)('a freeze of %d s', async (seconds) => {
  const gate = Promise.withResolvers<void>();
  let held = 0;
  let frozenAt = Number.POSITIVE_INFINITY;
  const heldRelay = await startTimedRelay({
    pipelines: isPipelined,
    pause: async (step, session) => {
      if (frozenAt < performance.now() || holds[session % holds.length] !== step) return;
      held += 1;
      await gate.promise;
    },
  });
  const frozen = await start(heldRelay.port);
  const numbers = Array.from({ length: mails }, (_none, n) => emitted + n);
  emitted += mails;
  // Either process takes a turn that is asked for: the other one stands still until all mails are in the hands of this one.
  process.kill(other.pid, 'SIGSTOP');
  try {
    for (const n of numbers) {
      const { path, body } = requestOf('emit', n);
      expect((await post(frozen.url, path, body)).status).toBe(202);
    }
    await expect.poll(() => held).toBe(mails);
  } finally {
    process.kill(other.pid, 'SIGCONT');
  }
  process.kill(frozen.pid, 'SIGSTOP');
  frozenAt = performance.now();
  const thaw = frozenAt + seconds * 1_000;

  const first = (n: number) => heldRelay.heard.get(recipientOf(n));
  const offered = new Set(numbers.filter((n) => (first(n)?.ended.length ?? 0) > 0));
  const isNamed = (n: number) => (first(n)?.named.length ?? 0) > 0;
  const stage = (n: number) => (offered.has(n) ? 2 : isNamed(n) ? 1 : 0);
  // Each act meets mail of each stage; the first half of the acts comes at once, when every lease is alive.
  const asked = numbers
    .toSorted((a, b) => stage(a) - stage(b))
    .map((n, place) => ({
      n,
      act: acts[place % acts.length] ?? 'none',
      late: place % (2 * acts.length) >= acts.length,
    }));
  const answered = new Map<number, { readonly act: Act; readonly at: number }>();
  const slowest = new Map<Act, number>();
  const queue = asked.filter(({ act }) => act !== 'none').toSorted((a, b) => Number(a.late) - Number(b.late));
  const cancels = queue.filter(({ act }) => act === 'cancel');
  const others = queue.filter(({ act }) => act !== 'cancel');
  const perform = async ({ n, act, late }: (typeof asked)[number]) => {
    // All within the freeze.
    if (late) await sleep(Math.max(0, frozenAt + seconds * 500 - performance.now()));
    const began = performance.now();
    if (await carryOut(act, n, thaw)) answered.set(n, { act, at: performance.now() });
    if (act !== 'cancel') slowest.set(act, Math.max(slowest.get(act) ?? 0, performance.now() - began));
  };
  const worked = Promise.all([
    ...cancels.map(perform),
    ...Array.from({ length: callers }, async () => {
      for (let one = others.shift(); one; one = others.shift()) await perform(one);
    }),
  ]);
  await sleep(thaw - performance.now());
  // What the relay answered meanwhile waits in the sockets of the process.
  gate.resolve();
  process.kill(frozen.pid, 'SIGCONT');
  await worked;

  const open = async () =>
    (await pool.query("SELECT count(*)::int AS n FROM messages WHERE state IN ('queued', 'sending')")).rows[0].n;
  await expect.poll(open, { timeout: patience }).toBe(0);
  // Attempts of its own that end in a stop have ended.
  expect(await frozen.stop()).toBe(0);

  const timesOf = (n: number, kind: 'named' | 'ended') =>
    [heldRelay, relay].flatMap(({ heard }) => heard.get(recipientOf(n))?.[kind] ?? []);
  const behind = [...answered].filter(([n, { at }]) =>
    (['named', 'ended'] as const).some((kind) => timesOf(n, kind).some((time) => time > at)),
  );
  const twice = numbers.filter((n) => timesOf(n, 'ended').length > 1);
  const unasked = asked.filter(({ act }) => act === 'none');
  const lost = unasked.filter(({ n }) => timesOf(n, 'ended').length === 0);
  const count = (act: Act) => [...answered.values()].filter((one) => one.act === act).length;
  process.stdout.write(
    `frozen for ${seconds} s with ${held} mails, ${offered.size} of them past their last dot: ` +
      `${count('erasure')} erasures (${Math.round(slowest.get('erasure') ?? 0)} ms at most), ` +
      `${count('suppression')} suppressions (${Math.round(slowest.get('suppression') ?? 0)} ms), ` +
      `${count('cancel')} of ${cancels.length} cancels answered; ` +
      `${behind.length} mails behind an answer, ${twice.length} twice, ${lost.length} of ${unasked.length} others lost\n`,
  );
  expect(count('erasure') + count('suppression')).toBe(mails / 2);
  expect(behind).toEqual([]);
  expect(lost).toEqual([]);
  expect(twice.filter((n) => !offered.has(n))).toEqual([]);
  expect(twice.filter((n) => timesOf(n, 'ended').length > 2)).toEqual([]);
  if (isWhole) {
    expect(Math.max(...slowest.values())).toBeLessThan(answeredWithin);
    if (seconds < lease - 1) expect(twice).toEqual([]);
  }
  await heldRelay.stop();
});
