import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { definitionsMax } from '../../src/attributes/create-attribute-definition.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const create = `mutation ($input: AttributeDefinitionCreateInput!) {
  attributeDefinitionCreate(input: $input) { attributeDefinition { key name type required createdAt } }
}`;
const update = `mutation ($key: String!, $name: String!) {
  attributeDefinitionUpdate(key: $key, input: { name: $name }) { attributeDefinition { key name } }
}`;
const list = `query ($after: String) {
  attributeDefinitions(after: $after) { nodes: edges { node { key } } pageInfo { hasNextPage endCursor } }
}`;

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
});

test('a definition is made once, and only its name changes', async () => {
  const input = { key: 'plan', name: 'Plan', type: 'string' };
  const made = await tenant.ask(create, { input });
  expect(made.data.attributeDefinitionCreate.attributeDefinition).toEqual({
    ...input,
    required: false,
    createdAt: world.now(),
  });
  expect((await tenant.ask(create, { input })).refusal?.code).toBe('key_taken');
  const renamed = await tenant.ask(update, { key: 'plan', name: 'Tariff' });
  expect(renamed.data.attributeDefinitionUpdate.attributeDefinition).toEqual({ key: 'plan', name: 'Tariff' });
});

test('a key or a name that is not allowed is refused under its path', async () => {
  const { refusal } = await tenant.ask(create, { input: { key: 'Plan', name: 'x'.repeat(129), type: 'date' } });
  expect(Object.keys(refusal?.details.errors ?? {}).sort()).toEqual(['key', 'name']);
});

test('the list goes by key, 50 on a page', async () => {
  const keys = Array.from({ length: 60 }, (_, n) => `k_${String(n).padStart(2, '0')}`);
  await Promise.all(keys.toReversed().map((key) => tenant.ask(create, { input: { key, name: key, type: 'number' } })));
  const first = (await tenant.ask(list)).data.attributeDefinitions;
  const second = (await tenant.ask(list, { after: first.pageInfo.endCursor })).data.attributeDefinitions;
  expect(first.nodes).toHaveLength(50);
  expect([...first.nodes, ...second.nodes].map(({ node }) => node.key)).toEqual(keys);
  expect((await tenant.ask(list, { after: 'bm9uc2Vuc2UhIQ' })).refusal?.details.errors).toHaveProperty('after');
});

test('a platform has a bounded number of definitions, also when several are made at once', async () => {
  await world.app.db.pool.query(
    `INSERT INTO attribute_definitions (platform_id, key, name, type, required, created_at)
     SELECT $1, 'k_' || n, 'k', 'string', false, $2 FROM generate_series(1, $3) n`,
    [tenant.platformId, world.now(), definitionsMax - 2],
  );
  const keys = ['a', 'b', 'c', 'd'];
  const answers = await Promise.all(
    keys.map((key) => tenant.ask(create, { input: { key, name: key, type: 'string' } })),
  );
  const refused = answers.flatMap(({ refusal }) => (refusal ? [refusal.details.errors] : []));
  expect(refused).toEqual(Array(2).fill({ key: [expect.stringContaining('1,000')] }));
  const again = await tenant.ask(create, { input: { key: 'k_1', name: 'k', type: 'string' } });
  expect(again.refusal?.code).toBe('key_taken');
});

test("another platform's definition is not found, and its key is free", async () => {
  await tenant.ask(create, { input: { key: 'plan', name: 'Plan', type: 'string' } });
  const stranger = await world.tenant({ name: 'Stranger' });
  expect((await stranger.ask(update, { key: 'plan', name: 'Mine' })).refusal?.code).toBe('not_found');
  expect((await stranger.ask(list)).data.attributeDefinitions.nodes).toEqual([]);
  expect((await stranger.ask(create, { input: { key: 'plan', name: 'Plan', type: 'date' } })).errors).toEqual([]);
});
