import { describe, expect, it, vi } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, simulated } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
const erase = (body: object, workspace = acme.workspace) => acme.ask('erasePerson', { path: { workspace }, body });
const patience = { timeout: 60_000, interval: 50 };

refusesAsUsual('erasePerson', acme, () => ({ body: { email: 'usual@example.com' } }));

/** Resolves once the contact is no longer found. */
async function waitUntilGone(contact: string): Promise<void> {
  const gone = async () => (await acme.ask('getContact', { path: { contact } })).status === 404;
  await vi.waitUntil(gone, patience);
}

describe('an erasure', () => {
  it('takes a contact by both address forms, or an address in any case', async () => {
    const byId = await makeContact(acme, 'one');
    await makeContact(acme, 'two');
    await makeContact(acme, 'three');
    for (const [body, contact] of [
      [{ contact: byId }, byId],
      [{ contact: 'ref:two' }, 'ref:two'],
      [{ email: 'THREE@example.com' }, 'ref:three'],
    ] as const) {
      const { status, body: answer } = await erase(body);
      expect([status, answer.data]).toEqual([202, { id: expect.any(String), requested_at: expect.any(String) }]);
      await waitUntilGone(contact);
    }
  });

  it('takes an address that nobody holds', async () => {
    expect((await erase({ email: 'never-seen@example.com' })).status).toBe(202);
  });

  it('leaves the event without its contact', async () => {
    const email = simulated('erased');
    const contact = await makeContact(acme, 'erased', { email });
    const emitted = await acme.ask('emitEvent', {
      body: emitOf('order.shipped', 'erased', { recipient: { contact } }),
    });
    await erase({ contact });
    const read = () => acme.ask('getEvent', { path: { id: emitted.body.data.id } });
    await vi.waitUntil(async () => (await read()).body.data?.contact === null, patience);
    expect((await read()).status).toBe(200);
  });

  it('counts as the latest opt-out', async () => {
    await makeContact(acme, 'left');
    const { body } = await erase({ contact: 'ref:left' });
    await waitUntilGone('ref:left');
    const consent = (at: string) =>
      acme.ask('upsertContact', {
        path: { contact: 'ref:left' },
        body: { email: 'left@example.com', marketing: { state: 'subscribed', at } },
      });
    const refused = await consent(body.data.requested_at);
    expect([refused.status, refused.body.code]).toEqual([409, 'consent_older_than_opt_out']);
    const accepted = await consent(new Date().toISOString());
    expect([accepted.status, accepted.body.data?.status]).toEqual([201, 'subscribed']);
  });

  it('stays in its workspace', async () => {
    const other = await acme.newWorkspace('other');
    await makeContact(acme, 'both');
    await makeContact(acme, 'both', {}, other);
    await erase({ email: 'both@example.com' });
    await waitUntilGone('ref:both');
    const { status } = await acme.ask('getContact', { path: { workspace: other, contact: 'ref:both' } });
    expect(status).toBe(200);
  });
});

it('refuses all but exactly one person that is there', async () => {
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'body'],
    [{ contact: 'ref:one', email: 'a@example.com' }, 'body'],
    [{ contact: 'ref:nobody' }, 'contact'],
    [{ contact: acme.workspace }, 'contact'],
    [{ contact: 'nobody' }, 'contact'],
    [{ email: 'nobody' }, 'email'],
    [{ email: null }, 'email'],
  ];
  for (const [body, path] of cases) {
    const { status, body: answer } = await erase(body);
    expect([status, Object.keys(answer.errors ?? {})], JSON.stringify(body)).toEqual([422, [path]]);
  }
  expect((await erase({ email: 'a@example.com' }, 'ref:none')).status).toBe(404);
});
