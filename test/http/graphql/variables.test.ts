/** Values that do not fit the schema: 400 `validation_failed` under their path, with nothing in the log. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlWorld, type GraphqlWorld } from '../../support/graphql-world.ts';

const lines: string[] = [];
let world: GraphqlWorld;
beforeAll(async () => {
  world = await createGraphqlWorld(pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
});
afterAll(() => world.close());

const emit = 'mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { replayed } }';
const upsert =
  'mutation ($input: ContactUpsertInput!) { contactUpsert(workspace: "ref:shop", contact: "ref:a", input: $input) { created } }';
const batch =
  'mutation ($input: ContactBatchUpsertInput!) { contactBatchUpsert(workspace: "ref:shop", input: $input) { results { result } } }';
const list =
  'query ($state: MessageState, $first: Int) { messages(workspace: "ref:shop", filter: { state: $state }, first: $first) { edges { cursor } } }';
const platform = 'mutation ($input: PlatformCreateInput!) { platformCreate(input: $input) { platform { id } } }';
const time = 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z';
const states =
  'must be one of bounced, complained, delivered, expired, failed, queued, scheduled, sending, sent, suppressed';
const event = { type: 'a', idempotencyKey: 'a', recipient: { email: 'a@example.com' }, payload: {} };

const misfits: readonly (readonly [string, string, unknown, Readonly<Record<string, readonly string[]>>])[] = [
  [
    'a field that is missing',
    emit,
    { input: { ...event, type: undefined } },
    { 'variables.input.type': ['is required'] },
  ],
  ['a field that is null', emit, { input: { ...event, type: null } }, { 'variables.input.type': ['must not be null'] }],
  [
    'several faults at once',
    emit,
    { input: { ...event, typ: 'a', payload: [1], recipient: { email: 7 } } },
    {
      'variables.input.typ': ['is not a known field'],
      'variables.input.payload': ['must be an object'],
      'variables.input.recipient.email': ['must be a string'],
    },
  ],
  [
    'a list that cannot be made text',
    emit,
    { input: { ...event, payload: [{ toString: 1 }] } },
    { 'variables.input.payload': ['must be an object'] },
  ],
  [
    'a field named __proto__',
    emit,
    JSON.parse(
      `{"input":{"__proto__":{},"type":"a","idempotencyKey":"a","recipient":{"email":"a@example.com"},"payload":{}}}`,
    ),
    { 'variables.input.__proto__': ['is not a known field'] },
  ],
  ['a date', upsert, { input: { pixelConsentAt: 'yesterday' } }, { 'variables.input.pixelConsentAt': [time] }],
  ['a date that is a number', upsert, { input: { pixelConsentAt: 7 } }, { 'variables.input.pixelConsentAt': [time] }],
  [
    'a date of a million characters',
    upsert,
    { input: { pixelConsentAt: '2'.repeat(1_000_000) } },
    { 'variables.input.pixelConsentAt': [time] },
  ],
  [
    'an enum, in an object',
    upsert,
    { input: { marketing: { state: 'maybe', at: '2026-01-31T09:30:00Z' } } },
    { 'variables.input.marketing.state': ['must be one of subscribed, unsubscribed'] },
  ],
  [
    'a text where a list has objects',
    batch,
    { input: { contacts: [{ reference: 'a' }, null, 'a'] } },
    {
      'variables.input.contacts.1': ['must not be null'],
      'variables.input.contacts.2': ['must be an object'],
    },
  ],
  [
    'a field of an item',
    batch,
    { input: { contacts: [{ reference: 'a' }, { reference: 'b', attribute: {} }] } },
    { 'variables.input.contacts.1.attribute': ['is not a known field'] },
  ],
  [
    'both of two fields that exclude each other',
    emit,
    { input: { ...event, recipient: { email: 'a@example.com', contact: 'ref:a' } } },
    { 'variables.input.recipient': ['must have exactly one of contact, email'] },
  ],
  ['an enum', list, { state: 'gone' }, { 'variables.state': [states] }],
  ['an enum that is an object', list, { state: {} }, { 'variables.state': [states] }],
  ['a fraction', list, { first: 1.5 }, { 'variables.first': ['must be an integer of at most 32 bits'] }],
  ['an integer of 33 bits', list, { first: 2 ** 33 }, { 'variables.first': ['must be an integer of at most 32 bits'] }],
  [
    'a text where a number belongs',
    list,
    { first: '5' },
    { 'variables.first': ['must be an integer of at most 32 bits'] },
  ],
  ['a variable that is missing', platform, {}, { 'variables.input': ['is required'] }],
  ['a variable that is null', platform, { input: null }, { 'variables.input': ['must not be null'] }],
];

describe('a variable that does not fit is rejected under its path', () => {
  it.each(misfits)('%s', async (_what, query, variables, errors) => {
    for (const door of [world.production, world.development]) {
      // A client that names no media type gets a status, as one that accepts the newer media type does.
      for (const accept of ['*/*', 'application/graphql-response+json']) {
        const told = await door.post({ query, variables }, { accept });
        expect([told.status, told.body.errors]).toEqual([400, [expect.anything()]]);
        const { code, docUrl, errors: found } = told.body.errors[0].extensions;
        expect({ code, docUrl, found }).toEqual({
          code: 'validation_failed',
          docUrl: 'http://tidings.test/docs/errors#validation_failed',
          found: errors,
        });
        expect(told.body.data).toBeUndefined();
      }
    }
    expect(lines).toEqual([]);
  });

  it('with at most 100 faults in less than 64 kB', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`${at}${'x'.repeat(20)}`, at]));
    const items = Array.from({ length: 20_000 }, () => 'ü'.repeat(50));
    for (const [query, input] of [
      [emit, { ...event, ...unknown }],
      [emit, { ...event, ['ü'.repeat(1_000_000)]: 1 }],
      [batch, { contacts: items }],
    ]) {
      const told = await world.production.post({ query, variables: { input } });
      expect(told.status).toBe(400);
      const { errors } = told.body.errors[0].extensions;
      expect(Object.keys(errors).length).toBeLessThanOrEqual(100);
      expect(Buffer.byteLength(JSON.stringify(told.body))).toBeLessThan(64_000);
    }
    expect(lines).toEqual([]);
  });

  it('but one that no argument takes null for is an error of its field', async () => {
    const query = 'query ($id: ID! = "ref:shop") { workspace(workspace: $id) { id } }';
    expect((await world.production.post({ query })).body.errors).toBeUndefined();
    const nullable = 'query ($id: ID = "ref:shop") { workspace(workspace: $id) { id } }';
    const told = await world.production.post({ query: nullable, variables: { id: null } });
    expect(told.body.errors[0].extensions.code).toBe('validation_failed');
    expect(lines).toEqual([]);
  });
});

describe('a literal that does not fit is rejected with its place', () => {
  const digits = '9'.repeat(310);
  it.each([
    ['an integer of 310 digits', `{ messages(workspace: "a", first: ${digits}) { edges { cursor } } }`],
    ['a fraction of 310 digits', `{ messages(workspace: "a", first: ${digits}.5) { edges { cursor } } }`],
    ['an enum', '{ messages(workspace: "a", filter: { state: gone }) { edges { cursor } } }'],
    [
      'a date',
      'mutation { contactUpsert(workspace: "a", contact: "b", input: { pixelConsentAt: "now" }) { created } }',
    ],
    [
      'a date that is a number',
      'mutation { contactUpsert(workspace: "a", contact: "b", input: { pixelConsentAt: 7 }) { created } }',
    ],
    ['an object', 'mutation { contactUpsert(workspace: "a", contact: "b", input: { attributes: [1] }) { created } }'],
    ['a field', 'mutation { contactUpsert(workspace: "a", contact: "b", input: { nope: 1 }) { created } }'],
    [
      'a number in JSON',
      `mutation { contactUpsert(workspace: "ref:shop", input: { attributes: { a: ${digits} } }) { created } }`,
    ],
    ['a variable in JSON', `query ($a: Int = ${digits}) { messages(workspace: "a", first: $a) { edges { cursor } } }`],
  ])('%s', async (_what, query) => {
    const told = await world.production.post({ query }, { accept: '*/*' });
    expect(told.status).toBe(400);
    expect(told.body.errors[0].extensions.code).toBe('validation_failed');
    expect(told.body.data).toBeUndefined();
    expect(lines).toEqual([]);
  });
});
