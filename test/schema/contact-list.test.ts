import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactsOf, list } from '../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let put: ReturnType<typeof contactsOf>['put'];
let putAll: ReturnType<typeof contactsOf>['putAll'];
let references: ReturnType<typeof contactsOf>['references'];
let ago: ReturnType<typeof contactsOf>['ago'];

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  ({ put, putAll, references, ago } = contactsOf(world, tenant));
});

describe('lists', () => {
  test('search, status and tag narrow, newest first', async () => {
    await putAll([
      { reference: 'a', email: 'Ann_100%@Example.com', tags: ['vip'] },
      { reference: 'b', email: 'ann@example.com', marketing: { state: 'subscribed', at: ago(5) } },
      { reference: 'c', email: 'carl@example.com', tags: ['VIP'] },
    ]);
    await world.app.db.pool.query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, '01ARZ3NDEKTSV4RRFFQ69G5FAV', NULL, NULL, $2, 'hard_bounce', 'all', now())`,
      [tenant.platformId, world.app.secrets.addressHash('CARL@example.com')],
    );
    expect(await references({})).toEqual(['c', 'b', 'a']);
    expect(await references({ search: 'ANN' })).toEqual(['b', 'a']);
    expect(await references({ search: '_100%' })).toEqual(['a']);
    expect(await references({ search: 'a_n' })).toEqual([]);
    expect(await references({ search: 'Ca' })).toEqual(['c']);
    expect(await references({ search: '%' })).toEqual(['a']);
    expect(await references({ search: '@' })).toEqual(['c', 'b', 'a']);
    expect(await references({ search: 'zz' })).toEqual([]);
    expect(await references({ status: 'subscribed' })).toEqual(['b']);
    expect(await references({ status: 'cleaned' })).toEqual(['c']);
    expect(await references({ tag: 'vip' })).toEqual(['c', 'a']);
    expect(await references({ tag: 'nobody' })).toEqual([]);
  });

  test('those who decided themselves are told from those whom the caller reported', async () => {
    const marketing = { state: 'unsubscribed', at: ago(5) };
    const writtenById = await putAll([
      { reference: 'left', email: 'left@example.com', marketing },
      { reference: 'imported', email: 'imported@example.com', marketing },
      { reference: 'silent', email: 'silent@example.com' },
    ]);
    await world.app.db.pool.query(
      `INSERT INTO consent_changes (workspace_id, id, contact_id, state, at, source, replaced_state, created_at)
       SELECT workspace_id, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', id, 'unsubscribed', now(), 'mail_app', 'subscribed', now()
       FROM contacts WHERE id = $1`,
      [writtenById[0].id],
    );
    expect(await references({ decidedBy: 'person' })).toEqual(['left']);
    expect(await references({ decidedBy: 'caller' })).toEqual(['silent', 'imported']);
    expect(await references({ decidedBy: 'caller', status: 'unsubscribed' })).toEqual(['imported']);
    expect(await references({ decidedBy: 'person', search: 'imp' })).toEqual([]);
    // The caller's later word is the latest one.
    await world.app.db.pool.query(`UPDATE consent_changes SET source = 'api' WHERE id = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'`);
    expect(await references({ decidedBy: 'person' })).toEqual([]);
  });

  test('are narrowed by the time of their making', async () => {
    await put('ref:a', { email: 'a@example.com' });
    world.advance(1);
    const noon = world.now().toISOString();
    await put('ref:b', { email: 'b@example.com' });
    const within = async (filter: string) => {
      const { data } = await tenant.ask(
        `query ($workspace: ID!) { contacts(workspace: $workspace, ${filter}) { totalCount edges { node { reference } } } }`,
        { workspace: tenant.workspace },
      );
      return [
        data.contacts.totalCount,
        ...data.contacts.edges.map((edge: { node: { reference: string } }) => edge.node.reference),
      ];
    };
    expect(await within(`from: "${noon}"`)).toEqual([1, 'b']);
    expect(await within(`until: "${noon}"`)).toEqual([1, 'a']);
    expect(await within(`from: "${noon}", until: "${noon}"`)).toEqual([0]);
    expect(await within('search: ""')).toEqual([2, 'b', 'a']);
  });

  test('pages show each lasting contact once while others come', async () => {
    await putAll(Array.from({ length: 120 }, (_, n) => ({ reference: `p${n}`, email: `p${n}@example.com` })));
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await tenant.ask(list, { workspace: tenant.workspace, after });
      seen.push(...data.contacts.edges.map((edge: { node: { reference: string } }) => edge.node.reference));
      after = data.contacts.pageInfo.hasNextPage ? data.contacts.pageInfo.endCursor : null;
      await put(`ref:late${seen.length}`, { email: `late${seen.length}@example.com` });
    } while (after);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `p${119 - n}`));
  });

  test('a search of 256 characters or with a NUL is refused', async () => {
    for (const search of ['x'.repeat(256), 'a\0']) {
      const { refusal } = await tenant.ask(list, { workspace: tenant.workspace, search });
      expect(refusal?.details.errors).toHaveProperty('search');
    }
  });
});
