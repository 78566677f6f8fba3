import { beforeAll, expect, inject, it } from 'vitest';
import { waitForState } from './harness/messages.ts';
import { callOperation, openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, makeSendable } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const days = { from: at(-1), to: at(1) };
const read = (workspace: string) => acme.ask('getWorkspaceFigures', { path: { workspace }, query: days });

refusesAsUsual('getWorkspaceFigures', acme, () => ({ query: days }));

beforeAll(async () => {
  await makeSendable(acme);
  await makeEventType(acme, 'order.shipped');
  const body = emitOf('order.shipped', 'ada', { recipient: { email: 'ada@example.com' } });
  const { message } = (await acme.ask('emitEvent', { body })).body.data;
  await waitForState(acme, acme.workspace, message.id, 'delivered');
});

it('counts the messages of one workspace', async () => {
  const second = await acme.newWorkspace('second');
  expect((await read('ref:shop')).body.data.total).toMatchObject({ accepted: 1, delivered: 1 });
  expect((await read(second)).body.data.total).toMatchObject({ accepted: 0, delivered: 0 });
});

it('is there for a key of that workspace, and for no other', async () => {
  const { body } = await acme.ask('createKey', { body: { name: 'Shop', workspace: 'ref:shop' } });
  const headers = { authorization: `Bearer ${body.data.secret}` };
  const ask = (operation: string, workspace: string) =>
    callOperation(inject('restService').url, operation, { path: { workspace }, query: days, headers });
  expect((await ask('getWorkspaceFigures', 'ref:shop')).status).toBe(200);
  expect((await ask('getWorkspaceFigures', 'ref:second')).status).toBe(404);
  expect((await ask('getFigures', 'ref:shop')).status).toBe(403);
});
