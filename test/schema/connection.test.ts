/** Pages of lists: their size, their nodes and their count. */
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMax, countOnce } from '../../schema/count-rows.ts';
import { schema } from '../../schema/index.ts';
import { createAttributeDefinition } from '../../src/attributes/create-attribute-definition.ts';
import { fullPlatform } from '../support/full-platform.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let full: Promise<Tenant> | undefined;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
  for (const key of ['a', 'b', 'c']) {
    await createAttributeDefinition(tenant.ctx, { key, name: key, type: 'string' });
  }
});
afterAll(() => world.close());

describe('a connection', () => {
  const connections = Object.values(schema.getTypeMap()).filter(({ name }) => name.endsWith('Connection'));

  it.each(['first: 0', 'after: "Y2M"'])('without a row has no cursors: %s', async (asked) => {
    const list = `{ attributeDefinitions(${asked}) { nodes { key } pageInfo { startCursor endCursor hasNextPage } } }`;
    const { data, errors } = await tenant.ask(list);
    expect(errors).toEqual([]);
    const { nodes, pageInfo } = data.attributeDefinitions;
    expect([nodes, pageInfo.startCursor, pageInfo.endCursor]).toEqual([[], null, null]);
  });

  it.each(['after', 'before'])('refuses an empty cursor in words: %s', async (argument) => {
    const { refusal } = await tenant.ask(`{ attributeDefinitions(${argument}: "") { nodes { key } } }`);
    expect(refusal?.details).toEqual({
      errors: { [argument]: ['is not a cursor of this list; leave it out, or send null'] },
    });
  });

  it('is named for what it lists, and has the same fields everywhere', () => {
    expect(connections.length).toBeGreaterThan(9);
    for (const type of connections) {
      if (!isObjectType(type)) throw new Error(`${type.name} is no object`);
      const fields = type.getFields();
      expect(Object.keys(fields).sort()).toEqual(['edges', 'nodes', 'pageInfo', 'totalCount', 'totalCountCapped']);
      const node = type.name.slice(0, -'Connection'.length);
      expect([fields.edges, fields.nodes].map((field) => String(field?.type))).toEqual([
        `[${node}Edge!]!`,
        `[${node}!]!`,
      ]);
      expect(schema.getType(node)).toBeDefined();
    }
  });

  it('has the rows as edges and as nodes, from one reading', async () => {
    const statements = await statementsOf(async () => {
      const { data } = await tenant.ask('{ attributeDefinitions { nodes { key } edges { cursor node { key } } } }');
      const { nodes, edges } = data.attributeDefinitions;
      expect(nodes).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
      expect(edges.map(({ node }: { node: unknown }) => node)).toEqual(nodes);
    });
    expect(statements).toHaveLength(1);
  });

  it('counts its rows when asked, whatever the page', async () => {
    const { data } = await tenant.ask(
      '{ attributeDefinitions(first: 0) { nodes { key } totalCount totalCountCapped } }',
    );
    expect(data.attributeDefinitions).toEqual({ nodes: [], totalCount: 3, totalCountCapped: false });
  });

  it.each([
    ['attributeDefinitions', 3],
    ['contacts(workspace: "ref:shop")', 3],
    ['contacts(workspace: "ref:shop", search: "PERSON-1")', 1],
    ['contacts(workspace: "ref:shop", search: "n-")', 3],
    ['contacts(workspace: "ref:shop", status: subscribed, tag: "all")', 3],
    ['contacts(workspace: "ref:shop", tag: "tag-1")', 1],
    ['contacts(workspace: "ref:shop", status: cleaned)', 0],
    ['eventTypes', 4],
    ['messages(workspace: "ref:shop")', 3],
    ['messages(workspace: "ref:shop", filter: { state: queued, recipient: "PERSON-1@example.com" })', 1],
    ['messages(workspace: "ref:shop", filter: { contact: "\\u0000" })', 0],
    ['suppressions(workspace: "ref:shop")', 4],
    ['suppressions(workspace: "ref:shop", search: "GONE-1")', 1],
    ['suppressions(workspace: "ref:shop", search: "person")', 1],
    ['templateVersions(eventType: "order.shipped")', 4],
    ['webhooks', 3],
    ['webhooks(state: delivered, type: message_delivered)', 3],
    ['webhooks(state: failed)', 0],
    ['workspaces', 4],
  ])('counts the rows of %s', async (list, rows) => {
    full ??= fullPlatform(world, 3);
    const { ask, platformId } = await full;
    await world.app.db.pool.query(
      `INSERT INTO suppressions (platform_id, id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, $2, 'person-1@example.com', $3, 'complaint', 'marketing', $4) ON CONFLICT DO NOTHING`,
      [platformId, 'W'.repeat(26), world.app.secrets.addressHash('person-1@example.com'), world.now()],
    );
    const { data, errors } = await ask(`{ list: ${list} { nodes { __typename } totalCount totalCountCapped } }`);
    expect(errors).toEqual([]);
    expect([data.list.totalCount, data.list.totalCountCapped, data.list.nodes.length]).toEqual([rows, false, rows]);
  });

  it('counts up to a limit, in one statement for both fields', async () => {
    const asked: number[] = [];
    const count = countOnce(async (limit) => {
      asked.push(limit);
      return limit;
    });
    expect(await Promise.all([count(), count()])).toEqual(Array(2).fill({ count: countMax, capped: true }));
    expect(asked).toEqual([countMax + 1]);
    expect(await countOnce(async () => countMax)()).toEqual({ count: countMax, capped: false });
  });

  it.each([
    'apiKeys',
    'attributeDefinitions',
    'eventTypes',
    'templateVersions(eventType: "order.shipped"',
    'workspaces',
  ])('takes a range of times for %s', async (list) => {
    full ??= fullPlatform(world, 3);
    const { ask } = await full;
    const count = async (times: string) => {
      const { data, errors } = await ask(
        `{ list: ${list}${list.includes('(') ? ', ' : '('}${times}) { nodes { __typename } totalCount } }`,
      );
      expect(errors).toEqual([]);
      expect(data.list.nodes).toHaveLength(data.list.totalCount);
      return data.list.totalCount;
    };
    const [past, future] = ['"2020-01-01T00:00:00Z"', '"2200-01-01T00:00:00Z"'];
    expect(await count(`from: ${past}, until: ${future}, first: 100`)).toBeGreaterThan(0);
    expect([await count(`until: ${past}`), await count(`from: ${future}`)]).toEqual([0, 0]);
  });

  it.each([
    ['first: 101', 'first', 'must be 0 to 100'],
    ['last: 101', 'last', 'must be 0 to 100'],
    ['first: -1', 'first', 'must be 0 to 100'],
    ['first: 2147483647', 'first', 'must be 0 to 100'],
    ['first: 1, last: 1', 'last', 'cannot be sent together with first'],
  ])('refuses a page of (%s) under its argument', async (page, argument, message) => {
    const { data, refusal } = await tenant.ask(`{ attributeDefinitions(${page}) { nodes { key } } }`);
    expect([data, refusal?.code, refusal?.details.errors]).toEqual([
      { attributeDefinitions: null },
      'validation_failed',
      { [argument]: [message] },
    ]);
  });

  it('of nodes costs as much as one of edges', () => {
    const workspaces = schema.getQueryType()?.getFields().workspaces;
    const type = workspaces && getNamedType(workspaces.type);
    const nodes = isObjectType(type) ? type.getFields().nodes : undefined;
    expect(nodes?.extensions.complexity).toEqual({ field: 1, multiplier: 1 });
  });
});
