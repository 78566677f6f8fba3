import { describe, expect, it } from 'vitest';
import { readTimestamp, timestampFault } from '../../src/ground/time/timestamp.ts';
import { openPlatform, operate } from './harness/platform.ts';
import { simulated } from './harness/samples.ts';

const taken: readonly (readonly [text: string, instant: string])[] = [
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T10:30:00+01:00', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T10:30:00+0100', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T10:30+01', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-30T22:30:00.123456-11:00', '2026-01-31T09:30:00.123Z'],
  ['2026-01-31t09:30:00,5z', '2026-01-31T09:30:00.500Z'],
  ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
];
const refused: readonly string[] = [
  '2026-01-31T09:30:00',
  '2026-01-31',
  '2026-02-30T09:30:00Z',
  '2025-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-31T24:30:00Z',
  '2026-01-31T09:60:00Z',
  '2026-01-31T09:30:60Z',
  '2026-01-31T09:30:00+24:00',
  '2026-01-31T09:30:00+01:60',
  '2026-01-31 09:30:00Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:30:00+01:00',
  '9999-12-31T23:30:00-01:00',
  '+002026-01-31T09:30:00Z',
  '1769851800',
  '',
];

describe('the grammar', () => {
  it.each(taken)('reads %s as %s', (text, instant) => {
    expect(readTimestamp(text)?.toISOString()).toBe(instant);
  });

  it.each(refused)('refuses %s', (text) => {
    expect(readTimestamp(text)).toBeNull();
  });
});

/**
 * Writes a timestamp through one field; returns the value of a later read, `taken` where no read shows it, or
 * `refused`.
 */
type Door = (text: string) => Promise<string>;

const acme = await openPlatform();
await acme.ask('saveEventType', {
  path: { name: 'visited' },
  body: { fields: [{ name: 'at', type: 'datetime', required: true }] },
});
let contacts = 0;
const newContact = () => `ref:c${contacts++}`;
const email = () => `c${contacts}@example.com`;
const faulty = (errors: unknown, path: string) => {
  expect(errors).toEqual({ [path]: [timestampFault] });
  return 'refused';
};
const askGraphql = async (document: string, variables: object = {}) => {
  try {
    return await acme.graphql(document, { workspace: acme.workspace, ...variables });
  } catch {
    return null;
  }
};
const upsertLiteral = (input: string) => `mutation ($workspace: ID!) {
  contactUpsert(workspace: $workspace, input: ${input}) { contact { pixelConsentAt marketing { at } } }
}`;
const batchDocument = `mutation ($workspace: ID!, $contacts: [ContactBatchItemInput!]!) {
  contactBatchUpsert(workspace: $workspace, input: { contacts: $contacts }) { results { result errors } }
}`;

const doors: Readonly<Record<string, Door>> = {
  'a contact over REST': async (text) => {
    const body = { email: email(), pixel_consent_at: text };
    const answered = await acme.ask('upsertContact', { path: { contact: newContact() }, body });
    return answered.status === 422
      ? faulty(answered.body.errors, 'pixel_consent_at')
      : answered.body.data.pixel_consent_at;
  },
  'consent over REST': async (text) => {
    const body = { email: email(), marketing: { state: 'unsubscribed', at: text } };
    const answered = await acme.ask('upsertContact', { path: { contact: newContact() }, body });
    return answered.status === 422 ? faulty(answered.body.errors, 'marketing.at') : answered.body.data.marketing.at;
  },
  'an item of a batch over REST': async (text) => {
    const contact = newContact();
    const item = { reference: contact.slice(4), email: email(), marketing: { state: 'unsubscribed', at: text } };
    const { body } = await acme.ask('upsertContacts', { body: { contacts: [item] } });
    const [result] = body.data;
    if (result.result === 'refused') return faulty(result.errors, 'marketing.at');
    return (await acme.ask('getContact', { path: { contact } })).body.data.marketing.at;
  },
  'a variable of GraphQL': async (text) => {
    const document = `mutation ($workspace: ID!, $input: ContactUpsertInput!) {
      contactUpsert(workspace: $workspace, input: $input) { contact { pixelConsentAt } }
    }`;
    newContact();
    const told = await askGraphql(document, { input: { email: email(), pixelConsentAt: text } });
    return told === null ? 'refused' : told.contactUpsert.contact.pixelConsentAt;
  },
  'a literal of GraphQL': async (text) => {
    newContact();
    const told = await askGraphql(
      upsertLiteral(`{ email: "${email()}", marketing: { state: unsubscribed, at: ${JSON.stringify(text)} } }`),
    );
    return told === null ? 'refused' : told.contactUpsert.contact.marketing.at;
  },
  'an item of a batch of GraphQL': async (text) => {
    const contact = newContact();
    const told = await askGraphql(batchDocument, {
      contacts: [{ reference: contact.slice(4), email: email(), pixelConsentAt: text }],
    });
    if (told === null) return 'refused';
    return (await acme.ask('getContact', { path: { contact } })).body.data.pixel_consent_at;
  },
  'a payload': async (text) => {
    const idempotency_key = `p${contacts++}`;
    const body = { type: 'visited', idempotency_key, recipient: { email: simulated('p') }, payload: { at: text } };
    const answered = await acme.ask('emitEvent', { body });
    return answered.status === 422 ? faulty(answered.body.errors, 'payload.at') : 'taken';
  },
  'a fallback': async (text) => {
    const fields = [{ name: 'at', type: 'datetime', required: false, fallback: text }];
    const { status, body } = await acme.ask('saveEventType', { path: { name: 'fallback' }, body: { fields } });
    return status === 422 ? faulty(body.errors, 'fields.0.fallback') : 'taken';
  },
  "a key's end": async (text) => {
    const document = `mutation ($platformId: ID!, $expiresAt: DateTime) {
      apiKeyCreate(input: { platformId: $platformId, name: "x", expiresAt: $expiresAt }) { apiKey { expiresAt } }
    }`;
    try {
      return (await operate(document, { platformId: acme.id, expiresAt: text })).apiKeyCreate.apiKey.expiresAt;
    } catch (error) {
      // Read, and refused for what it says.
      return String(error).includes('must be in the future') ? 'taken' : 'refused';
    }
  },
};

describe.each(Object.entries(doors))('%s', (_name, door) => {
  it('takes what the grammar reads', async () => {
    for (const [text, instant] of taken) expect([instant, 'taken'], text).toContain(await door(text));
  });

  it('refuses what it does not', async () => {
    for (const text of refused) expect(await door(text), text).toBe('refused');
  });
});

it('a template formats every form that a payload takes', async () => {
  const composition = {
    editorVersion: 3,
    target: 'email',
    document: { blocks: [{ id: 'a', type: 'text', attrs: { text: '[{{ event.at | datetime: "long" }}]' } }] },
  };
  const draft = { subject: 'x', from_local_part: 'x', composition };
  for (const [text, instant] of taken) {
    const shown = async (at: string) =>
      (await acme.ask('previewTemplate', { path: { name: 'visited' }, body: { draft, payload: { at } } })).body.data
        .text;
    expect(await shown(text), text).toBe(await shown(instant));
    expect(await shown(text), text).not.toContain(text);
  }
});
