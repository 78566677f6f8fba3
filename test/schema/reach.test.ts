/** Messages, events and persons over all workspaces of a platform, and of no other platform. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const hour = 3_600_000;
const day = 24 * hour;
const payload = { order_number: '1', tracking_url: 'https://example.com/1' };

let world: World;
let tenant: Tenant;
let stranger: Tenant;
/** Workspaces by reference. */
const places: Record<string, string> = {};
/** Message ids by idempotency key, in the order of the emits. */
const ids = new Map<string, string>();
let start: Date;

async function emit(place: string, key: string, email: string): Promise<void> {
  world.advance(hour);
  const { record } = await emitEvent(tenant.ctx, places[place] ?? '', {
    type: 'order.shipped',
    idempotencyKey: key,
    recipient: { email },
    payload,
  });
  ids.set(key, record.message?.id ?? '');
}

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  stranger = await world.tenant({ domain: 'other.test', eventType: 'order.shipped' });
  start = world.now();
  for (const reference of ['north', 'south', 'gone']) {
    places[reference] = await createWorkspace(tenant.ctx, { name: reference, reference });
  }
  await upsertContact(tenant.ctx, places.north ?? '', 'ref:ada', { email: 'ada@example.com' });
  await upsertContact(tenant.ctx, places.south ?? '', 'ref:ada', { email: 'Ada@example.com' });
  await emit('north', 'n1', 'ada@example.com');
  await emit('south', 's1', 'ADA@example.com');
  await emit('gone', 'g1', 'ada@example.com');
  await emit('north', 'n2', 'bounce@simulator.test');
  await emit('south', 's2', 'bob@example.com');
  await emitEvent(stranger.ctx, stranger.workspace, {
    type: 'order.shipped',
    idempotencyKey: 'n1',
    recipient: { email: 'ada@example.com' },
    payload,
  });
  await deleteWorkspace(tenant.ctx, places.gone ?? '');
  const end = (key: string, set: string) =>
    world.app.db.pool.query(`UPDATE messages SET ${set}, ended_at = now() WHERE id = $1`, [ids.get(key)]);
  await end('s1', `state = 'bounced', bounce = 'soft'`);
  await end('n1', `state = 'failed', reason = 'render_failed'`);
});
afterAll(() => world.close());

const keysOf = async (list: string, who = tenant) => {
  const { data, errors } = await who.ask(`{ list: ${list} { nodes { idempotencyKey } totalCount } }`);
  expect(errors).toEqual([]);
  const keys = data.list.nodes.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey);
  expect(data.list.totalCount).toBe(keys.length);
  return keys;
};

describe('messages', () => {
  test.each([
    ['messages', ['s2', 'n2', 's1', 'n1']],
    ['messages(orderBy: oldest_first)', ['n1', 's1', 'n2', 's2']],
    ['messages(workspace: "ref:north")', ['n2', 'n1']],
    ['messages(filter: { recipient: "ada@EXAMPLE.com" })', ['s1', 'n1']],
    ['messages(filter: { recipient: "ada@example.com" }, orderBy: oldest_first)', ['n1', 's1']],
    ['messages(workspace: "ref:south", filter: { recipient: "ada@example.com" })', ['s1']],
    ['messages(filter: { state: queued })', ['s2', 'n2']],
    ['messages(filter: { bounce: soft })', ['s1']],
    ['messages(filter: { bounce: hard })', []],
    ['messages(filter: { bounce: soft, state: delivered })', []],
    ['messages(filter: { reason: render_failed })', ['n1']],
    ['messages(filter: { simulated: true })', ['n2']],
    ['messages(filter: { simulated: false, state: queued })', ['s2']],
    ['messages(filter: { eventType: "order.shipped" })', ['s2', 'n2', 's1', 'n1']],
    ['messages(filter: { eventType: "order.paid" })', []],
    ['messages(filter: { templateVersion: "nobody" })', []],
    ['messages(filter: { idempotencyKey: "n1" })', ['n1']],
    ['messages(filter: { idempotencyKey: "g1" })', []],
    ['messages(workspace: "ref:south", filter: { idempotencyKey: "n1" })', []],
    ['messages(filter: { idempotencyKeyStart: "n" })', ['n2', 'n1']],
    ['messages(filter: { idempotencyKeyStart: "n2", recipient: "ada@example.com" })', []],
    ['messages(filter: { idempotencyKeyStart: "g" })', []],
    ['messages(workspace: "ref:south", filter: { idempotencyKeyStart: "s" }, orderBy: oldest_first)', ['s1', 's2']],
    ['messages(filter: { idempotencyKeyStart: "%" })', []],
    ['messages(filter: { recipientDomain: "EXAMPLE.com" })', ['s2', 's1', 'n1']],
    ['messages(filter: { recipientDomain: "example.com", state: queued })', ['s2']],
    ['messages(filter: { recipientDomain: "ample.com" })', []],
    ['events', ['s2', 'n2', 's1', 'n1']],
    ['events(filter: { idempotencyKeyStart: "s" })', ['s2', 's1']],
    ['events(workspace: "ref:north", filter: { idempotencyKeyStart: "n1" })', ['n1']],
    ['events(filter: { idempotencyKeyStart: "-" })', []],
    ['events(orderBy: oldest_first)', ['n1', 's1', 'n2', 's2']],
    ['events(workspace: "ref:north")', ['n2', 'n1']],
    ['events(filter: { recipient: "ada@example.com" })', ['s1', 'n1']],
    ['events(filter: { eventType: "order.shipped" })', ['s2', 'n2', 's1', 'n1']],
    ['events(workspace: "ref:south", filter: { eventType: "order.shipped" })', ['s2', 's1']],
    ['events(filter: { eventType: "order.paid" })', []],
    ['events(filter: { idempotencyKey: "s1" })', ['s1']],
  ])('%s', async (list, keys) => {
    expect(await keysOf(list)).toEqual(keys);
  });

  test('are found by time, template version and contact', async () => {
    const at = (hours: number) => new Date(start.getTime() + hours * hour).toISOString();
    for (const list of ['messages', 'events']) {
      expect(await keysOf(`${list}(filter: { from: "${at(2)}", until: "${at(5)}" })`)).toEqual(['n2', 's1']);
    }
    const { data } = await tenant.ask(
      '{ messages(first: 1, filter: { idempotencyKey: "s1" }) { nodes { templateVersionId contactAtEmit { contactId } } } }',
    );
    const [{ templateVersionId, contactAtEmit }] = data.messages.nodes;
    expect(await keysOf(`messages(filter: { templateVersion: "${templateVersionId}" })`)).toHaveLength(4);
    for (const list of ['messages', 'events']) {
      expect(await keysOf(`${list}(filter: { contact: "${contactAtEmit.contactId}" })`)).toEqual(['s1']);
    }
  });

  test('of a key are found after the key has ended, beside a newer emit of the key', async () => {
    world.advance(8 * day);
    await emit('north', 'n1', 'carl@example.com');
    const both = ['n1', 'n1'];
    for (const list of ['messages', 'events']) {
      for (const order of ['newest_first', 'oldest_first']) {
        expect(await keysOf(`${list}(filter: { idempotencyKey: "n1" }, orderBy: ${order})`)).toEqual(both);
      }
    }
    for (const list of ['messages', 'events']) {
      expect(await keysOf(`${list}(filter: { idempotencyKeyStart: "n" })`)).toEqual(['n1', 'n2', 'n1']);
    }
    await world.app.db.pool.query('DELETE FROM idempotency_keys WHERE created_at < $1', [world.now()]);
    expect(await keysOf('messages(filter: { idempotencyKey: "n1" })')).toEqual(both);
  });

  test('of another platform are in no list', async () => {
    for (const list of ['messages', 'events', 'messages(filter: { recipient: "ada@example.com" })']) {
      expect(await keysOf(list, stranger)).toEqual(['n1']);
    }
    const version = (await tenant.ask('{ template(eventType: "order.shipped") { id } }')).data.template.id;
    expect(await keysOf(`messages(filter: { templateVersion: "${version}" })`, stranger)).toEqual([]);
    const place = await stranger.ask('{ messages(workspace: "ref:north") { totalCount } }');
    expect(place.refusal?.code).toBe('not_found');
  });

  test('are paged across workspaces without a gap', async () => {
    const read = async (back: boolean) => {
      const keys: string[] = [];
      let cursor: string | null = null;
      do {
        const from = cursor === null ? '' : `${back ? 'before' : 'after'}: "${cursor}"`;
        const { data } = await tenant.ask(
          `{ messages(${back ? 'last' : 'first'}: 2 ${from}) { nodes { idempotencyKey } pageInfo {
             hasNextPage endCursor hasPreviousPage startCursor } } }`,
        );
        const { nodes, pageInfo } = data.messages;
        const page = nodes.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey);
        if (back) keys.unshift(...page);
        else keys.push(...page);
        cursor = back ? pageInfo.hasPreviousPage && pageInfo.startCursor : pageInfo.hasNextPage && pageInfo.endCursor;
      } while (cursor);
      return keys;
    };
    const all = await read(false);
    expect(all).toEqual(['n1', 's2', 'n2', 's1', 'n1']);
    expect(await read(true)).toEqual(all);
  });

  test('reject an empty filter under its path', async () => {
    const faults = async (list: string) => (await tenant.ask(`{ ${list} { totalCount } }`)).refusal?.details.errors;
    expect(await faults('messages(filter: { recipient: "" })')).toEqual({ 'filter.recipient': ['must not be empty'] });
    expect(await faults('events(filter: { contact: "" })')).toEqual({ 'filter.contact': ['must not be empty'] });
    expect(await faults('refusedEmits(filter: { code: "" })')).toEqual({ 'filter.code': ['must not be empty'] });
    expect(await keysOf('messages(filter: { recipient: "a\\u0000b" })')).toEqual([]);
  });
});

describe('a person', () => {
  const person = `query ($email: String!, $first: Int) { person(email: $email) {
    contacts(first: $first) { nodes { email workspace { reference } } totalCount pageInfo { endCursor hasNextPage } }
    suppressions { nodes { reason scope workspace { reference } } totalCount }
    erasedAddresses { nodes { erasedAt workspace { reference } erasure { finishedAt workspace { reference } } } totalCount }
    messages { nodes { idempotencyKey workspace { reference } } totalCount } } }`;
  const ask = async (email: string, who = tenant, first = 50) => {
    const { data, errors } = await who.ask(person, { email, first });
    expect(errors).toEqual([]);
    return data.person;
  };

  test('is shown by all live workspaces that know the address', async () => {
    await world.app.db.pool.query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, $2, $3, 'ada@example.com', $4, 'complaint', 'marketing', $5), ($1, $6, NULL, NULL, $4, 'hard_bounce', 'all', $5)`,
      [
        tenant.platformId,
        'A'.repeat(26),
        places.south,
        world.app.secrets.addressHash('ada@example.com'),
        world.now(),
        'B'.repeat(26),
      ],
    );
    const known = await ask('ADA@example.com');
    const references = (nodes: readonly { workspace: { reference: string } }[]) =>
      nodes.map(({ workspace }) => workspace.reference);
    expect([references(known.contacts.nodes).sort(), known.contacts.totalCount]).toEqual([['north', 'south'], 2]);
    expect(known.suppressions.nodes).toEqual([
      { reason: 'hard_bounce', scope: 'platform', workspace: null },
      { reason: 'complaint', scope: 'workspace', workspace: { reference: 'south' } },
    ]);
    expect(known.messages.nodes).toEqual([
      { idempotencyKey: 's1', workspace: { reference: 'south' } },
      { idempotencyKey: 'n1', workspace: { reference: 'north' } },
    ]);
    expect(known.erasedAddresses.nodes).toEqual([]);
    const page = await ask('ada@example.com', tenant, 1);
    expect([page.contacts.nodes.length, page.contacts.pageInfo.hasNextPage]).toEqual([1, true]);
    const count = async (first: number) => (await statementsOf(() => ask('ada@example.com', tenant, first))).length;
    expect(await count(2)).toBe(await count(1));
  });

  test('of an erasure shows what it left, and no other platform knows of it', async () => {
    const { id } = await erasePerson(tenant.ctx, places.south ?? '', { email: 'ada@example.com' });
    const erasedAt = world.now();
    const running = await ask('ada@example.com');
    expect(running.erasedAddresses.nodes).toEqual([
      { erasedAt, workspace: { reference: 'south' }, erasure: { finishedAt: null, workspace: { reference: 'south' } } },
    ]);
    await eraseTurn(world.app, { platformId: tenant.platformId, id });
    const left = await ask('ada@example.com');
    expect(left.erasedAddresses.nodes[0].erasure.finishedAt).toEqual(erasedAt);
    expect(left.contacts.nodes).toEqual([{ email: 'ada@example.com', workspace: { reference: 'north' } }]);
    expect(left.messages.nodes).toEqual([{ idempotencyKey: 'n1', workspace: { reference: 'north' } }]);
    const other = await ask('ada@example.com', stranger);
    expect([other.contacts.totalCount, other.suppressions.totalCount, other.erasedAddresses.totalCount]).toEqual([
      0, 0, 0,
    ]);
    expect(other.messages.totalCount).toBe(1);
    const bare = await tenant.ask(
      '{ events(workspace: "ref:south") { nodes { idempotencyKey payload contactAtEmit { contactId } } } }',
    );
    expect(bare.data.events.nodes).toContainEqual({ idempotencyKey: 's1', payload: null, contactAtEmit: null });
  });

  test('is asked for by a valid address', async () => {
    const { refusal } = await tenant.ask(person, { email: 'nobody' });
    expect(refusal?.details.errors).toEqual({ email: ['must be an email address'] });
  });
});

describe('nodes', () => {
  const nodes =
    'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Message { idempotencyKey } ... on Event { idempotencyKey } } }';

  test('are found in the order of their ids, in as many statements for ten as for one', async () => {
    const wanted = ['n2', 's2'].map((key) => ids.get(key) ?? '');
    const { data, errors } = await tenant.ask(nodes, {
      ids: [wanted[1], 'nobody', places.north, wanted[0], ids.get('g1')],
    });
    expect(errors).toEqual([]);
    expect(data.nodes).toEqual([
      { __typename: 'Message', id: wanted[1], idempotencyKey: 's2' },
      null,
      { __typename: 'Workspace', id: places.north },
      { __typename: 'Message', id: wanted[0], idempotencyKey: 'n2' },
      null,
    ]);
    const count = async (some: readonly string[]) =>
      (await statementsOf(() => tenant.ask(nodes, { ids: some }))).length;
    expect(await count(wanted)).toBe(await count(wanted.slice(0, 1)));
    expect((await stranger.ask(nodes, { ids: wanted })).data.nodes).toEqual([null, null]);
    const { refusal } = await tenant.ask(nodes, { ids: Array.from({ length: 51 }, () => 'a') });
    expect(refusal?.details.errors).toHaveProperty('ids');
  });
});
