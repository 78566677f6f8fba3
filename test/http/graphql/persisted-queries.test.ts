/** Automatic persisted queries (docs/rules.md#persisted-queries). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersistedQueries } from '../../../src/http/graphql/persisted-queries.ts';
import { createGraphqlWorld, type GraphqlWorld } from '../../support/graphql-world.ts';

let world: GraphqlWorld;
beforeAll(async () => {
  world = await createGraphqlWorld();
});
afterAll(() => world.close());

const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
const named = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
const codeOf = (told: { readonly body: { readonly errors?: readonly { extensions: { code: string } }[] } }) =>
  told.body.errors?.[0]?.extensions.code;

describe('a document', () => {
  it('is asked for once, and then found by its hash', async () => {
    const query = 'query Named($first: Int) { workspaces(first: $first) { nodes { id } } }';
    const { production } = world;
    const unknown = await production.post({ ...named(hashOf(query)), variables: { first: 1 } });
    expect([unknown.status, unknown.body.errors[0].message, codeOf(unknown)]).toEqual([
      404,
      'PersistedQueryNotFound',
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
    const sent = await production.post({ ...named(hashOf(query)), query, variables: { first: 1 } });
    expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
    const again = await production.post({ ...named(hashOf(query)), variables: { first: 1 } });
    expect(again.body).toEqual(sent.body);
    const faulty = await production.post({ ...named(hashOf(query)), variables: { first: 'x' } });
    expect(faulty.body.errors[0].extensions.field).toBe('variables.first');
  });

  it('is asked for with status 200 by clients of application/json', async () => {
    const told = await world.production.post(named(hashOf('{ nothing }')), { accept: 'application/json' });
    expect([told.status, codeOf(told)]).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
  });

  it('of one platform is not found by another', async () => {
    const query = '{ currentKey { id name } }';
    const stranger = await world.tenant();
    await world.production.post({ ...named(hashOf(query)), query });
    const told = await world.production.post(named(hashOf(query)), { authorization: `Bearer ${stranger.token}` });
    expect(codeOf(told)).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('is found by GET in development', async () => {
    const query = '{ currentKey { name } }';
    const { development } = world;
    await development.post({ ...named(hashOf(query)), query });
    const extensions = encodeURIComponent(JSON.stringify(named(hashOf(query)).extensions));
    const response = await development.fetch(`/graphql?extensions=${extensions}`);
    expect(await response.json()).toMatchObject({ data: { currentKey: { name: expect.any(String) } } });
  });

  it.each([
    ['a hash of another text', { version: 1, sha256Hash: hashOf('{ x }') }, 'extensions.persistedQuery.sha256Hash'],
    ['no hash', { version: 1 }, 'extensions.persistedQuery.sha256Hash'],
    ['a hash in capitals', { version: 1, sha256Hash: 'A'.repeat(64) }, 'extensions.persistedQuery.sha256Hash'],
    ['another version', { version: 2, sha256Hash: hashOf('{ y }') }, 'extensions.persistedQuery.version'],
    ['a text', 'x', 'extensions.persistedQuery'],
  ])('with %s is refused', async (_, persistedQuery, field) => {
    const { status, body } = await world.production.post({
      query: '{ currentKey { id } }',
      extensions: { persistedQuery },
    });
    const { code, field: at } = body.errors[0].extensions;
    expect([status, code, at]).toEqual([400, 'validation_failed', field]);
  });
});

describe('the store', () => {
  const text = (name: string) => `{ ${name.padEnd(500, '_')} }`;
  const bounds = { ofPlatform: 5_000, inAll: 12_000 };

  it('keeps what a platform used last, and lets nobody push out a smaller one', () => {
    const store = createPersistedQueries(bounds);
    const finds = (party: string, query: string) => {
      try {
        return store.resolve(party, named(hashOf(query))).query === query;
      } catch {
        return false;
      }
    };
    store.resolve('small', { ...named(hashOf(text('mine'))), query: text('mine') });
    for (let at = 0; at < 200; at += 1) {
      for (const party of ['a', 'b', 'c', 'd']) {
        const query = text(`${party}${at}`);
        store.resolve(party, { ...named(hashOf(query)), query });
        expect(store.bytes).toBeLessThanOrEqual(bounds.inAll);
      }
    }
    expect(finds('small', text('mine'))).toBe(true);
    expect([finds('a', text('a199')), finds('a', text('a0')), finds('b', text('a199'))]).toEqual([true, false, false]);
  });
});
