import { expect, it } from 'vitest';
import { emitTo, makeWaiting, waitForState } from './harness/messages.ts';
import { openPlatform } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { workspace } = acme;
await makeEventType(acme, 'order.shipped');
const usual = await makeWaiting(acme, { workspace, eventType: 'order.shipped', label: 'usual' });
const cancel = (id: string, of = workspace) => acme.ask('cancelMessage', { path: { workspace: of, id } });

refusesAsUsual('cancelMessage', acme, () => ({ path: { id: usual } }));

it('ends a message that waits, and nothing more the second time', async () => {
  const id = await makeWaiting(acme, { workspace, eventType: 'order.shipped', label: 'one' });
  const first = await cancel(id);
  expect([first.status, first.body.data]).toMatchObject([200, { id, state: 'failed', reason: 'cancelled' }]);
  const again = await cancel(id);
  expect([again.status, again.body.data]).toEqual([200, first.body.data]);
});

it('refuses what has ended', async () => {
  const id = await emitTo(acme, 'delivered', { workspace, eventType: 'order.shipped', label: 'two' });
  await waitForState(acme, workspace, id, 'delivered');
  const { status, body } = await cancel(id);
  expect([status, body.code]).toEqual([409, 'message_not_waiting']);
});

it('does not reach into another workspace', async () => {
  const second = await acme.newWorkspace('second');
  const id = await makeWaiting(acme, { workspace: second, eventType: 'order.shipped', label: 'three' });
  expect((await cancel(id)).status).toBe(404);
  expect((await cancel(id, second)).status).toBe(200);
});
