import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/ground/ids.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const saveDocument = `mutation ($name: String!, $fields: JSON!) {
  eventTypeSave(name: $name, input: { fields: $fields }) { created eventType { name fields createdAt updatedAt } }
}`;
const findDocument = 'query ($name: String!) { eventType(name: $name) { name fields } }';
const deleteDocument = 'mutation ($name: String!) { eventTypeDelete(name: $name) { name: deletedEventTypeName } }';
const listDocument = `query ($after: String, $before: String, $first: Int, $last: Int) {
  eventTypes(after: $after, before: $before, first: $first, last: $last) {
    edges { cursor node { name fields } } pageInfo { hasNextPage endCursor }
  }
}`;

const scalar = { name: 'order_id', type: 'string', required: true, fallback: null };
const full = [
  scalar,
  { name: 'total', type: 'number', required: false, fallback: '12.50' },
  { name: 'tags', type: 'list', required: false, fallback: null, items: { type: 'string' } },
  {
    name: 'items',
    type: 'list',
    required: false,
    fallback: null,
    fields: [
      { name: 'maker', type: 'object', required: false, fallback: null, fields: [{ ...scalar, name: 'country' }] },
    ],
  },
];

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
});

const save = (name: string, fields: unknown) => tenant.askAsRest(saveDocument, { name, fields });
const faultsOf = async (fields: unknown) => {
  const { refusal } = await save('order', fields);
  expect(refusal?.code).toBe('validation_failed');
  return Object.keys(refusal?.details.errors ?? {});
};

describe('saving an event type', () => {
  it('makes it, then changes it, and gives each field in its whole form', async () => {
    const made = (await save('order.paid', [{ name: 'order_id', type: 'string', required: true }])).data.eventTypeSave;
    expect(made).toMatchObject({ created: true, eventType: { name: 'order.paid', fields: [scalar] } });
    world.advance(1_000);
    const changed = (await save('order.paid', full)).data.eventTypeSave;
    expect(changed.created).toBe(false);
    expect(changed.eventType).toEqual({
      name: 'order.paid',
      fields: full,
      createdAt: made.eventType.createdAt,
      updatedAt: world.now(),
    });
    expect((await tenant.askAsRest(findDocument, { name: 'order.paid' })).data.eventType.fields).toEqual(full);
  });

  it('writes nothing for what it answered before', async () => {
    const first = (await save('order', full)).data.eventTypeSave.eventType;
    world.advance(1_000);
    expect((await save('order', first.fields)).data.eventTypeSave).toEqual({ created: false, eventType: first });
    const { rows } = await world.app.db.pool.query(
      'SELECT count(*)::int AS versions FROM event_type_versions WHERE platform_id = $1',
      [tenant.platformId],
    );
    expect(rows[0].versions).toBe(1);
  });

  it('takes {} for no fields', async () => {
    expect((await save('order', {})).data.eventTypeSave.eventType.fields).toEqual([]);
    expect((await save('order', [])).data.eventTypeSave.created).toBe(false);
  });

  it('is made once by twenty equal saves at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => save('order', full)));
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(answers.filter(({ data }) => data.eventTypeSave.created)).toHaveLength(1);
  });

  it.each([
    ['a list of fields', 'x', ['fields']],
    ['an object', ['x'], ['fields.0']],
    ['a known type', [scalar, { ...scalar, name: 'b' }, { name: 'c', type: 'text' }], ['fields.2.type']],
    ['a name of letters, digits and _', [{ ...scalar, name: '1st' }], ['fields.0.name']],
    ['a name of its own', [scalar, scalar], ['fields.1.name']],
    ['known keys', [{ ...scalar, colour: 'red' }], ['fields.0.colour']],
    ['a boolean', [{ ...scalar, required: 'yes' }], ['fields.0.required']],
    ['a fallback of its type', [{ ...scalar, type: 'number', fallback: 'many' }], ['fields.0.fallback']],
    ['a real day', [{ ...scalar, type: 'date', fallback: '2026-02-30' }], ['fields.0.fallback']],
    ['an offset', [{ ...scalar, type: 'datetime', fallback: '2026-02-03T10:00' }], ['fields.0.fallback']],
    ['what can be stored', [{ ...scalar, fallback: 'a\0' }], ['fields.0.fallback']],
    ['no fallback of a list', [{ ...full[2], fallback: 'x' }], ['fields.0.fallback']],
    ['sub-fields of an object', [{ name: 'a', type: 'object' }], ['fields.0.fields']],
    ['no sub-fields of a scalar', [{ ...scalar, fields: [] }], ['fields.0.fields']],
    ['items or sub-fields of a list', [{ name: 'a', type: 'list' }], ['fields.0.fields']],
    ['scalar items', [{ name: 'a', type: 'list', items: { type: 'object' } }], ['fields.0.items.type']],
    ['no items of an object', [{ name: 'a', type: 'object', items: { type: 'string' } }], ['fields.0.items']],
  ])('asks for %s', async (_asked, fields, paths) => {
    expect(await faultsOf(fields)).toEqual(paths);
  });

  it('takes three levels and 100 fields, and no more', async () => {
    const nested = (levels: number): object =>
      levels === 1 ? scalar : { name: 'a', type: 'object', fields: [nested(levels - 1)] };
    expect((await save('deep', [nested(3)])).refusal).toBeNull();
    expect(await faultsOf([nested(4)])).toEqual(['fields.0.fields.0.fields.0.fields']);
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...scalar, name: `f${index}` }));
    expect((await save('wide', many(100))).refusal).toBeNull();
    expect(await faultsOf([{ name: 'a', type: 'object', fields: many(100) }])).toEqual(['fields']);
  });

  it('refuses a name that breaks its pattern', async () => {
    for (const name of ['', '.a', 'a b', 'a'.repeat(129)]) {
      expect((await save(name, [])).refusal?.details.errors).toHaveProperty('name');
      expect((await tenant.askAsRest(findDocument, { name })).refusal?.code).toBe('not_found');
    }
  });
});

describe('listing event types', () => {
  it('goes by name in pages of 50, forwards and back', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `type-${String(index).padStart(2, '0')}`);
    for (const name of [...names].reverse()) await save(name, []);
    const namesOf = (page: { edges: { node: { name: string } }[] }) => page.edges.map(({ node }) => node.name);
    const first = (await tenant.askAsRest(listDocument)).data.eventTypes;
    expect(namesOf(first)).toEqual(names.slice(0, 50));
    const second = (await tenant.askAsRest(listDocument, { after: first.pageInfo.endCursor })).data.eventTypes;
    expect(namesOf(second)).toEqual(names.slice(50));
    const back = await tenant.askAsRest(listDocument, { before: second.edges[0].cursor, last: 5 });
    expect(namesOf(back.data.eventTypes)).toEqual(names.slice(45, 50));
    expect((await tenant.askAsRest(listDocument, { after: '!' })).refusal?.details.errors).toHaveProperty('after');
  });
});

describe('deleting an event type', () => {
  async function messageIn(state: string): Promise<void> {
    const id = newId(world.now());
    const { rows } = await world.app.db.pool.query(
      `SELECT e.id AS type, w.id AS workspace FROM event_types e JOIN workspaces w USING (platform_id)
       WHERE platform_id = $1 AND e.name = 'order'`,
      [tenant.platformId],
    );
    const { type, workspace } = rows[0];
    await world.app.db.pool.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key,
                           address_hash, created_at)
       VALUES ($1, $2, $3, $4, 'order', 1, $3, '', $5)`,
      [tenant.platformId, workspace, id, type, world.now()],
    );
    await world.app.db.pool.query(
      `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state,
                             address_hash, template_version_id, locale, timezone, due_at, expires_at, created_at)
       VALUES ($1, $2, $3, $3, $4, $3, $5, '', 'none', 'en', 'UTC', $6, $6, $6)`,
      [tenant.platformId, workspace, id, type, state, world.now()],
    );
  }

  it.each(['scheduled', 'queued', 'sending', 'sent'])('is refused while a message is %s', async (state) => {
    await save('order', []);
    await messageIn(state);
    expect((await tenant.askAsRest(deleteDocument, { name: 'order' })).refusal?.code).toBe('event_type_in_use');
    expect((await tenant.askAsRest(findDocument, { name: 'order' })).refusal).toBeNull();
  });

  it('frees its name, whatever became of its messages', async () => {
    await save('order', full);
    await messageIn('delivered');
    await messageIn('bounced');
    expect((await tenant.askAsRest(deleteDocument, { name: 'order' })).data.eventTypeDelete).toEqual({ name: 'order' });
    expect((await tenant.askAsRest(findDocument, { name: 'order' })).refusal?.code).toBe('not_found');
    expect((await tenant.askAsRest(deleteDocument, { name: 'order' })).refusal?.code).toBe('not_found');
    expect((await tenant.askAsRest(listDocument)).data.eventTypes.edges).toEqual([]);
    expect((await save('order', [])).data.eventTypeSave).toMatchObject({ created: true, eventType: { fields: [] } });
  });
});

it("answers another platform's event type as one that does not exist", async () => {
  await save('order', full);
  const stranger = await world.tenant();
  expect((await stranger.askAsRest(findDocument, { name: 'order' })).refusal?.code).toBe('not_found');
  expect((await stranger.askAsRest(deleteDocument, { name: 'order' })).refusal?.code).toBe('not_found');
  expect((await stranger.askAsRest(listDocument)).data.eventTypes.edges).toEqual([]);
  expect((await stranger.askAsRest(saveDocument, { name: 'order', fields: [] })).data.eventTypeSave.created).toBe(true);
  expect((await tenant.askAsRest(findDocument, { name: 'order' })).data.eventType.fields).toEqual(full);
});

it('finds event types by a part of their name, page by page', async () => {
  for (const name of ['order.paid', 'order.shipped', 'user.invited', 'user.order_seen']) {
    const { refusal, data } = await tenant.askAsRest(saveDocument, { name, fields: [] });
    expect([refusal, data?.eventTypeSave.created]).toEqual([null, true]);
  }
  const found = async (search: string | null, after: string | null = null) => {
    const document = `query ($search: String, $after: String) {
      eventTypes(search: $search, after: $after, first: 2) { totalCount nodes { name } pageInfo { endCursor hasNextPage } }
    }`;
    return (await tenant.ask(document, { search, after })).data.eventTypes;
  };
  const names = ({ nodes }: { nodes: readonly { name: string }[] }) => nodes.map(({ name }) => name).sort();
  const page = await found('Order');
  expect([page.totalCount, page.pageInfo.hasNextPage]).toEqual([3, true]);
  const rest = await found('Order', page.pageInfo.endCursor);
  expect([...names(page), ...names(rest)].sort()).toEqual(['order.paid', 'order.shipped', 'user.order_seen']);
  expect(names(await found('invited'))).toEqual(['user.invited']);
  expect(await found('100%_')).toMatchObject({ totalCount: 0, nodes: [], pageInfo: { endCursor: null } });
  expect((await found('')).totalCount).toBe((await found(null)).totalCount);
});
