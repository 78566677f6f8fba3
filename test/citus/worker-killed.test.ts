/** A worker of the cluster is killed under load, and comes back (docs/rules.md#a-worker-that-is-gone). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BusyService, startBusyService } from './cluster/busy-service.ts';

const patience = { timeout: 120_000, interval: 20 };
/** Emits whose times are shown, at least. */
const shown = 200;
/** An emit elsewhere waits for no time limit of a statement; milliseconds. */
const longest = 5_000;

let busy: BusyService;
beforeAll(async () => {
  busy = await startBusyService();
});
afterAll(() => busy?.stop());

/** In milliseconds. */
function percentiles(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99) };
}

test('workspaces elsewhere go on meanwhile; its own get 503 and lose nothing, and all mail once after its return', async () => {
  const { cluster, tidings, hooks, shopsOf } = busy;
  const [worker] = cluster.workers;
  const [lost = [], others = []] = shopsOf;
  const [own = ''] = lost;
  const [other = ''] = others;
  expect([lost.length > 0, others.length > 0]).toEqual([true, true]);
  const receivedBy = (email: string) => tidings.mail.mails.filter(({ to }) => to.includes(email)).length;
  const ofOthers = (emails: Iterable<string>) =>
    new Set([...emails].filter((email) => others.some((shop) => email.endsWith(`@${shop}.example`))));

  // One mail is with the exchanger as the worker dies, one waits for a second try on either worker.
  const held = tidings.mail.hold('held@own.example');
  const later = ['later@own.example', 'later@other.example'] as const;
  for (const email of later) tidings.mail.refuse(email, [{ code: 451, text: '4.7.1 Later' }]);
  expect(await busy.emit(own, 'held@own.example')).toBeNull();
  expect(await busy.emit(own, later[0])).toBeNull();
  expect(await busy.emit(other, later[1])).toBeNull();
  await held.reached;
  const waiting = async () =>
    Number(
      (await busy.sql("SELECT count(*)::int AS n FROM messages WHERE state = 'queued' AND recipient LIKE 'later@%'"))[0]
        ?.n,
    );
  await expect.poll(waiting, patience).toBe(2);
  await busy.sql("UPDATE messages SET due_at = now() + interval '1 hour' WHERE recipient LIKE 'later@%'");

  const toOthers = busy.keepEmitting(others, 'on');
  const toLost = busy.keepEmitting(lost, 'off');
  await expect.poll(() => Math.min(toOthers.sent() - shown, toLost.sent()), patience).toBeGreaterThan(10);
  await worker?.crash();
  held.release();
  const [before, beforeLost] = [toOthers.sent(), toLost.sent()];
  const acceptedBefore = busy.accepted.size;
  await expect.poll(toOthers.sent, patience).toBeGreaterThan(before + shown);
  await expect.poll(toLost.sent, patience).toBeGreaterThan(beforeLost + 30);
  const refused = await toLost.stop();
  expect(await toOthers.stop()).toEqual([]);
  const times = toOthers.times();
  const [beside, alone] = [percentiles(times.slice(0, before)), percentiles(times.slice(before))];
  console.info(
    `Emits elsewhere: p50 ${beside.p50} ms and p99 ${beside.p99} ms before, ${alone.p50} ms and ${alone.p99} ms without the worker`,
  );
  expect(alone.p99).toBeLessThan(longest);
  expect(busy.accepted.size).toBeGreaterThan(acceptedBefore + shown / 2);
  expect(refused.length).toBeGreaterThan(30);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);

  // Their mail goes out and their webhooks arrive. The looks at due rows pass over the workspaces of the worker.
  const [shop] = await busy.sql('SELECT id FROM workspaces WHERE reference = $1', other);
  await busy.sql('UPDATE messages SET due_at = now() WHERE workspace_id = $1 AND recipient = $2', shop?.id, later[1]);
  await expect.poll(() => receivedBy(later[1]), patience).toBe(1);
  const accepted = ofOthers(busy.accepted);
  await expect.poll(() => ofOthers(tidings.mail.mails.flatMap(({ to }) => to)), patience).toEqual(accepted);
  const told = () => ofOthers(hooks.taken.map(({ body }) => String(body.data.message.recipient)));
  await expect.poll(told, patience).toEqual(accepted);
  expect(receivedBy('held@own.example')).toBe(1);

  await worker?.restart();
  for (const [email, { shop: reference }] of new Map(refused.map((one) => [one.email, one])))
    await expect.poll(() => busy.emit(reference, email), patience).toBeNull();
  await busy.sql("UPDATE messages SET due_at = now() WHERE recipient = $1 AND state = 'queued'", later[0]);
  await busy.settled();
});
