import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('resumeWorkspace', acme, () => ({}));

it('takes back a suspension, as often as it is asked', async () => {
  await makeEventType(acme, 'order.shipped');
  const before = await acme.ask('getWorkspace');
  await acme.ask('suspendWorkspace');
  for (const workspace of [acme.workspace, 'ref:shop']) {
    const { status, body } = await acme.ask('resumeWorkspace', { path: { workspace } });
    expect([status, body]).toEqual([200, before.body]);
  }
  expect((await acme.ask('emitEvent', { body: emitOf('order.shipped', 'one') })).status).toBe(202);
});

it('finds no workspace that is not there', async () => {
  expect((await acme.ask('resumeWorkspace', { path: { workspace: 'ref:none' } })).status).toBe(404);
});
