/** The size of requests and answers, and what a request takes of the platform's limit. */
import { request } from 'node:http';
import { buildSchema, parse } from 'graphql';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workCost } from '../../../schema/field-cost.ts';
import { schema } from '../../../schema/index.ts';
import { answerMax } from '../../../src/ground/lists/answer-limit.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { createDocumentCache, keepDocuments } from '../../../src/http/graphql/keep-documents.ts';
import { boundAnswer } from '../../../src/http/graphql/limits/bound-answer.ts';
import { fieldBytesMax, graphqlLimits } from '../../../src/http/graphql/limits/graphql-limits.ts';
import { createGraphqlWorld, type Door, type GraphqlWorld } from '../../support/graphql-world.ts';

const mebibyte = 1_048_576;

let world: GraphqlWorld;
let production: Door;
beforeAll(async () => {
  world = await createGraphqlWorld();
  ({ production } = world);
});
afterAll(() => world.close());

const sql = (text: string, values: readonly unknown[]) => world.app.db.pool.query(text, [...values]);

describe('a document', () => {
  it.each([
    ['of a comment', (length: number) => `{ __typename } #${'x'.repeat(length)}`],
    ['of characters of several bytes', (length: number) => `{ __typename } #${'ü'.repeat(length / 2)}`],
    ['that is no GraphQL', (length: number) => '}'.repeat(length)],
  ])('over 64 kB is rejected before it is parsed: %s', async (_what, document) => {
    const told = await production.post({ query: document(65_537) }, { accept: '*/*' });
    expect([told.status, told.body.errors[0].extensions]).toEqual([
      400,
      expect.objectContaining({ code: 'validation_failed', errors: { query: ['must have at most 65,536 bytes'] } }),
    ]);
    const below = await production.post({ query: document(65_000) });
    expect(JSON.stringify(below.body)).not.toContain('65,536');
  });

  it('is kept within a bound of bytes, whatever its shape', () => {
    const cache = createDocumentCache(1_000_000);
    for (let at = 0; at < 100; at += 1) {
      for (const text of [
        `{ a }#${at}${'x'.repeat(60_000)}`,
        `{ ${'a '.repeat(900)} }#${at}`,
        `{ a }${'#\n'.repeat(900)}#${at}`,
      ]) {
        cache.set(text, parse(text));
        expect(cache.bytes).toBeLessThanOrEqual(1_000_000);
      }
    }
    // 1,994 tokens; such a document was measured to take 975 kB.
    const text = `{ ${'a '.repeat(1_992)} }`;
    const fresh = createDocumentCache();
    fresh.set(text, parse(text));
    expect(fresh.bytes).toBeGreaterThan(975_000);
  });

  it('is kept once it is valid, and then neither parsed nor validated again', async () => {
    const cache = createDocumentCache();
    let parsed = 0;
    const countParses: Plugin = {
      onParse: ({ parseFn, setParseFn }) =>
        setParseFn((source, options) => {
          parsed += 1;
          return parseFn(source, options);
        }),
    };
    const yoga = createYoga({
      schema: buildSchema('type Query { a: Int }'),
      parserAndValidationCache: false,
      logging: false,
      plugins: [keepDocuments(cache), countParses],
    });
    const send = async (query: string) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
      return (await yoga.fetch('http://localhost/graphql', init)).json();
    };
    for (const query of ['{ a }', '{ b }', '{ c']) {
      const first = await send(query);
      expect(await send(query)).toEqual(first);
    }
    expect([cache.get('{ a }') === undefined, cache.get('{ b }'), cache.get('{ c')]).toEqual([
      false,
      undefined,
      undefined,
    ]);
    expect(parsed).toBe(5);
  });
});

describe('a body', () => {
  const emit = 'mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { replayed } }';
  const batch =
    'mutation ($input: ContactBatchUpsertInput!) { contactBatchUpsert(workspace: "ref:shop", input: $input) { results { code } } }';
  const tags =
    'mutation ($tags: [String!]!) { contactTagsAdd(workspace: "ref:shop", contact: "ref:a", input: { tags: $tags }) { contact { id } } }';
  const event = { type: 'none', idempotencyKey: 'a', recipient: { email: 'a@example.com' }, payload: {} };
  const attachments = (bytes: number) => [{ filename: 'a.txt', content: Buffer.alloc(bytes, 'a').toString('base64') }];
  const contacts = (bytes: number) => Array.from({ length: 500 }, () => ({ reference: 'x'.repeat(bytes / 500) }));
  const codeOf = async (body: unknown) => {
    const told = await production.post(body);
    return [told.status, told.body.errors?.[0].extensions.code ?? 'taken'];
  };
  const tooLarge = [413, 'payload_too_large'];

  it('may have 32 MiB for an emit', async () => {
    // 10,000,000 bytes of files pass; what rejects them is the type that does not exist.
    expect(
      await codeOf({ query: emit, variables: { input: { ...event, attachments: attachments(10_000_000) } } }),
    ).not.toEqual(tooLarge);
    expect(await codeOf(`{"query":"{ __typename }","a":"${'x'.repeat(32 * mebibyte)}"}`)).toEqual(tooLarge);
  });

  it('may have 8 MiB for a batch of contacts', async () => {
    expect(await codeOf({ query: batch, variables: { input: { contacts: contacts(7 * mebibyte) } } })).toEqual([
      200,
      'taken',
    ]);
    expect(await codeOf({ query: batch, variables: { input: { contacts: contacts(9 * mebibyte) } } })).toEqual(
      tooLarge,
    );
  });

  it('may have 2 MiB for anything else, also beside an emit', async () => {
    const many = (bytes: number) => Array.from({ length: bytes / 1_024 }, () => 'x'.repeat(1_021));
    expect(await codeOf({ query: tags, variables: { tags: many(1.9 * mebibyte) } })).not.toEqual(tooLarge);
    expect(await codeOf({ query: tags, variables: { tags: many(3 * mebibyte) } })).toEqual(tooLarge);
    expect(await codeOf({ query: '{ __typename }', variables: { unused: many(3 * mebibyte) } })).toEqual(tooLarge);
    const both = `mutation ($input: EventEmitInput!, $tags: [String!]!) {
      eventEmit(workspace: "ref:shop", input: $input) { replayed }
      ...More
    } fragment More on Mutation { ... { contactTagsAdd(workspace: "ref:shop", contact: "ref:a", input: { tags: $tags }) { contact { id } } } }`;
    expect(await codeOf({ query: both, variables: { input: event, tags: many(3 * mebibyte) } })).toEqual(tooLarge);
  });

  it.each([
    ['a field that nobody knows', { id: 1 }, { id: ['is not a known field'] }],
    [
      'the name of an operation',
      { operationName: 'x'.repeat(257) },
      { operationName: ['must have at most 256 characters'] },
    ],
    ['extensions', { extensions: { a: 'x'.repeat(65_536) } }, { extensions: ['must have at most 65,536 bytes'] }],
  ])('is rejected for %s', async (_what, more, errors) => {
    const told = await production.post({ query: 'query A { __typename }', ...more });
    expect([told.status, told.body.errors[0].extensions.errors]).toEqual([400, errors]);
  });

  it('without a key is not read', async () => {
    const url = new URL(production.url);
    const headers = { authorization: 'Bearer nobody', 'content-type': 'application/json' };
    const sending = request(url, { method: 'POST', headers });
    const status = await new Promise((resolve, reject) => {
      sending.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
      // It never ends.
      sending.write('{"query":"');
    });
    expect(status).toBe(401);
    sending.destroy();
  });
});

describe('an answer', () => {
  it('of more than 16 MB is not made', async () => {
    const eventType = 'order.large';
    const { platformId } = world.caller;
    const save = `mutation ($eventType: String!, $input: TemplateSaveInput!) {
      eventTypeSave(name: $eventType, input: { fields: [] }) { created }
      templateSave(eventType: $eventType, input: $input) { created } }`;
    const composition = {
      editorVersion: 3,
      target: 'email',
      document: { settings: {}, theme: {}, blocks: [{ id: 't', type: 'text', attrs: { text: 'Hello' } }] },
    };
    const input = { subject: 'Hello', fromLocalPart: 'shop', composition };
    expect((await production.post({ query: save, variables: { eventType, input } })).body.errors).toBeUndefined();
    // Each character takes six bytes in JSON.
    const text = '\u0001'.repeat(200_000);
    await sql('UPDATE template_versions SET composition = $2 WHERE platform_id = $1', [
      platformId,
      JSON.stringify({ text }),
    ]);
    const read = (times: number) => {
      const fields = Array.from({ length: times }, (_, at) => `a${at}: template(eventType: $name) { composition }`);
      return production.post({
        query: `query ($name: String!) { ${fields.join(' ')} }`,
        variables: { name: eventType },
      });
    };
    const small = await read(13);
    expect(small.body.data.a12.composition.text).toBe(text);
    const large = await read(14);
    expect([large.body.data.a12.composition.text === text, large.body.data.a13]).toEqual([true, null]);
    expect(large.body.errors[0]).toMatchObject({
      message: 'The answer is larger than 16 MB: ask for fewer rows or fields.',
      extensions: { code: 'validation_failed' },
    });
  });

  it.each([
    ['texts', () => 'x'.repeat(15_999_900), 80],
    ['characters that take six bytes', () => '\u0001'.repeat(2_666_600), 60],
    ['rows', () => Array.from({ length: 2_000 }, () => ({ text: 'ü'.repeat(3_990) })), 15_000],
  ])('of more than 16 MB is not made text: %s', async (_what, part, rest) => {
    const yoga = createYoga<{ exchange: Exchange }>({
      schema: createSchema({
        typeDefs: 'scalar Any type Query { a(more: Int!): Any }',
        resolvers: {
          Query: { a: (_root: unknown, { more }: { more: number }) => ({ part: part(), more: 'x'.repeat(more) }) },
        },
      }),
      logging: false,
      plugins: [boundAnswer('http://tidings.test')],
    });
    const send = async (more: number) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ a(more: ${more}) }` }),
      };
      return (await yoga.fetch('http://localhost/graphql', init, { exchange: { requestId: 'a' } as Exchange })).text();
    };
    const largest = await send(rest - 50);
    expect(largest.length).toBeGreaterThan(2_000_000);
    expect(Buffer.byteLength(largest)).toBeLessThanOrEqual(16_000_100);
    const { data, errors } = JSON.parse(await send(rest + 50_000));
    expect([data, errors.length, errors[0].extensions.code]).toEqual([null, 1, 'validation_failed']);
    expect(errors[0].message).toContain('larger than 16 MB');
  });

  it('costs by the work that it takes', async () => {
    const refused = async (query: string) =>
      JSON.stringify((await production.post({ query })).body).includes('query_too_costly');
    const draft = 'subject: "a", fromLocalPart: "b", composition: {}';
    const times = (count: number, field: string) =>
      `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`;
    const check = `templateCheck(eventType: "none", draft: { ${draft} }) { payloads }`;
    const preview = `templatePreview(eventType: "none", input: { draft: { ${draft} } }) { html }`;
    const versions = 'templateVersions(eventType: "none") { edges { node { composition translations } } }';
    expect([await refused(times(2, check)), await refused(times(3, check))]).toEqual([false, true]);
    expect([await refused(times(4, preview)), await refused(times(5, preview))]).toEqual([false, true]);
    expect([await refused(times(2, versions)), await refused(times(3, versions))]).toEqual([false, true]);
  });
});

it('the schema says what the limits are', () => {
  const said = [schema.getQueryType(), schema.getMutationType()].map((type) => type?.description).join(' ');
  const { documentBytes, nesting, tokens, selections, aliases, directives, depth, cost } = graphqlLimits;
  for (const [limit, noun] of [
    [documentBytes, 'bytes'],
    [nesting, 'levels of brackets'],
    [tokens, 'tokens'],
    [selections, 'selections'],
    [aliases, 'aliases'],
    [directives, 'directives'],
  ] as const) {
    expect(said).toContain(`${limit.toLocaleString('en')} ${noun}`);
  }
  expect(said).toContain(`a depth of ${depth}`);
  expect(said).toContain(`may cost ${cost.toLocaleString('en')}`);
  expect(said).toContain(`at most ${answerMax}`);
  const mebibytes = (field: string) => `${fieldBytesMax(field) / mebibyte} MiB`;
  expect(fieldBytesMax('eventBatchEmit')).toBe(fieldBytesMax('eventEmit'));
  expect(said).toContain(
    `${mebibytes('any')}, with contactBatchUpsert ${mebibytes('contactBatchUpsert')}, with fileCreate ${mebibytes('fileCreate')}, with eventEmit and eventBatchEmit ${mebibytes('eventEmit')}`,
  );
  const costs = { templateCheck: workCost.templateCheck, templatePreview: workCost.templatePreview };
  for (const [field, fields] of Object.entries(costs)) {
    expect(schema.getQueryType()?.getFields()[field]?.description).toContain(
      `as much as ${fields.toLocaleString('en')} fields`,
    );
  }
});

describe('the tokens of a request', () => {
  const left = ({ headers }: { readonly headers: Headers }) => Number(headers.get('ratelimit-remaining'));
  const mutations = (count: number) => {
    const fields = Array.from(
      { length: count },
      (_, at) => `a${at}: workspaceCreate(input: { name: "Many", reference: "many-${at}" }) { workspace { id } }`,
    );
    return `mutation { __typename ...All } fragment All on Mutation { ${fields.join(' ')} }`;
  };

  it('are one for a query, and one for each mutation that is executed', async () => {
    const before = left(await production.post({ query: '{ __typename }' }));
    expect(left(await production.post({ query: '{ a: currentKey { id } b: currentKey { id } }' }))).toBe(before - 1);
    expect(left(await production.post({ query: mutations(1) }))).toBe(before - 2);
    const told = await production.post({ query: mutations(30) });
    expect(left(told)).toBe(before - 32);
    const skipped =
      'mutation { a: workspaceSuspend(workspace: "none") @skip(if: true) { workspace { id } } b: __typename }';
    expect(left(await production.post({ query: skipped }))).toBe(before - 33);
    const merged = `mutation { ${'workspaceSuspend(workspace: "none") { workspace { id } } '.repeat(5)} }`;
    expect(left(await production.post({ query: merged }))).toBe(before - 34);
  });

  it('are one for each 50 emits of a batch, in variables and in the document', async () => {
    const before = left(await production.post({ query: '{ __typename }' }));
    const item = { type: 't', idempotencyKey: 'k', recipient: { email: 'a@example.com' }, payload: {} };
    const events = (count: number) => Array.from({ length: count }, () => item);
    const text = '{ type: "t", idempotencyKey: "k", recipient: { email: "a@example.com" }, payload: {} } ';
    const query = `mutation ($input: EventBatchEmitInput!) {
      eventBatchEmit(workspace: "ref:none", input: $input) { replayed }
    }`;
    expect(left(await production.post({ query, variables: { input: { events: events(51) } } }))).toBe(before - 2);
    const written = `mutation {
      eventBatchEmit(workspace: "ref:none", input: { events: [${text.repeat(101)}] }) { replayed }
    }`;
    expect(left(await production.post({ query: written }))).toBe(before - 5);
    expect(left(await production.post({ query, variables: { input: { events: [] } } }))).toBe(before - 6);
  });

  it('are not taken by a batch whose results cost too much', async () => {
    const before = left(await production.post({ query: '{ __typename }' }));
    const item = { type: 't', idempotencyKey: 'k', recipient: { email: 'a@example.com' }, payload: {} };
    const fields = Array.from({ length: 25 }, (_, at) => `k${at}: idempotencyKey`).join(' ');
    const query = `mutation ($input: EventBatchEmitInput!) { eventBatchEmit(input: $input) { results { ${fields} } } }`;
    const post = (count: number) =>
      production.post({ query, variables: { input: { events: Array.from({ length: count }, () => item) } } });
    const told = await post(500);
    expect(JSON.stringify(told.body.errors)).toContain('cost');
    expect(left(told)).toBe(before - 1);
    expect((await post(10)).body.errors).toBeUndefined();
  });

  it('are taken all at once, or nothing is executed', async () => {
    const other = await world.tenant({ name: 'Other' });
    await sql('INSERT INTO request_budgets (platform_id, tokens, refilled_at) VALUES ($1, 20, $2)', [
      other.platformId,
      world.now(),
    ]);
    const authorization = `Bearer ${other.token}`;
    const names = async () => {
      const { data } = await other.ask('{ workspaces { edges { node { name } } } }');
      return data.workspaces.edges.length;
    };
    const before = await names();
    const told = await production.post({ query: mutations(21) }, { authorization });
    expect([told.status, told.body.errors[0].extensions.code]).toEqual([429, 'rate_limited']);
    expect(told.body.data).toBeUndefined();
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await names()).toBe(before);
    // The request itself took one.
    const fewer = await production.post({ query: mutations(19) }, { authorization });
    expect([fewer.status, fewer.body.errors, left(fewer)]).toEqual([200, undefined, 0]);
    expect(await names()).toBe(before + 19);
  });
});
