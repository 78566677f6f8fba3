import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, simulated } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
const emitted = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'one') });
const get = (id: string, workspace = acme.workspace) => acme.ask('getEvent', { path: { id, workspace } });

let second = '';
beforeAll(async () => {
  second = await acme.newWorkspace('second');
});

refusesAsUsual('getEvent', acme, () => ({ path: { id: emitted.body.data.id } }));

it('reads an event with the state of its message now', async () => {
  const { id } = emitted.body.data;
  const message = async () => (await get(id)).body.data.message.state;
  await expect.poll(message).toBe('delivered');
  const { status, body } = await get(id, 'ref:shop');
  expect([status, body.data]).toEqual([
    200,
    { ...emitted.body.data, message: { ...emitted.body.data.message, state: 'delivered' } },
  ]);
});

it('names the contact, and nobody once it was deleted', async () => {
  const contact = await makeContact(acme, 'ada', { email: simulated('ada') });
  const { body } = await acme.ask('emitEvent', {
    body: emitOf('order.shipped', 'two', { recipient: { contact: 'ref:ada' } }),
  });
  expect((await get(body.data.id)).body.data.contact).toEqual({ id: contact, reference: 'ada' });
  await acme.ask('deleteContact', { path: { contact } });
  expect((await get(body.data.id)).status).toBe(200);
});

it('finds no event of another workspace, and none at an address that is none', async () => {
  const { id } = emitted.body.data;
  expect((await get(id, second)).status).toBe(404);
  for (const none of ['one', acme.workspace, 'ref:one']) expect((await get(none)).status, none).toBe(404);
});
