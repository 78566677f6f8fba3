import { beforeAll, expect, it } from 'vitest';
import { makeBounced, waitForState } from './harness/messages.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, makeSendable, simulated } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { workspace } = acme;
const resend = (id: string, of = workspace) => acme.ask('resendMessage', { path: { workspace: of, id } });
const emit = async (key: string, change: object = {}) =>
  (await acme.ask('emitEvent', { body: emitOf('order.shipped', key, change) })).body.data.message.id as string;

await makeEventType(acme, 'order.shipped');
const usual = await makeBounced(acme, { workspace, eventType: 'order.shipped', label: 'usual' });

beforeAll(() => makeSendable(acme));

refusesAsUsual('resendMessage', acme, () => ({ path: { id: usual } }));

it('sends the content again, as a new message', async () => {
  const id = await makeBounced(acme, { workspace, eventType: 'order.shipped', label: 'one' });
  const { status, body } = await resend(id);
  expect([status, body.data.type, body.data.email]).toEqual([202, 'order.shipped', 'bounce+one@simulator.test']);
  expect(body.data.id).not.toBe(id);
  await waitForState(acme, workspace, body.data.id, 'bounced');
});

it('sends it once while the new message has not ended', async () => {
  const email = 'later.resent@example.com';
  const id = await emit('resent', { recipient: { email } });
  const cancel = async () => (await acme.ask('cancelMessage', { path: { id } })).status;
  // Not while its first attempt is under way.
  await expect.poll(cancel, { timeout: 60_000 }).toBe(200);
  const first = await resend(id);
  const again = await resend(id);
  expect([first.status, again.status, first.body.data.email]).toEqual([202, 202, email]);
  expect(again.body.data.id).toBe(first.body.data.id);
  expect(first.body.data.id).not.toBe(id);
});

it('sends nothing that was delivered', async () => {
  const id = await emit('two');
  await waitForState(acme, workspace, id, 'delivered');
  const { status, body } = await resend(id);
  expect([status, body.code]).toEqual([409, 'message_not_resendable']);
});

it('sends nothing whose files are gone', async () => {
  const attachments = [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64') }];
  const recipient = { email: 'nobody.files@example.com' };
  const id = await emit('three', { attachments, recipient });
  await waitForState(acme, workspace, id, 'bounced');
  const { status, body } = await resend(id);
  expect([status, body.code]).toEqual([409, 'content_gone']);
});

it('sends nothing to a suppressed address', async () => {
  const id = await emit('four', { recipient: { email: 'nobody.four@example.com' } });
  await waitForState(acme, workspace, id, 'bounced');
  const { status, body } = await resend(id);
  expect([status, body.code]).toEqual([409, 'address_suppressed']);
});

it('sends nothing while the workspace is suspended or the domain cannot send', async () => {
  const other = await openPlatform('Other');
  await makeEventType(other, 'order.shipped');
  await makeSendable(other, 'mail.other.test');
  const body = emitOf('order.shipped', 'one', { recipient: { email: 'later.one@example.com' } });
  const { id } = (await other.ask('emitEvent', { body })).body.data.message;
  const cancel = async () => (await other.ask('cancelMessage', { path: { id } })).status;
  await expect.poll(cancel, { timeout: 60_000 }).toBe(200);
  await other.ask('deleteSendingDomain');
  const unsendable = await other.ask('resendMessage', { path: { id } });
  expect([unsendable.status, unsendable.body.code]).toEqual([409, 'domain_not_sendable']);
  await other.ask('suspendWorkspace');
  const suspended = await other.ask('resendMessage', { path: { id } });
  expect([suspended.status, suspended.body.code]).toEqual([409, 'workspace_suspended']);
});

it('counts as an emit to the address', async () => {
  const recipient = { email: 'bounce+full@simulator.test' };
  const id = await emit('full', { recipient });
  await waitForState(acme, workspace, id, 'bounced');
  for (let number = 1; number < 30; number++) await emit(`full-${number}`, { recipient });
  const { status, body, headers } = await resend(id);
  expect([status, body.code]).toEqual([429, 'recipient_rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await resend(await emit('free', { recipient: { email: simulated('free') } }))).status).not.toBe(429);
});
