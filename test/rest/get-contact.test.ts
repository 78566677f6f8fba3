import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const id = await makeContact(acme, 'ada');
const get = (contact: string) => acme.ask('getContact', { path: { contact } });

refusesAsUsual('getContact', acme, () => ({ path: { contact: id } }));

it('reads a contact by both address forms', async () => {
  const { status, body } = await get(id);
  expect([status, body.data]).toEqual([
    200,
    {
      id,
      reference: 'ada',
      email: 'ada@example.com',
      status: 'pending',
      locale: null,
      marketing: null,
      pixel_consent_at: null,
      attributes: {},
      tags: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
  expect((await get('ref:ada')).body).toEqual(body);
});

it('finds nothing at an address that nobody has, or that is none', async () => {
  for (const contact of ['ref:nobody', 'ada', 'ref:', acme.workspace]) {
    expect((await get(contact)).status, contact).toBe(404);
  }
});
