/** An error costs its own field: what another field of the same document has done or read stays in the response. */
import { getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { createGraphqlWorld, type Door, type GraphqlWorld } from '../../support/graphql-world.ts';
import { holdTable } from '../../support/hold-table.ts';

let world: GraphqlWorld;
let production: Door;
beforeAll(async () => {
  world = await createGraphqlWorld();
  ({ production } = world);
});
afterAll(() => world.close());

const asOperator = () => ({ authorization: `Bearer ${world.app.config.operatorToken}` });

describe('a refused mutation', () => {
  it('leaves the answer of the one before it, with the key that is shown once', async () => {
    const query = `mutation ($platform: ID!) {
      create: apiKeyCreate(input: { platformId: $platform, name: "Console" }) { apiKey { id secret } }
      revoke: apiKeyRevoke(input: { id: "no-such-key" }) { apiKey { id } }
    }`;
    const variables = { platform: world.caller.platformId };
    const { status, headers, body } = await production.post({ query, variables }, asOperator());
    expect([status, body.data.revoke]).toEqual([200, null]);
    expect(body.data.create.apiKey.secret).toMatch(/^td_/);
    expect(body.errors).toEqual([
      expect.objectContaining({
        path: ['revoke'],
        extensions: {
          code: 'not_found',
          field: null,
          requestId: headers.get('request-id'),
          docUrl: expect.stringContaining('/docs/errors#not_found'),
        },
      }),
    ]);
    const { body: read } = await production.post(
      { query: '{ currentKey { name } }' },
      { authorization: `Bearer ${body.data.create.apiKey.secret}` },
    );
    expect(read.data.currentKey.name).toBe('Console');
  });

  it('names the input at fault, and lists the others', async () => {
    const query = `mutation {
      workspaceCreate(input: { name: "", reference: "no spaces", timezone: "Nowhere" }) { workspace { id } }
    }`;
    const { headers, body } = await production.post({ query });
    expect(body.data).toEqual({ workspaceCreate: null });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'validation_failed',
      field: 'name',
      requestId: headers.get('request-id'),
      errors: { name: expect.any(Array), reference: expect.any(Array), timezone: expect.any(Array) },
    });
  });

  it('of a request that cannot be executed has the same form', async () => {
    const { headers, body } = await production.post({
      query: 'query ($first: Int!) { workspaces(first: $first) { edges { cursor } } }',
      variables: { first: 'many' },
    });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'validation_failed',
      field: 'variables.first',
      requestId: headers.get('request-id'),
    });
  });
});

it('a field that the database does not answer costs neither its siblings nor the status', async () => {
  const held = await holdTable(world.app.db.pool, 'webhooks');
  const query = '{ currentKey { id } webhooks { edges { cursor } } }';
  const { status, body } = await production.post({ query }).finally(() => held.release());
  expect([status, body.data.webhooks, body.errors[0].extensions.code]).toEqual([200, null, 'unavailable']);
  expect(body.data.currentKey.id).toMatch(/^\w{26}$/);
});

describe('the schema', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

  it('lets each field that can fail alone be null', () => {
    const alone = fields.filter(({ type, field }) => {
      if (type === schema.getQueryType() || type === schema.getMutationType()) return true;
      const named = getNamedType(field.type);
      return (
        named.name.endsWith('Connection') ||
        (type.name.endsWith('Payload') && named === field.type && !isLeafType(named))
      );
    });
    expect(alone.length).toBeGreaterThan(80);
    expect(alone.filter(({ field }) => isNonNullType(field.type)).map(({ field }) => field.name)).toEqual([]);
    const inPayloads = fields.filter(({ type }) => type.name.endsWith('Payload'));
    const held = inPayloads.filter(({ field: { type } }) => isNonNullType(type) && isObjectType(type.ofType));
    expect(held.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });
});
