import { beforeEach, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, makeSendable } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
beforeEach(() => makeSendable(acme));

refusesAsUsual('deleteSendingDomain', acme, () => ({}));

it('removes the domain once, and emits are refused from then on', async () => {
  expect((await acme.ask('deleteSendingDomain')).status).toBe(204);
  expect((await acme.ask('getSendingDomain')).status).toBe(404);
  const again = await acme.ask('deleteSendingDomain');
  expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  const recipient = { email: 'ada@example.com' };
  const { status, body } = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'one', { recipient }) });
  expect([status, body.code]).toEqual([409, 'domain_not_sendable']);
  expect((await acme.ask('getWorkspace')).body.data.sending).toEqual({ state: 'blocked', reason: 'no_identity' });
  expect((await acme.ask('saveSendingDomain', { body: { domain: 'mail.acme.test' } })).status).toBe(201);
});

it("leaves another platform's domain alone", async () => {
  const other = await openPlatform('Other');
  expect((await other.ask('deleteSendingDomain')).status).toBe(404);
  expect((await acme.ask('getSendingDomain')).status).toBe(200);
});
