import { beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const upsert = (contacts: unknown) => acme.ask('upsertContacts', { body: { contacts } });

beforeAll(async () => {
  await makeContact(acme, 'holder', { email: 'held@example.com' });
  await makeContact(acme, 'leaver', { marketing: { state: 'unsubscribed', at: '2026-03-02T10:00:00Z' } });
});

refusesAsUsual('upsertContacts', acme, () => ({
  body: { contacts: [{ reference: 'new', email: 'new@example.com' }] },
}));

it('gives each item its own result, in order', async () => {
  const { status, body } = await upsert([
    { reference: 'one', email: 'one@example.com', pixel_consent_at: '2026-03-01T10:00:00+01:00' },
    { reference: 'two', email: 'two@example.com', pixelConsentAt: null },
    7,
    { reference: 'three', email: 'held@example.com' },
    { reference: 'one', marketing: { state: 'subscribed', at: '2999-01-01T00:00:00Z' } },
    { reference: 'one', locale: 'de' },
    { reference: 'leaver', marketing: { state: 'subscribed', at: '2026-03-01T10:00:00Z' } },
    { reference: 'a b', email: 'blank@example.com' },
    { email: 'nameless@example.com' },
    { reference: 'four' },
  ]);
  expect(status).toBe(200);
  const refused = {
    result: 'refused',
    code: 'validation_failed',
    doc_url: expect.stringMatching(/#validation_failed$/),
  };
  expect(body.data).toMatchObject([
    { reference: 'one', result: 'created', id: expect.any(String) },
    {
      reference: 'two',
      ...refused,
      errors: { pixelConsentAt: ['is not a known field; did you mean `pixel_consent_at`?'] },
    },
    { reference: null, ...refused, errors: { body: ['must be an object'] } },
    { reference: 'three', result: 'refused', code: 'email_taken', contact: 'ref:holder' },
    { reference: 'one', ...refused, errors: { 'marketing.at': expect.any(Array) } },
    { reference: 'one', result: 'updated' },
    { reference: 'leaver', result: 'refused', code: 'consent_older_than_opt_out' },
    { reference: null, ...refused, errors: { reference: expect.any(Array) } },
    { reference: null, ...refused, errors: { reference: ['is required'] } },
    { reference: 'four', ...refused, errors: { email: expect.any(Array) } },
  ]);
  expect(Object.keys(body.data[0])).toEqual(['reference', 'result', 'id']);
  expect((await acme.ask('getContact', { path: { contact: 'ref:one' } })).body.data).toMatchObject({
    locale: 'de',
    pixel_consent_at: '2026-03-01T09:00:00.000Z',
  });
});

it('takes 500 items and no more, and none', async () => {
  const items = Array.from({ length: 501 }, (_, at) => ({ reference: `m-${at}`, email: `m-${at}@example.com` }));
  const { status, body } = await upsert(items.slice(1));
  expect([status, body.data.length]).toEqual([200, 500]);
  expect(body.data.map(({ reference }: { reference: string }) => reference)).toEqual(
    items.slice(1).map(({ reference }) => reference),
  );
  const over = await upsert(items);
  expect([over.status, over.body.errors]).toEqual([422, { contacts: ['must have at most 500 items'] }]);
  expect((await upsert([])).body.data).toEqual([]);
});

describe('the whole batch is refused', () => {
  it.each([undefined, null, {}, 'x'])('when `contacts` is %j', async (contacts) => {
    const { status, body } = await upsert(contacts);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['contacts']]);
  });
});
