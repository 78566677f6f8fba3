import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { bounce, suppressBySql } from './harness/suppressions.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
let hard = '';
let complaint = '';

beforeAll(async () => {
  hard = await bounce(acme, 'nobody.one@example.com');
  complaint = await suppressBySql(acme, {
    workspace: acme.workspace,
    email: 'two@example.com',
    reason: 'complaint',
  });
});

const lift = (id: string, workspace = acme.workspace) => acme.ask('liftSuppression', { path: { id, workspace } });

refusesAsUsual('liftSuppression', acme, () => ({ path: { id: complaint } }));

it('refuses to lift a block of marketing', async () => {
  const { status, body } = await lift(complaint);
  expect([status, body.code]).toEqual([409, 'suppression_permanent']);
});

it('does not reach into another workspace', async () => {
  const second = await acme.newWorkspace('second');
  const id = await suppressBySql(acme, { workspace: second, email: 'three@example.com', reason: 'soft_bounces' });
  expect((await lift(id)).status).toBe(404);
  expect((await lift(id, second)).status).toBe(204);
});

it('lifts a block of all email, one of the platform everywhere', async () => {
  const third = await acme.newWorkspace('third');
  expect((await lift(hard, third)).status).toBe(404);
  await makeContact(acme, 'held', { email: 'nobody.one@example.com' }, third);
  expect((await lift(hard, third)).status).toBe(204);
  expect((await lift(hard)).status).toBe(404);
  const { body } = await acme.ask('listSuppressions');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([complaint]);
});
