/** Mail whose exchangers asked for quiet waits without an attempt, says so, and lets other mail pass. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainMessage } from '../../../src/explain/explain-message.ts';
import { loadWaits } from '../../../src/explain/waits/load-waits.ts';
import { shareExchangerPaces } from '../../../src/messages/exchangers/share-exchanger-paces.ts';
import { createMxTransport } from '../../../src/transport/mx/mx.ts';
import { reserveMails } from '../../../src/transport/mx/reserve-mails.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';

let world: SendingWorld;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(async () => {
  // Its transports first: a server waits half a minute for connections that stay.
  await world.close();
  for (const close of closers) await close();
});

/** Two exchangers at one port: `mx.busy.example` at 127.0.0.2, all others at 127.0.0.1. */
const process = (port: number) =>
  world.otherApp(
    createMxTransport({
      exchangers: {
        hostsOf: async (domain) => ({ kind: 'hosts', hosts: [`mx.${domain}`], all: true }),
        addressesOf: async (host) => [host === 'mx.busy.example' ? '127.0.0.2' : '127.0.0.1'],
        noneExists: async () => false,
      },
      policies: { enforced: async () => null },
      port,
      connections: 10,
      clock: { now: world.now, monotonic: () => world.now().getTime() },
      elapsed: () => world.now().getTime(),
      clientName: 'bounces.example.com',
    }),
  );

test('mail for quiet exchangers waits untried and says why, in every process; other mail passes', async () => {
  const open = await startSmtpSink();
  let isBusy = true;
  let refusals = 0;
  const busy = await startSmtpSink({
    address: '127.0.0.2',
    port: open.port,
    onConnect(_session, done) {
      if (!isBusy) return done();
      refusals += 1;
      done(Object.assign(new Error('4.7.28 Unusual rate of mail'), { responseCode: 421 }));
    },
  });
  closers.push(open.stop, busy.stop);
  const app = process(open.port);
  const workspace = await world.workspace();
  await workspace.emit(people(60, 'busy.example'));
  await workspace.emit(people(30, 'open.example'));
  await workspace.send(app);
  await workspace.send(app);
  expect(open.mails).toHaveLength(30);
  expect(refusals).toBeLessThanOrEqual(3);
  const rows = async () =>
    (
      await app.db.pool.query(
        `SELECT id, attempt_number AS n, waits_for AS "waitsFor" FROM messages
         WHERE workspace_id = $1 AND state = 'queued' ORDER BY attempt_number, id`,
        [workspace.id],
      )
    ).rows;
  const waiting = (await rows()).filter(({ waitsFor }) => waitsFor !== null);
  expect(waiting).toHaveLength(60 - refusals);
  expect(new Set(waiting.map(({ n, waitsFor }) => `${n} ${waitsFor}`))).toEqual(new Set(['0 quiet:busy.example']));

  await shareExchangerPaces(app);
  const since = world.now().toISOString();
  const until = new Date(world.now().getTime() + 60_000).toISOString();
  const { id } = waiting[0];
  const explained = await explainMessage(workspace.ctx, { id, workspace: null });
  expect(explained.cause).toBe('exchanger_quiet');
  expect(explained.code).toBe('421 4.7.28');
  expect(explained.summary).toContain(
    `Held: the mail servers of busy.example asked for quiet until ${until}: 421 4.7.28 Unusual rate of mail (since ${since}).`,
  );
  const [wait] = await loadWaits(workspace.ctx, [id]);
  expect(wait?.wait).toMatchObject({ kind: 'quiet', since: new Date(since) });

  // Another process knows it without asking the exchanger.
  const other = process(open.port);
  await shareExchangerPaces(other);
  const late = await world.workspace();
  await late.emit(people(5, 'busy.example'));
  const before = refusals;
  await late.send(other);
  expect(await late.states()).toEqual({ queued: 5 });
  expect(refusals).toBe(before);

  isBusy = false;
  world.advance(2 * 60_000);
  await expect
    .poll(async () => {
      await workspace.send(app);
      await late.send(other);
      return [await workspace.states(), await late.states()];
    })
    .toEqual([{ delivered: 90 }, { delivered: 5 }]);
  expect(busy.mails).toHaveLength(65);
});

test('processes reserve no more mails of a day than there are', async () => {
  const { pool } = world.app.db;
  const reserve = (day: string) =>
    reserveMails(pool, { source: '', provider: 'google', day, mails: 10, most: 25, now: world.now() });
  const got = await Promise.all(Array.from({ length: 6 }, () => reserve('2026-03-02')));
  expect(got.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 5, 10, 10]);
  expect(await reserve('2026-03-03')).toBe(10);
});
