/** Processes that stand still with mail in hand, and acts that forbid the mail (docs/rules.md#confirmed-leases). */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { leaseTime } from '../../../src/messages/claims/message-lease.ts';
import { sweepMessages } from '../../../src/messages/outcomes/sweep-messages.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { setPlatformSuspension } from '../../../src/platforms/set-platform-suspension.ts';
import { suppressByHand } from '../../../src/suppressions/suppress-by-hand.ts';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import { deleteWorkspace } from '../../../src/workspaces/deletion/delete-workspace.ts';
import { suspendWorkspace } from '../../../src/workspaces/suspension/suspend-workspace.ts';
import { everyWay } from '../../support/every-way.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/** Where a process stands still: before the step of this name. */
const steps = ['MAIL', 'RCPT', 'DATA', 'the end of the mail'] as const;
type Step = (typeof steps)[number];

/** A relay that holds the first session before the step until it is released, and says what it heard. */
async function holdingRelay(step: Step) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const hold = (done: () => void) => {
    reached.resolve();
    void released.promise.then(() => done());
  };
  const heard: string[] = [];
  const sink = await startSmtpSink({
    // The envelope leaves together with DATA where a server allows it, and the mail waits for the reply.
    hidePIPELINING: step === 'RCPT' || step === 'DATA',
    ...(step === 'MAIL'
      ? { onConnect: (_session, done) => hold(done) }
      : step === 'RCPT'
        ? { onMailFrom: (_address, _session, done) => hold(done) }
        : { onRcptTo: (_address, _session, done) => hold(done) }),
    judge: (stage) => {
      heard.push(stage);
      return null;
    },
  });
  const transport = createSmtpTransport({ url: sink.url, clientName: 'bounces.localhost' });
  onTestFinished(async () => {
    released.resolve();
    await transport.close();
    await sink.stop();
  });
  return { sink, transport, heard, reached: reached.promise, release: () => released.resolve() };
}

/** A process with an attempt that is held; `wake` lets time have passed for it alone, and the attempt go on. */
async function heldProcess(step: Step, workspace: SendingWorkspace) {
  const relay = await holdingRelay(step);
  let slept = 0;
  const { now, monotonic } = world.app.clock;
  const clock = { now, monotonic: () => monotonic() + slept };
  const app: App = createApp({ ...world.otherApp(relay.transport), clock });
  const turn = sendTurn(app, { platformId: workspace.ctx.platformId, id: workspace.id });
  await relay.reached;
  return {
    ...relay,
    async wake(after: number) {
      slept = after;
      relay.release();
      await turn;
      await app.parts.inFlight.settled();
    },
  };
}

const stateOf = async (workspace: SendingWorkspace) =>
  (
    await world.app.db.pool.query(
      `SELECT m.state, (SELECT count(*)::int FROM message_attempts a WHERE a.message_id = m.id) AS attempts
       FROM messages m WHERE workspace_id = $1`,
      [workspace.id],
    )
  ).rows[0];

describe.each(steps)('a process that was frozen before %s', (step) => {
  test('and lost its message sends nothing', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    const frozen = await heldProcess(step, workspace);
    const swept = async () => {
      world.advance(leaseTime + 1);
      await sweepMessages(world.app);
      return stateOf(workspace);
    };
    await expect.poll(swept).toMatchObject({ state: 'queued' });
    await workspace.send();
    expect(await stateOf(workspace)).toEqual({ state: 'delivered', attempts: 1 });
    await frozen.wake(40_000);
    expect(frozen.sink.mails).toEqual([]);
    expect(frozen.heard).not.toContain('data');
    if (step === 'MAIL') expect(frozen.heard).toEqual([]);
    if (step === 'RCPT') expect(frozen.heard).not.toContain('rcpt');
    expect(await stateOf(workspace)).toEqual({ state: 'delivered', attempts: 1 });
  });

  test('goes on with a message that is still its own', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(1));
    const frozen = await heldProcess(step, workspace);
    await frozen.wake(5_000);
    expect(frozen.sink.mails).toHaveLength(1);
    expect(await stateOf(workspace)).toEqual({ state: 'delivered', attempts: 1 });
  });
});

describe('an act that forbids the mail of a frozen process', () => {
  const acts: readonly [string, (workspace: SendingWorkspace, address: string) => Promise<unknown>][] = [
    ['a suppression', ({ ctx, id }, email) => suppressByHand(ctx, id, { email })],
    ['an erasure', ({ ctx, id }, email) => erasePerson(ctx, id, { email })],
    ['a suspension', ({ ctx, id }) => suspendWorkspace(ctx, id)],
    ['a deletion', ({ ctx, id }) => deleteWorkspace(ctx, id)],
    ['a suspension of the platform', ({ ctx }) => setPlatformSuspension(world.app, ctx.platformId, true)],
  ];
  test.each(everyWay ? acts : acts.slice(0, 2))(
    '%s is answered in bounded time, and the process sends nothing after it',
    async (_name, act) => {
      const workspace = await world.workspace();
      const [ada = ''] = people(1);
      await workspace.emit([ada]);
      const frozen = await heldProcess('the end of the mail', workspace);
      onTestFinished(async () => void (await setPlatformSuspension(world.app, workspace.ctx.platformId, false)));
      await act(workspace, ada);
      // The lease is still its own.
      await frozen.wake(5_000);
      expect(frozen.heard).not.toContain('data');
      expect(frozen.sink.mails).toEqual([]);
      expect(await stateOf(workspace)).toEqual({ state: 'queued', attempts: 0 });
    },
  );

  test('is answered after an attempt that has begun', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    const { reached, release } = world.sink.hold(ada);
    const turn = sendTurn(world.app, { platformId: workspace.ctx.platformId, id: workspace.id });
    await reached;
    const order: string[] = [];
    const acted = suppressByHand(workspace.ctx, workspace.id, { email: ada }).then(() => order.push('answered'));
    // The block is there, and the answer waits.
    await expect
      .poll(async () => (await world.app.db.pool.query('SELECT FROM suppressions WHERE email = $1', [ada])).rowCount)
      .toBe(1);
    order.push('released');
    release();
    await Promise.all([acted, turn]);
    expect(order).toEqual(['released', 'answered']);
    expect(world.sink.mails.filter(({ to }) => to.includes(ada))).toHaveLength(1);
  });
});
