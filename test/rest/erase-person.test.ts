import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const erase = (body: object) => acme.ask('erasePerson', { body });
const get = (contact: string) => acme.ask('getContact', { path: { contact } });

refusesAsUsual('erasePerson', acme, () => ({ body: { email: 'nobody@example.com' } }));

it('forgets a contact by both address forms; it is gone with the answer', async () => {
  const id = await makeContact(acme, 'ada');
  for (const contact of [id, 'ref:eve']) {
    if (contact !== id) await makeContact(acme, 'eve');
    const { status, body } = await erase({ contact });
    expect(status).toBe(202);
    expect(Object.keys(body.data).sort()).toEqual(['id', 'requested_at']);
    expect((await get(contact)).status).toBe(404);
  }
});

it('forgets an address, in whatever case, whether or not a contact holds it', async () => {
  const id = await makeContact(acme, 'bob');
  expect((await erase({ email: 'BOB@Example.com' })).status).toBe(202);
  expect((await get(id)).status).toBe(404);
  expect((await erase({ email: 'bob@example.com' })).status).toBe(202);
  expect((await erase({ email: 'never.seen@example.com' })).status).toBe(202);
});

it('keeps the address from marketing until a consent dated after the erasure', async () => {
  await makeContact(acme, 'carol');
  const { body } = await erase({ contact: 'ref:carol' });
  const at = new Date(body.data.requested_at).getTime();
  const subscribe = (offset: number) =>
    acme.ask('upsertContact', {
      path: { contact: 'ref:carol' },
      body: {
        email: 'carol@example.com',
        marketing: { state: 'subscribed', at: new Date(at + offset).toISOString() },
      },
    });
  for (const offset of [-1, 0]) {
    const refused = await subscribe(offset);
    expect([refused.status, refused.body.code]).toEqual([409, 'consent_older_than_opt_out']);
  }
  await expect.poll(async () => (await subscribe(1)).status).toBe(201);
});

it.each([
  { contact: 'ref:none' },
  { contact: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  { contact: 'ada' },
  { contact: 'ref:not valid' },
])('refuses the contact $contact, which is not there, under its path', async (body) => {
  const { status, body: answer } = await erase(body);
  expect([status, answer.code, Object.keys(answer.errors)]).toEqual([422, 'validation_failed', ['contact']]);
});

it('refuses what is no address', async () => {
  const { status, body } = await erase({ email: 'ada' });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
});

it('takes exactly one of contact and email', async () => {
  const id = await makeContact(acme, 'dora');
  for (const body of [{}, { contact: id, email: 'dora@example.com' }]) {
    const { status, body: answer } = await erase(body);
    expect([status, answer.code]).toEqual([422, 'validation_failed']);
  }
  expect((await get(id)).status).toBe(200);
});
