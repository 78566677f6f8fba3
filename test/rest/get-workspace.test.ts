import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const get = (workspace: string) => acme.ask('getWorkspace', { path: { workspace } });

refusesAsUsual('getWorkspace', acme, () => ({}));

it('reads a workspace by both address forms', async () => {
  const { status, body } = await get(acme.workspace);
  expect([status, body.data.id, body.data.reference]).toEqual([200, acme.workspace, 'shop']);
  expect((await get('ref:shop')).body).toEqual(body);
});

it('finds nothing at an address that nobody has, or that is none', async () => {
  const shapeless = [
    'shop',
    'ref:',
    'ref:a b',
    `ref:${'x'.repeat(129)}`,
    `${acme.workspace}0`,
    'ref:shop%00',
    '%E0%A4',
  ];
  for (const workspace of ['ref:none', acme.workspace.replace(/.$/, '!'), ...shapeless]) {
    expect((await get(workspace)).status, workspace).toBe(404);
  }
});

it('says what blocks sending', async () => {
  expect((await get('ref:shop')).body.data.sending).toEqual({ state: 'blocked', reason: 'no_identity' });
  await acme.ask('saveSendingDomain', { body: { domain: 'mail.acme.example.com' } });
  expect((await get('ref:shop')).body.data.sending).toEqual({ state: 'blocked', reason: 'identity_not_sendable' });
  await acme.ask('saveSendingDomain', { body: { domain: 'mail.acme.test' } });
  expect((await get('ref:shop')).body.data.sending.state).toMatch(/^(?:ready|waiting)$/);
  await acme.ask('suspendWorkspace');
  expect((await get('ref:shop')).body.data).toMatchObject({
    status: 'suspended',
    sending: { state: 'blocked', reason: 'suspended' },
  });
});
