/** Attempts during an outage of the database, and attempts that outlive their lease (docs/rules.md#message-leases). */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { pulseName } from '../../../src/db/connections/pulse.ts';
import { retryWrite } from '../../../src/db/writes/retry-write.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { claimMessages } from '../../../src/messages/claims/claim-messages.ts';
import { leaseTime, outageGrace } from '../../../src/messages/claims/message-lease.ts';
import { sweepMessages } from '../../../src/messages/outcomes/sweep-messages.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { openClient } from '../../support/open-client.ts';
import { processOnWire } from '../../support/process-on-wire.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/** Tries of a write after which the pause before the next one has grown to five seconds. */
const triesOfLongPause = 5;
/** Within which a write follows the database's return; milliseconds. The pause would last twice as long. */
const backWithin = 2_500;

const rowTo = async (address: string) =>
  (
    await world.app.db.pool.query(
      `SELECT m.state, m.attempt_number, m.lost_leases, m.reason,
              (SELECT count(*)::int FROM message_attempts a WHERE a.message_id = m.id) AS attempts
       FROM messages m WHERE recipient = $1`,
      [address],
    )
  ).rows[0];

const mailsTo = (address: string) => world.sink.mails.filter(({ to }) => to.includes(address)).length;

/** The attempt goes on meanwhile, and may renew its lease once more. */
async function loseLease(address: string): Promise<void> {
  const swept = async () => {
    world.advance(leaseTime + 1);
    await world.sweep();
    return rowTo(address);
  };
  await expect.poll(swept).toMatchObject({ state: 'queued' });
}

/** Begins an attempt at a new message to the address, which stands between the end of its mail and its reply. */
async function heldAttempt(workspace: SendingWorkspace, by: App, address: string) {
  const { reached, release } = world.sink.hold(address);
  const turn = sendTurn(by, { platformId: workspace.ctx.platformId, id: workspace.id });
  await reached;
  return {
    async end() {
      release();
      await turn;
      await by.parts.inFlight.settled();
    },
  };
}

describe('the outcome of an attempt', () => {
  test('that ends during an outage is written when the database is back, and its mail goes out once', async () => {
    const { app, wire } = await processOnWire(world);
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    const attempt = await heldAttempt(workspace, app, ada);
    await wire.cut();
    const ended = attempt.end();
    await expect.poll(() => mailsTo(ada)).toBe(1);
    await expect.poll(() => app.db.isAnswering()).toBe(false);
    expect(await rowTo(ada)).toMatchObject({ state: 'sending' });
    await wire.mend();
    await ended;
    expect(await rowTo(ada)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(mailsTo(ada)).toBe(1);
  });

  test('is tried again when the pulse answers, not after the pause that has grown meanwhile', async () => {
    const { app, wire } = await processOnWire(world);
    const tried = Promise.withResolvers<void>();
    let tries = 0;
    const log = pino({ level: 'silent' });
    log.warn = () => {
      tries += 1;
      if (tries === triesOfLongPause) tried.resolve();
    };
    await wire.cut();
    const written = retryWrite({ db: app.db, log }, () => app.db.pool.query('SELECT 1'));
    await tried.promise;
    const began = performance.now();
    await wire.mend();
    await written;
    expect(performance.now() - began).toBeLessThan(backWithin);
  });

  test('is tried again soon where the first try after the outage meets a connection of the time before', async () => {
    const { app, wire } = await processOnWire(world);
    const tried = Promise.withResolvers<void>();
    let tries = 0;
    const log = pino({ level: 'silent' });
    log.warn = () => {
      tries += 1;
      if (tries === triesOfLongPause) tried.resolve();
    };
    let brokenConnections = 1;
    const write = async () => {
      const result = await app.db.pool.query('SELECT 1');
      brokenConnections -= 1;
      if (brokenConnections >= 0) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      return result;
    };
    await wire.cut();
    const written = retryWrite({ db: app.db, log }, write);
    await tried.promise;
    const began = performance.now();
    await wire.mend();
    await written;
    expect(brokenConnections).toBe(-1);
    expect(performance.now() - began).toBeLessThan(backWithin);
  });
});

describe('a lease', () => {
  test('has its whole time again from the end of an outage', async () => {
    const { app, wire } = await processOnWire(world);
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    const turn = { platformId: workspace.ctx.platformId, id: workspace.id };
    // No attempt follows, and nothing renews the lease.
    await claimMessages(world.otherApp(), turn, { rows: 1, past: [] }, { kind: 'open' });
    await wire.cut();
    await expect.poll(() => app.db.isAnswering()).toBe(false);
    world.advance(leaseTime + 1);
    await wire.mend();
    await expect.poll(() => app.db.isAnswering()).toBe(true);
    await sweepMessages(app);
    expect(await rowTo(ada)).toMatchObject({ state: 'sending' });
    // Longer than a lease: the connections that renew it are made anew.
    world.advance(leaseTime + 1);
    await sweepMessages(app);
    expect(await rowTo(ada)).toMatchObject({ state: 'sending' });
    world.advance(outageGrace - leaseTime);
    await sweepMessages(app);
    expect(await rowTo(ada)).toMatchObject({ state: 'queued', lost_leases: 1 });
  });

  test('is not freed by a process that reaches the database before its pulse does', async () => {
    const { app } = await processOnWire(world);
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    const turn = { platformId: workspace.ctx.platformId, id: workspace.id };
    await claimMessages(world.otherApp(), turn, { rows: 1, past: [] }, { kind: 'open' });
    const name = new URL(world.app.db.url).pathname.slice(1);
    const admin = await openClient(inject('postgresUrl'));
    onTestFinished(async () => {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await admin.end();
    });
    // The pulse is refused, and the connections of the pool go on, as those do that are opened just before the pulse's.
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND starts_with(application_name, $2)`,
      [name, pulseName],
    );
    await expect.poll(() => app.db.isAnswering()).toBe(false);
    world.advance(leaseTime + 1);
    await sweepMessages(app);
    expect(await rowTo(ada)).toMatchObject({ state: 'sending' });
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await expect.poll(() => app.db.isAnswering()).toBe(true);
    world.advance(outageGrace);
    await sweepMessages(app);
    expect(await rowTo(ada)).toMatchObject({ state: 'queued', lost_leases: 1 });
  });

  test('is not freed by the process whose attempt runs', async () => {
    const app = world.otherApp();
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    const attempt = await heldAttempt(workspace, app, ada);
    world.advance(leaseTime + 1);
    await sweepMessages(app);
    expect(await rowTo(ada)).toMatchObject({ state: 'sending', lost_leases: 0 });
    await attempt.end();
    expect(await rowTo(ada)).toMatchObject({ state: 'delivered' });
  });

  test('that was lost while the attempt went on: its outcome counts, and nothing is sent twice', async () => {
    const workspace = await world.workspace();
    const [ada = '', bob = ''] = people(2);
    world.sink.refuse(bob, [{ code: 451, text: '4.3.0 later' }], 'data');
    for (const [address, row] of [
      [ada, { state: 'delivered', attempt_number: 1, lost_leases: 0, attempts: 1 }],
      [bob, { state: 'queued', attempt_number: 1, lost_leases: 0, attempts: 1 }],
    ] as const) {
      await workspace.emit([address]);
      const attempt = await heldAttempt(workspace, world.otherApp(), address);
      await loseLease(address);
      expect(await rowTo(address)).toMatchObject({ lost_leases: 1 });
      await attempt.end();
      expect(await rowTo(address)).toMatchObject(row);
      await workspace.send();
    }
    expect([mailsTo(ada), mailsTo(bob)]).toEqual([1, 0]);
  });

  test('that was lost counts no more once its attempt has ended, though the next one runs', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    world.sink.refuse(ada, [{ code: 451, text: '4.3.0 later' }], 'data');
    await workspace.emit([ada]);
    const first = await heldAttempt(workspace, world.otherApp(), ada);
    await loseLease(ada);
    const second = await heldAttempt(workspace, world.otherApp(), ada);
    expect(await rowTo(ada)).toMatchObject({ state: 'sending', attempt_number: 2, lost_leases: 1 });
    await first.end();
    expect(await rowTo(ada)).toMatchObject({ state: 'sending', attempt_number: 2, lost_leases: 0, attempts: 1 });
    await second.end();
    expect(await rowTo(ada)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('that was lost: a mail that the other side took ends the message, though the next attempt runs', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    const first = await heldAttempt(workspace, world.otherApp(), ada);
    await loseLease(ada);
    const second = await heldAttempt(workspace, world.otherApp(), ada);
    await first.end();
    expect(await rowTo(ada)).toMatchObject({ state: 'delivered', attempts: 1 });
    await second.end();
    expect(await rowTo(ada)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(await workspace.webhooks('message.delivered')).toHaveLength(1);
  });
});

test('an attempt that cannot read what its mail needs puts the message back, and counts nothing', async () => {
  const { app, wire } = await processOnWire(world);
  const workspace = await world.workspace();
  const [ada = ''] = people(1);
  await emitEvent(workspace.ctx, workspace.id, {
    type: 'order.shipped',
    idempotencyKey: 'with-a-file',
    recipient: { email: ada },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    attachments: [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n').toString('base64') }],
  });
  // The attempt waits until the database is gone.
  const makeRoom = await app.parts.fileRoom.take(workspace.ctx.platformId, Number.MAX_SAFE_INTEGER);
  const turn = sendTurn(app, { platformId: workspace.ctx.platformId, id: workspace.id });
  await expect.poll(() => rowTo(ada)).toMatchObject({ state: 'sending' });
  await wire.cut();
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  app.log.warn = () => resolve();
  makeRoom();
  await failed;
  await wire.mend();
  await turn;
  await app.parts.inFlight.settled();
  await workspace.send(app);
  expect(await rowTo(ada)).toMatchObject({ state: 'delivered', attempt_number: 1, attempts: 1 });
});
