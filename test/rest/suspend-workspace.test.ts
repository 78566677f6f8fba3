import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('suspendWorkspace', acme, () => ({}));

it('suspends a workspace, as often as it is asked', async () => {
  await makeEventType(acme, 'order.shipped');
  const before = await acme.ask('getWorkspace');
  for (const workspace of [acme.workspace, 'ref:shop']) {
    const { status, body } = await acme.ask('suspendWorkspace', { path: { workspace } });
    expect([status, body.data]).toEqual([
      200,
      { ...before.body.data, status: 'suspended', sending: { state: 'blocked', reason: 'suspended' } },
    ]);
  }
  const { status, body } = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'one') });
  expect([status, body.code]).toEqual([409, 'workspace_suspended']);
});

it('leaves its contacts to be kept in sync', async () => {
  const path = { contact: 'ref:ada' };
  expect((await acme.ask('upsertContact', { path, body: { email: 'ada@example.com' } })).status).toBe(201);
});

it('finds no workspace that is not there', async () => {
  expect((await acme.ask('suspendWorkspace', { path: { workspace: 'ref:none' } })).status).toBe(404);
});
