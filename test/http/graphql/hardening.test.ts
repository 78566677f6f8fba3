/**
 * What GraphQL refuses. The first part is the thirteen checks of graphql-cop, each as that tool makes it, against the
 * service as it runs in production; the second, the limits to the unit, and what they leave alone.
 */
import { readdir, readFile } from 'node:fs/promises';
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  separateOperations,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlLimits } from '../../../src/http/graphql/limits/graphql-limits.ts';
import { createGraphqlWorld, type Door, type GraphqlWorld } from '../../support/graphql-world.ts';
import { nobodys } from '../../support/root-arguments.ts';

let world: GraphqlWorld;
let production: Door;
let development: Door;
beforeAll(async () => {
  world = await createGraphqlWorld();
  ({ production, development } = world);
});
afterAll(() => world.close());

const words = (count: number, word: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => word(at)).join(' ');
const messages = ({ body }: { readonly body: { readonly errors?: readonly { readonly message: string }[] } }) =>
  (body.errors ?? []).map(({ message }) => message);

describe('a scan by graphql-cop finds', () => {
  it('no overloading with aliases', async () => {
    const told = await production.post({ query: `query cop { ${words(101, (at) => `alias${at}:__typename`)} }` });
    expect(messages(told)).toEqual(['Syntax Error: Aliases limit of 32 exceeded, found 101.']);
    expect(told.body.data).toBeUndefined();
  });

  it('no batches', async () => {
    const told = await production.post(Array.from({ length: 10 }, () => ({ query: 'query cop { __typename }' })));
    expect([told.status, messages(told)]).toEqual([400, ['body: must be a JSON object']]);
  });

  it('no overloading with directives', async () => {
    const told = await production.post({ query: `query cop { __typename ${'@aa'.repeat(10)} }` });
    expect(messages(told)).toEqual(['Syntax Error: Directives limit of 9 exceeded, found 10.']);
  });

  it('no overloading with one field again and again', async () => {
    const told = await production.post({ query: `query cop { ${'__typename \n'.repeat(500)} }` });
    expect([told.status, messages(told)]).toEqual([400, ['Selections limit of 400 exceeded, found 500.']]);
    // Fragments are written out.
    const spread = `query cop { ${'...F '.repeat(4)} } fragment F on Query { ${'__typename '.repeat(80)} }`;
    expect(messages(await production.post({ query: spread }))).toEqual([
      'Query breadth of 320 exceeds max breadth of 300',
    ]);
  });

  it('no circular introspection', async () => {
    const told = await production.post({
      query:
        'query cop { __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }',
    });
    expect(told.body.data).toBeUndefined();
    expect(messages(told).length).toBeGreaterThan(0);
  });

  it('no circular fragments', async () => {
    const told = await production.post({
      query: `query { currentKey { ...A } } fragment A on ApiKey { id ...B } fragment B on ApiKey { ...A }`,
    });
    expect(messages(told)).toEqual(['Cannot spread fragment "A" within itself via "B".']);
  });

  it('no introspection without a key', async () => {
    for (const query of [getIntrospectionQuery(), '{ __type(name: "Query") { name } }']) {
      const told = await production.post({ query }, { authorization: '' });
      expect([told.status, told.body.data, told.body.errors[0].extensions.code]).toEqual([
        401,
        undefined,
        'unauthenticated',
      ]);
    }
    const sdl = await production.fetch('/graphql/schema', { headers: { authorization: '' } });
    expect(sdl.status).toBe(401);
  });

  it('no suggestions, in a document or in its variables', async () => {
    const told = await production.post({ query: 'query cop { __schema { directive } currentKy { id } }' });
    const variables = await production.post({
      query: 'mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { replayed } }',
      variables: { input: { typ: 'x', idempotencyKey: 'x', recipient: {}, payload: {} } },
    });
    const enumeration = await production.post({ query: '{ webhooks(state: PENDING) { edges { node { id } } } }' });
    expect(messages(told)).toContain('Cannot query field "currentKy" on type "Query".');
    for (const answer of [told, variables, enumeration]) {
      expect(messages(answer).length).toBeGreaterThan(0);
      expect(JSON.stringify(answer.body)).not.toMatch(/did you mean/i);
    }
    const helpful = await development.post({ query: '{ currentKy { id } }' });
    expect(JSON.stringify(helpful.body)).toMatch(/did you mean/i);
  });

  it('no IDE', async () => {
    for (const path of ['/graphql', '/graphiql', '/playground', '/console', '/altair']) {
      const page = await production.fetch(path, { headers: { accept: 'text/html' } });
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(await page.text()).not.toMatch(/graphiql|playground/i);
    }
    const page = await development.fetch('/graphql', { headers: { accept: 'text/html' } });
    const text = await page.text();
    expect(text).toMatch(/graphiql/i);
    // It works on a machine without a network.
    expect(text).not.toMatch(/<(?:script|link)[^>]*(?:src|href)="?https?:/);
  });

  it('no queries by GET', async () => {
    const told = await production.fetch('/graphql?query={__typename}');
    expect([told.status, told.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await told.json()).not.toHaveProperty('data');
  });

  it('no mutations by GET, in development either', async () => {
    const mutation = encodeURIComponent('mutation cop { __typename }');
    for (const door of [production, development]) {
      const told = await door.fetch(`/graphql?query=${mutation}`);
      expect([told.status, told.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('no form posts', async () => {
    const query = 'query cop { __typename }';
    const form = new FormData();
    form.set('operations', JSON.stringify({ query }));
    form.set('map', '{}');
    for (const door of [production, development]) {
      for (const body of [new URLSearchParams({ query }), form, query]) {
        const told = await door.fetch('/graphql', { method: 'POST', body });
        expect(told.status).toBe(415);
        expect(await told.json()).not.toHaveProperty('data');
      }
      const inAddress = await door.fetch(`/graphql?query=${encodeURIComponent(query)}`, { method: 'POST' });
      expect(inAddress.status).toBe(415);
    }
  });

  it('no traces', async () => {
    const told = await production.post({ query: 'query cop { __typename }' }, { 'x-apollo-tracing': '1' });
    const cost = { requested: 1, limit: graphqlLimits.cost };
    expect(told.body).toEqual({ data: { __typename: 'Query' }, extensions: { cost } });
  });

  it('no unhandled errors', async () => {
    const told = await production.post({ query: 'qwerty cop { abc }' });
    expect(told.status).toBe(400);
    expect(JSON.stringify(told.body)).not.toMatch(/exception|stack/i);
  });
});

describe('whoever asks without a key', () => {
  it('is told nothing, whatever the document', async () => {
    for (const query of ['{ __typename }', '{ nonsense', getIntrospectionQuery()]) {
      const told = await production.post({ query }, { authorization: 'Bearer nobody' });
      expect([told.status, told.body.errors[0].extensions.code]).toEqual([401, 'unauthenticated']);
      expect(told.headers.get('www-authenticate')).toBe('Bearer');
    }
  });
});

describe('whoever asks with a key', () => {
  it('reads the schema in production too, by introspection and as text', async () => {
    const { status, body } = await production.post({ query: getIntrospectionQuery({ oneOf: true }) });
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(printSchema(lexicographicSortSchema(buildClientSchema(body.data)))).toContain('type Query');
    const sdl = await (await production.fetch('/graphql/schema')).text();
    expect(buildSchema(sdl).getQueryType()?.getFields()).toHaveProperty('node');
    expect(sdl).toContain('@oneOf');
  });

  it('reads it at most twice in a document', async () => {
    const times = (count: number) => words(count, (at) => `a${at}: __type(name: "Query") { name }`);
    expect(messages(await production.post({ query: `{ ${times(2)} }` }))).toEqual([]);
    expect(messages(await production.post({ query: `{ ${times(3)} }` }))).toEqual([
      'A document may have at most 2 of __schema and __type.',
    ]);
  });
});

describe('an operator who names no platform', () => {
  it('hears which header is missing', async () => {
    const operator = { authorization: `Bearer ${world.app.config.operatorToken}` };
    const query = '{ workspaces { edges { node { id } } } }';
    for (const named of [{}, { 'tidings-platform': 'nonsense' }]) {
      const { body } = await development.post({ query }, { ...operator, ...named });
      expect(body.errors[0]).toMatchObject({
        message: expect.stringContaining('Tidings-Platform'),
        extensions: { code: 'unauthenticated' },
      });
    }
    const { body } = await development.post({ query }, { ...operator, 'tidings-platform': world.caller.platformId });
    expect(body.errors).toBeUndefined();
  });
});

describe('the platform’s request limit', () => {
  it('counts GraphQL as it counts REST', async () => {
    const first = await production.post({ query: '{ __typename }' });
    const second = await production.post({ query: '{ __typename }' });
    const left = (told: { readonly headers: Headers }) => Number(told.headers.get('ratelimit-remaining'));
    expect(left(second)).toBe(left(first) - 1);
    expect(second.headers.get('ratelimit-limit')).toBe('6000');
  });
});

describe('a limit is kept to the unit', () => {
  const accepted = async (query: string, variables = {}) => {
    const told = await production.post({ query, variables });
    return messages(told).length === 0 || messages(told);
  };

  it('of aliases, also through fragments', async () => {
    const query = (count: number) =>
      `{ currentKey { ...K } } fragment K on ApiKey { ${words(count, (at) => `a${at}: id`)} }`;
    expect(await accepted(query(graphqlLimits.aliases))).toBe(true);
    expect(await accepted(query(graphqlLimits.aliases + 1))).toEqual([
      'Syntax Error: Aliases limit of 32 exceeded, found 33.',
    ]);
  });

  it('of directives', async () => {
    const query = (count: number) => `{ currentKey { ${'id @skip(if: false) '.repeat(count)} } }`;
    expect(await accepted(query(graphqlLimits.directives))).toBe(true);
    expect(await accepted(query(graphqlLimits.directives + 1))).toEqual([
      'Syntax Error: Directives limit of 9 exceeded, found 10.',
    ]);
  });

  it('of tokens', async () => {
    // Arguments are tokens and no fields.
    const list = (count: number) =>
      `mutation { contactTagsAdd(workspace: "ref:nobody", contact: "ref:nobody", tags: [${'"a" '.repeat(count)}]) { contact { id } } }`;
    const around = 22;
    const full = await production.post({ query: list(graphqlLimits.tokens - around) });
    expect(messages(full)).not.toContain(`Syntax Error: Token limit of ${graphqlLimits.tokens} exceeded.`);
    const over = await production.post({ query: list(graphqlLimits.tokens - around + 1) });
    expect(messages(over)).toEqual([`Syntax Error: Token limit of ${graphqlLimits.tokens} exceeded.`]);
  });

  it('of depth, through fragments too, which are no depth themselves', async () => {
    // A message's event has the message.
    const query = (depth: number) => {
      const names = Array.from({ length: depth - 2 }, (_, at) => (at % 2 === 0 ? 'event' : 'message'));
      const type = names.length % 2 === 0 ? 'Message' : 'Event';
      return `{ message(workspace: "ref:nobody", id: "${nobodys.event}") { ${names.join(' { ')} { ...Last } ${'} '.repeat(depth - 3)} } }
        fragment Last on ${type} { ... on ${type} { id } }`;
    };
    const ofDepth = (told: { readonly body: Parameters<typeof messages>[0]['body'] }) =>
      messages(told).filter((message) => /depth/.test(message));
    const { depth } = graphqlLimits;
    const whole = await production.post({ query: query(depth) });
    expect([ofDepth(whole), whole.body.errors?.[0].extensions.code]).toEqual([[], 'not_found']);
    expect(ofDepth(await production.post({ query: query(depth + 1) }))).toEqual([
      `Query depth of ${depth + 1} exceeds max depth of ${depth}`,
    ]);
  });

  it('of cost, with a page size in a variable or left out', async () => {
    const query = (first: string) => `{
      ${words(
        9,
        (at) => `p${at}: workspaces(${first}) { edges { node { id name reference timezone locale createdAt
        sending { state reason } health { state reason since } } cursor } }`,
      )} }`;
    expect(await accepted(query('first: 20'))).toBe(true);
    expect(await accepted(query('first: 50'))).toBe(true);
    const wide = `query ($first: Int) { ${words(
      16,
      (at) => `p${at}: workspaces(first: $first) { edges { node { id name
      reference timezone locale createdAt sending { state reason } health { state reason since } } cursor } }`,
    )} }`;
    expect(await accepted(wide, { first: 5 })).toBe(true);
    // A page has 50 rows unless more are asked for, and 100 at most.
    for (const [variables, most] of [
      [{ first: 50 }, '700'],
      [{ first: 100_000 }, '1,400'],
      [{}, '700'],
    ] as const) {
      const told = await production.post({ query: wide, variables });
      expect([told.status, messages(told)[0]]).toEqual([
        400,
        expect.stringMatching(
          new RegExp(
            `^The query costs [\\d,]+, and one may cost 10,000 at most\\. workspaces\\.edges\\.node costs most: ${most}\\.$`,
          ),
        ),
      ]);
      expect(told.body.errors[0].extensions.code).toBe('query_too_costly');
    }
  });
});

describe('the limits leave alone', () => {
  it('every document of REST, as it stands', async () => {
    const folder = new URL('../../../rest/operations/', import.meta.url);
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')));
    const documents = Object.entries(separateOperations(parse(texts.join('\n'))));
    expect(documents.length).toBeGreaterThan(30);
    for (const [name, document] of documents) {
      const { body } = await production.post({ query: print(document), variables: {} });
      // Without variables an operation that needs some is refused, but for that alone.
      expect(
        messages({ body }).filter((message) => /limit|exceeds|costs/i.test(message)),
        name,
      ).toEqual([]);
    }
  });

  it('what a console asks for', async () => {
    const { body } = await development.post({ query: getIntrospectionQuery() });
    expect(() => buildSchema('type Query { a: Int }')).not.toThrow();
    expect(body.data.__schema.types.length).toBeGreaterThan(50);
    const dashboard = `query Dashboard($workspace: ID!) {
      currentKey { id name platform { id name } }
      workspace(workspace: $workspace) { id name sending { state reason } health { state reason since } }
      workspaces(first: 50) { edges { node { id name reference status } } pageInfo { hasNextPage endCursor } }
      contacts(workspace: $workspace, first: 50) {
        edges { node { id reference email status locale attributes tags { key name colorCode } createdAt } }
        pageInfo { hasNextPage endCursor }
      }
      eventTypes(first: 50) { edges { node { name createdAt updatedAt } } pageInfo { hasNextPage endCursor } }
      webhooks(first: 20) { edges { node { id type state attempts { at status error } } } pageInfo { hasNextPage } }
    }`;
    const told = await production.post({ query: dashboard, variables: { workspace: 'ref:shop' } });
    expect(told.body.errors).toBeUndefined();
  });
});

describe('what is sent is kept as it was sent, or refused', () => {
  const mutation = `mutation ($input: EventTypeSaveInput!) { eventTypeSave(name: "a", input: $input) { eventType { name } } }`;
  it.each([
    [
      'U+0000 in a variable',
      `{"query":${JSON.stringify(mutation)},"variables":{"input":{"fields":[{"name":"\\u0000"}]}}}`,
    ],
    ['half of a surrogate pair', `{"query":"{ __typename }","variables":{"a":"\\ud800"}}`],
    ['digits that a double loses', '{"query":"{ __typename }","variables":{"a":9007199254740993}}'],
    ['ten thousand levels', `{"query":"{ __typename }","variables":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`],
    ['U+0000 in the document', JSON.stringify({ query: '{ workspace(workspace: "\\u0000") { id } }' })],
    [
      'a number in the document',
      JSON.stringify({ query: '{ workspaces(first: 9007199254740993) { edges { cursor } } }' }),
    ],
  ])('%s', async (_what, body) => {
    const told = await production.post(body);
    expect(told.status).toBe(400);
    expect(told.body.data).toBeUndefined();
    expect(messages(told)).not.toContain('Something went wrong on our side. The request can be sent again.');
  });

  it('a body beyond 32 MiB is 413', async () => {
    const told = await production.post(`{"query":"{ __typename }","variables":{"a":"${'x'.repeat(32 * 1_048_576)}"}}`);
    expect(told.status).toBe(413);
  });
});
