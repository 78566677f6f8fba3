/** A process that takes an emit and sends mail sends its message at once, without a turn. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
  world.app.parts.turns.sending.open();
});
afterAll(() => world.close());

/** A workspace whose first mail has gone out in a turn, so that the process knows how its domain signs. */
async function warmed(): Promise<SendingWorkspace> {
  const workspace = await world.workspace();
  await workspace.emit(people(1));
  await workspace.send();
  expect(await workspace.states()).toEqual({ delivered: 1 });
  return workspace;
}

const settled = () => world.app.parts.inFlight.settled();

test('a message is sent with no turn', async () => {
  const workspace = await warmed();
  await workspace.emit(people(5));
  await settled();
  expect(await workspace.states()).toEqual({ delivered: 6 });
});

test('no more than the window of the workspace holds; the others wait for a turn', async () => {
  const { sink } = world;
  const workspace = await warmed();
  const readers = people(30);
  const holds = readers.map((address) => sink.hold(address));
  await workspace.emit(readers);
  const states = await workspace.states();
  expect(states.sending).toBeLessThanOrEqual(20);
  expect((states.sending ?? 0) + (states.queued ?? 0)).toBe(30);
  expect(states.queued).toBeGreaterThan(0);
  for (const { release } of holds) release();
  await settled();
  await workspace.send();
  expect(await workspace.states()).toEqual({ delivered: 31 });
});

test('a process that runs no turns takes no message in hand', async () => {
  const workspace = await warmed();
  const app = world.otherApp();
  for (const email of people(5)) {
    await emitEvent({ ...workspace.ctx, app }, workspace.id, {
      type: 'order.shipped',
      idempotencyKey: email,
      recipient: { email },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    });
  }
  await app.parts.inFlight.settled();
  expect(await workspace.states()).toEqual({ delivered: 1, queued: 5 });
});

test.each([
  ['paused', 'paused'],
  ['throttled', 'throttled'],
])('a workspace that is %s sends by turns, which know its cap', async (_what, state) => {
  const workspace = await warmed();
  await world.app.db.pool.query('UPDATE workspace_health SET state = $2 WHERE workspace_id = $1', [
    workspace.id,
    state,
  ]);
  await workspace.emit(people(3));
  await settled();
  expect(await workspace.states()).toEqual({ delivered: 1, queued: 3 });
});

test('a message in hand has a lease, as a claimed one has', async () => {
  const workspace = await warmed();
  const { pool } = world.app.db;
  const [reader = ''] = people(1);
  const hold = world.sink.hold(reader);
  await workspace.emit([reader]);
  await hold.reached;
  const { rows } = await pool.query(
    'SELECT state, attempt_number, lease_until > $2 AS leased FROM messages WHERE workspace_id = $1 AND recipient = $3',
    [workspace.id, world.now(), reader],
  );
  expect(rows).toEqual([{ state: 'sending', attempt_number: 1, leased: true }]);
  hold.release();
  await settled();
  expect(await workspace.states()).toEqual({ delivered: 2 });
});
