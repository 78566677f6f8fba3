import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const at = '2026-01-02T10:00:00.000Z';

beforeAll(async () => {
  for (const [key, type] of [
    ['plan', 'string'],
    ['seats', 'number'],
  ]) {
    await acme.ask('createAttributeDefinition', { body: { key, name: key, type } });
  }
  await makeContact(acme, 'ada', {
    email: 'Ada@example.com',
    attributes: { plan: '=1+1', seats: -2 },
    tags: ['VIP'],
    marketing: { state: 'subscribed', at },
  });
  await makeContact(acme, 'bob', { email: 'bob@example.com', locale: 'de', tags: ['a, b', 'VIP'] });
});

refusesAsUsual('exportContacts', acme, () => ({}));

it('sends all contacts as a CSV file that programs save by its name', async () => {
  const { status, headers, body } = await acme.ask('exportContacts');
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="contacts.csv"',
  ]);
  expect(body.split('\r\n')).toEqual([
    'reference,email,locale,tags,marketing.state,marketing.at,pixel_consent_at,attributes.plan,attributes.seats',
    `ada,Ada@example.com,,VIP,subscribed,${at},,'=1+1,-2`,
    'bob,bob@example.com,de,"VIP,""a, b""",,,,,',
    '',
  ]);
});

it('sends NDJSON, whose lines are items of a contact batch', async () => {
  const { headers, body } = await acme.ask('exportContacts', { query: { format: 'ndjson' } });
  expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const lines = body.trim().split('\n').map(JSON.parse);
  expect(lines).toEqual([
    {
      reference: 'ada',
      email: 'Ada@example.com',
      tags: ['VIP'],
      marketing: { state: 'subscribed', at },
      attributes: { plan: '=1+1', seats: -2 },
    },
    { reference: 'bob', email: 'bob@example.com', locale: 'de', tags: ['VIP', 'a, b'] },
  ]);
});

it('refuses a format that it does not write', async () => {
  const { status, body } = await acme.ask('exportContacts', { query: { format: 'xlsx' } });
  expect([status, body.errors]).toEqual([422, { format: [expect.any(String)] }]);
});

it('sends a header alone for a workspace without contacts, and an empty file of NDJSON', async () => {
  const workspace = await acme.newWorkspace('empty');
  const { body } = await acme.ask('exportContacts', { path: { workspace } });
  expect(body).toMatch(/^reference,[^\n]*\r\n$/);
  const json = await acme.ask('exportContacts', { path: { workspace }, query: { format: 'ndjson' } });
  expect([json.status, json.body]).toEqual([200, null]);
});

it('is for keys that see people', async () => {
  const { body } = await acme.ask('createKey', { body: { name: 'Sender', scopes: ['send', 'read'] } });
  const authorization = `Bearer ${body.data.secret}`;
  const refused = await acme.ask('exportContacts', { headers: { authorization } });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
});
