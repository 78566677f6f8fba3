/** The cost of an operation: each response names it, and a full page of any list fits. */
import { getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { graphqlLimits } from '../../../src/http/graphql/limits/graphql-limits.ts';
import { createGraphqlWorld, type Door, type GraphqlWorld } from '../../support/graphql-world.ts';
import { rowSelection } from '../../support/whole-selection.ts';

let world: GraphqlWorld;
let production: Door;
beforeAll(async () => {
  world = await createGraphqlWorld();
  ({ production } = world);
});
afterAll(() => world.close());

const costOf = async (query: string) => (await production.post({ query })).body.extensions?.cost;

const dearPages = (count: number) =>
  Array.from({ length: count }, (_, at) => `a${at}: workspaces { nodes { id name ${'locale '.repeat(10)} } }`).join(
    ' ',
  );

describe('the cost of an operation', () => {
  it('is in each response, with the limit', async () => {
    const limit = graphqlLimits.cost;
    expect(await costOf('{ currentKey { id name } }')).toEqual({ requested: 3, limit });
    expect(await costOf('{ workspaces(first: 20) { nodes { id name } } }')).toEqual({ requested: 61, limit });
    // A subject may compile a template.
    const subjects = '{ messages(workspace: "ref:nobody", first: 20) { nodes { subject } } }';
    expect(await costOf(subjects)).toEqual({ requested: 421, limit });
    const mutation = 'mutation { workspaceSuspend(workspace: "ref:nobody") { workspace { id } } }';
    expect(await costOf(mutation)).toEqual({ requested: 3, limit });
  });

  it('is in the response that rejects it', async () => {
    const pages = Array.from(
      { length: 20 },
      (_, at) => `a${at}: workspaces { nodes { id name ${'locale '.repeat(9)} } }`,
    );
    const dear = `{ ${pages.join(' ')} ${Array.from({ length: 9 }, (_, at) => `b${at}: webhooks { nodes { body } }`).join(' ')} }`;
    const { status, body } = await production.post({ query: dear });
    expect([status, body.data, body.errors[0].extensions.code]).toEqual([400, undefined, 'query_too_costly']);
    expect(body.extensions.cost.requested).toBeGreaterThan(graphqlLimits.cost);
  });

  it.each([
    [
      'a list, with its rows',
      `{ currentKey { id } ${dearPages(18)} b: workspaces { nodes { id } } }`,
      /^The query costs [\d,]+, and one may cost 10,000 at most\. workspaces\.nodes costs most: 6\d\d\.$/,
    ],
    [
      'a field of few letters and much work, through fragments and a variable',
      `query ($first: Int = 50) { ...All } fragment All on Query { workspaces(first: 1) { nodes { id } } eventTypes(first: $first) { nodes { ...Type } } }
       fragment Type on EventType { name template { version again: composition ${'composition '.repeat(6)} } }`,
      /^The query costs [\d,]+, and one may cost 10,000 at most\. eventTypes\.nodes\.template costs most: 14,100\.$/,
    ],
  ])('names %s where it makes the query dear', async (_, query, message) => {
    const { body } = await production.post({ query });
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([expect.stringMatching(message)]);
    expect(body.errors[0]).toMatchObject({
      locations: [expect.anything()],
      extensions: { code: 'query_too_costly', docUrl: expect.stringMatching(/errors#query_too_costly$/) },
    });
  });

  it('counts a list without rows for the statement that it takes', async () => {
    const counting = await costOf('{ workspaces(first: 0) { totalCount } }');
    expect(counting.requested).toBe(101);
  });
});

describe('a full page', () => {
  const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ type }) =>
    getNamedType(type).name.endsWith('Connection'),
  );

  it.each(lists)('of $name fits, with all that its rows hold and a count', async (list) => {
    const connection = getNamedType(list.type);
    const row = isObjectType(connection) && connection.getFields().nodes;
    const type = row && getNamedType(row.type);
    if (!isObjectType(type)) throw new Error(`${list.name} has no rows`);
    const given = list.args.filter(isRequiredArgument).map(({ name }) => `${name}: "ref:none"`);
    const query = `{ ${list.name}${given.length > 0 ? `(${given.join(', ')})` : ''} {
      nodes ${rowSelection(type)} pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount totalCountCapped } }`;
    const { body } = await production.post({ query });
    expect(JSON.stringify(body.errors ?? [])).not.toMatch(/exceeds|costs/);
    expect(body.extensions.cost.requested).toBeLessThanOrEqual(graphqlLimits.cost);
  });
});
