import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteContact } from '../../src/contacts/delete-contact.ts';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { pageAfter, readByIndexes } from '../../src/db/lists/walk.ts';
import { newId } from '../../src/ground/ids.ts';
import type { Keyset } from '../../src/ground/lists/keyset.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { findPlatformWide } from '../../src/suppressions/find-suppressions.ts';
import { findSuppressionIds } from '../../src/suppressions/list-suppressions.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { findInDatabase } from '../people/find-in-database.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const list = `query ($workspace: ID!, $search: String, $first: Int, $after: String) {
  suppressions(workspace: $workspace, search: $search, first: $first, after: $after) {
    edges { node { id email reason blocks scope createdAt } } pageInfo { hasNextPage endCursor }
  }
}`;
const lift =
  'mutation ($workspace: ID!, $id: ID!) { suppressionLift(workspace: $workspace, id: $id) { id: liftedSuppressionId } }';

interface Shown {
  readonly id: string;
  readonly email: string | null;
}

let world: World;
let tenant: Tenant;
let other: string;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  tenant = await world.tenant();
  const ctx = tenant.ctx;
  other = await createWorkspace(ctx, { name: 'Other', reference: 'other' });
});

const faults = {
  hard: { reason: 'hard_bounce', blocks: 'all' },
  complaint: { reason: 'complaint', blocks: 'marketing' },
  soft: { reason: 'soft_bounces', blocks: 'all' },
} as const;

/** Makes the address one of a contact of the workspace. */
async function know(address: string, workspace: string) {
  const ctx = tenant.ctx;
  await upsertContact(ctx, workspace, null, { email: address });
}

/** Blocks an address as an outcome would: a hard bounce everywhere, anything else in `workspace`. */
async function suppress(kind: keyof typeof faults, address: string, workspace = tenant.workspace) {
  world.advance(1);
  if (kind === 'hard') for (const one of [workspace, other]) await know(address, one);
  await world.app.db.transaction((client) =>
    suppressAddresses(world.app, client, [
      {
        platformId: tenant.platformId,
        workspaceId: kind === 'hard' ? null : workspace,
        address,
        addressHash: world.app.secrets.addressHash(address),
        at: world.now(),
        ...faults[kind],
      },
    ]),
  );
}

/** Blocks an address everywhere as a bounce would, whoever holds it. */
async function wide(address: string) {
  world.advance(1);
  await world.app.db.transaction((client) =>
    suppressAddresses(world.app, client, [
      {
        platformId: tenant.platformId,
        workspaceId: null,
        address,
        addressHash: world.app.secrets.addressHash(address),
        at: world.now(),
        ...faults.hard,
      },
    ]),
  );
}

async function shown(filter: object = {}): Promise<readonly Shown[]> {
  const { data, errors } = await tenant.ask(list, { workspace: 'ref:shop', ...filter });
  expect(errors).toEqual([]);
  return data.suppressions.edges.map(({ node }: { node: Shown }) => node);
}

const emails = async (filter: object = {}) => (await shown(filter)).map(({ email }) => email);

describe('the suppressions of a workspace', () => {
  test('are narrowed by reason, reach and time, alone and together, and counted so', async () => {
    await suppress('complaint', 'ada@example.com');
    const early = world.now();
    await suppress('hard', 'bob@example.com');
    await suppress('soft', 'cy@example.com');
    const late = world.now();
    const narrowed = async (filter: string) => {
      const { data, errors } = await tenant.ask(`{
        suppressions(workspace: "ref:shop", ${filter}) { totalCount edges { node { email } } }
      }`);
      expect(errors).toEqual([]);
      const { totalCount, edges } = data.suppressions;
      expect(totalCount).toBe(edges.length);
      return edges.map(({ node }: { node: Shown }) => node.email);
    };
    const [ada, bob, cy] = ['ada@example.com', 'bob@example.com', 'cy@example.com'];
    expect(await narrowed('reason: hard_bounce')).toEqual([bob]);
    expect(await narrowed('scope: workspace')).toEqual([cy, ada]);
    expect(await narrowed('scope: platform')).toEqual([bob]);
    expect(await narrowed('scope: platform, reason: complaint')).toEqual([]);
    expect(await narrowed(`from: "${late.toISOString()}"`)).toEqual([cy]);
    expect(await narrowed(`until: "${late.toISOString()}"`)).toEqual([bob, ada]);
    expect(await narrowed(`from: "${early.toISOString()}", until: "${late.toISOString()}"`)).toEqual([bob, ada]);
    expect(await narrowed(`from: "${late.toISOString()}", search: "a"`)).toEqual([cy]);
    expect(await narrowed('search: ""')).toEqual([cy, bob, ada]);
  });

  test('are its own and those of the whole platform, newest first', async () => {
    await suppress('complaint', 'Ada@Example.com');
    await suppress('hard', 'bob@example.com');
    await suppress('soft', 'cy@example.com');
    await suppress('complaint', 'dan@example.com', other);
    expect(await shown()).toEqual([
      expect.objectContaining({ email: 'cy@example.com', reason: 'soft_bounces', blocks: ['all'], scope: 'workspace' }),
      expect.objectContaining({ email: 'bob@example.com', reason: 'hard_bounce', blocks: ['all'], scope: 'platform' }),
      expect.objectContaining({
        email: 'Ada@Example.com',
        reason: 'complaint',
        blocks: ['marketing'],
        scope: 'workspace',
      }),
    ]);
    expect(await emails({ workspace: 'ref:other' })).toEqual(['dan@example.com', 'bob@example.com']);
  });

  test('are searched by part of the address in any case, and an erased address is found by nothing', async () => {
    await suppress('complaint', 'Ada.100%@Example.com');
    await suppress('hard', 'ada_b@example.com');
    await suppress('soft', 'bob@example.com');
    expect(await emails({ search: 'ADA' })).toEqual(['ada_b@example.com', 'Ada.100%@Example.com']);
    expect(await emails({ search: '%' })).toEqual(['Ada.100%@Example.com']);
    expect(await emails({ search: 'a_b' })).toEqual(['ada_b@example.com']);
    await world.app.db.pool.query('UPDATE suppressions SET email = NULL WHERE platform_id = $1', [tenant.platformId]);
    expect(await emails()).toEqual([null, null, null]);
    expect(await emails({ search: 'a' })).toEqual([]);
    for (const search of ['x'.repeat(256), 'a\0', '\uD800']) {
      const { refusal } = await tenant.ask(list, { workspace: 'ref:shop', search });
      expect(Object.keys(refusal?.details.errors ?? {})).toEqual(['search']);
    }
  });

  test('show each lasting one once, page by page, while others come and go', async () => {
    for (let at = 0; at < 15; at += 1) await suppress(at % 2 === 0 ? 'soft' : 'hard', `p${at}@example.com`);
    const seen: (string | null)[] = [];
    let after: string | undefined;
    for (let page = 1; page <= 10; page += 1) {
      const { data } = await tenant.ask(list, { workspace: 'ref:shop', first: 4, after });
      const nodes: readonly Shown[] = data.suppressions.edges.map(({ node }: { node: Shown }) => node);
      seen.push(...nodes.map(({ email }) => email));
      if (!data.suppressions.pageInfo.hasNextPage) break;
      after = data.suppressions.pageInfo.endCursor;
      // The row that the cursor names goes, and a newer one comes.
      await tenant.ask(lift, { workspace: 'ref:shop', id: nodes.at(-1)?.id });
      await suppress('soft', `late${page}@example.com`);
    }
    expect(seen).toEqual(Array.from({ length: 15 }, (_, at) => `p${14 - at}@example.com`));
  });
});

describe('a suppression of the whole platform', () => {
  const emit = (address: string, workspace: string) =>
    tenant.ask(
      `mutation ($workspace: ID!, $key: String!, $address: String!) {
        eventEmit(workspace: $workspace, input: {
          type: "noted", idempotencyKey: $key, recipient: { email: $address }, payload: {} }) { event { id } }
      }`,
      { workspace, key: `key-${address}`, address },
    );

  test('is listed, and lifted, where a contact has the address or a message went there, and nowhere else', async () => {
    const ctx = tenant.ctx;
    await tenant.ask(`mutation {
      eventTypeSave(name: "noted", input: { fields: [] }) { created }
      templateSave(eventType: "noted", input: { subject: "x", fromLocalPart: "x",
        composition: { editorVersion: 3, target: "email", document: { blocks: [] } } }) { created }
    }`);
    await know('Ada@example.com', tenant.workspace);
    const gone = 'delivered+gone@simulator.test';
    const held = await upsertContact(ctx, tenant.workspace, null, { email: gone });
    expect((await emit(gone, 'ref:shop')).errors).toEqual([]);
    await deleteContact(ctx, tenant.workspace, held.id);
    expect((await emit('delivered+mailed@simulator.test', 'ref:other')).errors).toEqual([]);
    for (const address of ['ada@example.com', gone, 'delivered+mailed@simulator.test', 'never@example.com']) {
      await wide(address);
    }
    expect(await emails()).toEqual([gone, 'ada@example.com']);
    expect(await emails({ workspace: 'ref:other' })).toEqual(['delivered+mailed@simulator.test']);
    expect(await emails({ search: 'mailed' })).toEqual([]);

    const [ofOther] = await shown({ workspace: 'ref:other' });
    expect((await tenant.ask(lift, { workspace: 'ref:shop', id: ofOther?.id })).refusal?.code).toBe('not_found');
    expect((await tenant.ask(lift, { workspace: 'ref:other', id: ofOther?.id })).errors).toEqual([]);
    expect(await emails({ workspace: 'ref:other' })).toEqual([]);
  });

  test('is found the same way whether it is near the page or far behind others', async () => {
    for (let at = 0; at < 40; at += 1) {
      const address = `w${at}@example.com`;
      if (at % 5 === 0) await know(address, tenant.workspace);
      await wide(address);
    }
    const { rows } = await world.app.db.pool.query<{ id: string; email: string }>(
      'SELECT id, email FROM suppressions WHERE platform_id = $1 ORDER BY id',
      [tenant.platformId],
    );
    const ours = rows.filter((_row, at) => at % 5 === 0).map(({ id }) => id);
    const question = { platformId: tenant.platformId, workspaceId: tenant.workspace };
    const few = { first: 1, further: 3, candidates: 3 };
    for (const work of [few, { ...few, candidates: 100 }, { ...few, first: 2_000 }]) {
      for (const take of [1, 3, 20]) {
        const find = async (range: Keyset['range'], direction: 'asc' | 'desc', search: string | null = null) => {
          const found: string[] = [];
          let page: Keyset = { range, direction, take };
          for (;;) {
            const wanted = { ...question, search, page, work };
            const part = await readByIndexes(world.app.db, (client) => findPlatformWide(client, wanted));
            found.push(...part.ids);
            if (part.end === null) return found;
            page = pageAfter(page, part);
          }
        };
        expect(await find({}, 'desc')).toEqual(ours.toReversed().slice(0, take));
        expect(await find({ lt: ours[4] ?? '' }, 'desc')).toEqual(ours.slice(0, 4).toReversed().slice(0, take));
        expect(await find({ gt: ours[4] ?? '' }, 'asc')).toEqual(ours.slice(5).slice(0, take));
        const hits = rows.filter(({ id, email }) => ours.includes(id) && email.startsWith('w2')).map(({ id }) => id);
        expect(await find({}, 'desc', 'W2')).toEqual(hits.toReversed().slice(0, take));
      }
    }
  });
});

describe('suppressions of the whole platform by hand', () => {
  const suppressWide = `mutation ($email: String!) {
    addressSuppress(workspace: "ref:shop", email: $email, reach: platform) { suppression { id } }
  }`;

  test('are in the list and the count of every workspace, once each, for who may make them', async () => {
    await know('h1@example.com', tenant.workspace);
    for (let at = 0; at < 5; at += 1) {
      if (at === 2) await suppress('soft', 'own@example.com');
      world.advance(1);
      await tenant.ask(suppressWide, { email: `h${at}@example.com` });
    }
    const made = [4, 3, 2, 1, 0].map((at) => `h${at}@example.com`);
    expect(await emails()).toEqual([...made.slice(0, 3), 'own@example.com', ...made.slice(3)]);
    expect(await emails({ workspace: 'ref:other' })).toEqual(made);
    const counted = `{ all: suppressions(workspace: "ref:shop") { totalCount }
      own: suppressions(workspace: "ref:shop", scope: workspace) { totalCount nodes { email } }
      manual: suppressions(workspace: "ref:shop", reason: manual, search: "h") { totalCount } }`;
    const { data } = await tenant.ask(counted);
    expect([data.all.totalCount, data.manual.totalCount]).toEqual([6, 5]);
    expect(data.own).toEqual({ totalCount: 1, nodes: [{ email: 'own@example.com' }] });

    const ofShop = { platformId: tenant.platformId, workspaceId: tenant.workspace };
    const narrow = await world.ask(ofShop, list, { workspace: 'ref:shop' });
    const shownToOne = narrow.data.suppressions.edges.map(({ node }: { node: Shown }) => node);
    expect(shownToOne.map(({ email }: Shown) => email)).toEqual(['own@example.com', 'h1@example.com']);
    const [unknown] = await shown({ search: 'h4' });
    expect((await world.ask(ofShop, lift, { workspace: 'ref:shop', id: unknown?.id })).refusal?.code).toBe('not_found');
    const known = await world.ask(ofShop, lift, { workspace: 'ref:shop', id: shownToOne[1]?.id });
    expect(known.refusal?.code).toBe('forbidden');
    expect((await tenant.ask(lift, { workspace: 'ref:other', id: unknown?.id })).errors).toEqual([]);
    expect(await emails({ workspace: 'ref:other' })).toEqual(made.slice(1));
  });

  test('are also bounces that somebody then suppresses by hand', async () => {
    await wide('bounced@example.com');
    expect(await emails({ workspace: 'ref:other' })).toEqual([]);
    const { data } = await tenant.ask(suppressWide, { email: 'bounced@example.com' });
    const { id } = data.addressSuppress.suppression;
    expect(await shown({ workspace: 'ref:other' })).toMatchObject([{ id, reason: 'hard_bounce' }]);
    expect((await tenant.ask(lift, { workspace: 'ref:other', id })).errors).toEqual([]);
  });

  test('are found the same way in every page, however few rows may be read at once', async () => {
    for (let at = 0; at < 20; at += 1) {
      world.advance(1);
      const email = `${at % 4 === 0 ? 'list' : 'other'}${at}@example.com`;
      if (at % 2 === 0) await tenant.ask(suppressWide, { email });
      else await wide(email);
    }
    const { rows } = await world.app.db.pool.query<{ id: string; email: string }>(
      'SELECT id, email FROM suppressions WHERE platform_id = $1 AND by_hand ORDER BY id DESC',
      [tenant.platformId],
    );
    expect(rows).toHaveLength(10);
    const question = { platformId: tenant.platformId, workspaceId: tenant.workspace, allByHand: true };
    for (const work of [
      { first: 1, further: 3, candidates: 3 },
      { first: 1, further: 3, candidates: 100 },
    ]) {
      for (const search of [null, 'list']) {
        const wanted = rows.filter(({ email }) => email.includes(search ?? '')).map(({ id }) => id);
        const found: string[] = [];
        let page: Keyset = { range: {}, direction: 'desc', take: 8 };
        for (;;) {
          const asked = { ...question, search, page, work };
          const part = await readByIndexes(world.app.db, (client) => findSuppressionIds(client, asked));
          found.push(...part.ids);
          if (part.end === null) break;
          page = pageAfter(page, part);
        }
        expect(found).toEqual(wanted.slice(0, 8));
      }
    }
  });
});

describe('a suppression that is lifted', () => {
  test('no longer holds here, and one of the platform nowhere', async () => {
    await suppress('hard', 'ada@example.com');
    await suppress('soft', 'bob@example.com');
    for (const { id } of await shown()) {
      expect((await tenant.ask(lift, { workspace: 'ref:shop', id })).data.suppressionLift.id).toBe(id);
      expect((await tenant.ask(lift, { workspace: 'ref:shop', id })).refusal?.code).toBe('not_found');
    }
    expect(await emails()).toEqual([]);
    expect(await emails({ workspace: 'ref:other' })).toEqual([]);
  });

  test('is not one of marketing, however often it is asked', async () => {
    await suppress('complaint', 'ada@example.com');
    const [{ id } = { id: '' }] = await shown();
    for (const _again of [1, 2]) {
      expect((await tenant.ask(lift, { workspace: 'ref:shop', id })).refusal?.code).toBe('suppression_permanent');
    }
    expect(await emails()).toEqual(['ada@example.com']);
  });

  test('lets the faults of its mailbox count anew', async () => {
    await suppress('soft', 'ada@example.com');
    await suppress('soft', 'bob@example.com');
    const days = async () => {
      const { rows } = await world.app.db.pool.query(
        'SELECT count(*)::int AS count FROM mailbox_fault_days WHERE workspace_id = $1',
        [tenant.workspace],
      );
      return rows[0].count;
    };
    await world.app.db.pool.query(
      `INSERT INTO mailbox_fault_days (workspace_id, address_hash, day, at)
       SELECT workspace_id, address_hash, d, d FROM suppressions, generate_series(now(), now() + interval '4 days', '1 day') d
       WHERE workspace_id = $1`,
      [tenant.workspace],
    );
    expect(await days()).toBe(10);
    const [{ id } = { id: '' }] = await shown({ search: 'ada' });
    await tenant.ask(lift, { workspace: 'ref:shop', id });
    expect(await days()).toBe(5);
  });

  test('is found in its own workspace and on its own platform alone', async () => {
    await suppress('soft', 'ada@example.com');
    await suppress('hard', 'bob@example.com');
    const [platformWide, own] = await shown();
    const stranger = await world.tenant({ name: 'Stranger' });
    for (const id of [platformWide?.id, own?.id, newId(world.now()), 'nonsense']) {
      expect((await stranger.ask(lift, { workspace: 'ref:shop', id })).refusal?.code).toBe('not_found');
    }
    expect((await tenant.ask(lift, { workspace: 'ref:other', id: own?.id })).refusal?.code).toBe('not_found');
    expect((await stranger.ask(list, { workspace: 'ref:shop' })).data.suppressions.edges).toEqual([]);
    expect((await stranger.ask(list, { workspace: tenant.workspace })).refusal?.code).toBe('not_found');
    expect(await emails()).toEqual(['bob@example.com', 'ada@example.com']);
  });
});

describe('by hand', () => {
  const reaching = `mutation ($email: String!, $reach: SuppressionScope, $reason: SuppressionReason) {
    addressSuppress(workspace: "ref:shop", email: $email, reach: $reach, reason: $reason) {
      suppression { id reason blocks scope }
    }
  }`;

  test('an address is suppressed on the whole platform, with a reason that another service knew', async () => {
    const wide = { email: 'wide@example.com', reach: 'platform', reason: 'hard_bounce' };
    const { suppression } = (await tenant.ask(reaching, wide)).data.addressSuppress;
    expect(suppression).toMatchObject({ reason: 'hard_bounce', blocks: ['all'], scope: 'platform' });
    expect((await tenant.ask(reaching, { ...wide, reason: null })).data.addressSuppress.suppression).toEqual(
      suppression,
    );
    const own = (await tenant.ask(reaching, { email: 'wide@example.com', reason: 'complaint' })).data.addressSuppress;
    expect(own.suppression).toMatchObject({ reason: 'complaint', blocks: ['marketing'], scope: 'workspace' });
    const ofShop = { platformId: tenant.platformId, workspaceId: tenant.workspace };
    expect((await world.ask(ofShop, reaching, wide)).refusal?.code).toBe('forbidden');
    const never = await tenant.ask(reaching, { email: 'wide@example.com', reason: 'soft_bounces' });
    expect([never.refusal?.code, never.refusal?.details.errors]).toEqual([
      'validation_failed',
      { reason: ['must be one of manual, hard_bounce, complaint'] },
    ]);
    await world.app.db.pool.query('DELETE FROM suppressions WHERE platform_id = $1', [tenant.platformId]);
  });

  const suppressDocument = `mutation ($workspace: ID!, $email: String!, $note: String) {
    addressSuppress(workspace: $workspace, email: $email, note: $note) {
      suppression { id email reason blocks scope note byKeyId }
    }
  }`;
  const liftWithNote = `mutation ($workspace: ID!, $id: ID!, $note: String) {
    suppressionLift(workspace: $workspace, id: $id, note: $note) { liftedSuppressionId }
  }`;
  const liftsDocument = `query ($workspace: ID!, $email: String) {
    suppressionLifts(workspace: $workspace, email: $email) {
      nodes { reason scope note byKeyId suppressedAt liftedAt } totalCount
    }
  }`;
  const byHand = async (email: string, note?: string) =>
    tenant.ask(suppressDocument, { workspace: 'ref:shop', email, note });
  const lifts = async (email?: string) =>
    (await tenant.ask(liftsDocument, { workspace: 'ref:shop', email })).data.suppressionLifts.nodes;

  test('an address is suppressed with a note in one workspace, once, and no webhook tells of it', async () => {
    await know('ada@example.com', tenant.workspace);
    const { id: endpoint } = await createEndpoint(tenant.ctx, {
      url: 'https://hooks.test/',
      types: ['contact.suppressed', 'message.suppressed'],
    });
    const { data, errors } = await byHand('Ada@example.com', 'Asked by phone');
    expect(errors).toEqual([]);
    const { suppression } = data.addressSuppress;
    expect(suppression).toEqual({
      id: expect.any(String),
      email: 'Ada@example.com',
      reason: 'manual',
      blocks: ['all'],
      scope: 'workspace',
      note: 'Asked by phone',
      byKeyId: tenant.apiKeyId,
    });
    expect((await byHand('ada@example.com')).data.addressSuppress.suppression).toEqual(suppression);
    expect((await byHand('ada@example.com', 'By letter too')).data.addressSuppress.suppression).toEqual({
      ...suppression,
      note: 'By letter too',
    });
    expect(await emails()).toEqual(['Ada@example.com']);
    expect(await emails({ workspace: 'ref:other' })).toEqual([]);
    const { rows } = await world.app.db.pool.query('SELECT FROM webhooks WHERE endpoint_id = $1', [endpoint]);
    expect(rows).toEqual([]);
  });

  test('a block of the service keeps its reason, and a complaint stands beside the block by hand', async () => {
    await suppress('soft', 'ada@example.com');
    await suppress('complaint', 'bob@example.com');
    expect((await byHand('ada@example.com', 'And by phone')).data.addressSuppress.suppression).toMatchObject({
      reason: 'soft_bounces',
      note: 'And by phone',
    });
    expect((await byHand('bob@example.com')).data.addressSuppress.suppression).toMatchObject({ reason: 'manual' });
    expect(await emails()).toEqual(['bob@example.com', 'bob@example.com', 'ada@example.com']);
  });

  test('who lifted what, when and why is kept, for the workspace alone, until the erasure of the person', async () => {
    await suppress('hard', 'ada@example.com');
    await byHand('bob@example.com');
    const [bob, ada] = await shown();
    await tenant.ask(liftWithNote, { workspace: 'ref:shop', id: ada?.id, note: 'Mailbox of Ada works again' });
    await tenant.ask(liftWithNote, { workspace: 'ref:shop', id: bob?.id });
    const lifted = { byKeyId: tenant.apiKeyId, suppressedAt: expect.any(Date), liftedAt: world.now() };
    expect(await lifts()).toEqual([
      { ...lifted, reason: 'manual', scope: 'workspace', note: null },
      { ...lifted, reason: 'hard_bounce', scope: 'platform', note: 'Mailbox of Ada works again' },
    ]);
    expect(await lifts('ADA@example.com')).toHaveLength(1);
    expect((await tenant.ask(liftsDocument, { workspace: 'ref:other' })).data.suppressionLifts.nodes).toEqual([]);
    const stranger = await world.tenant({ name: 'Stranger' });
    expect((await stranger.ask(liftsDocument, { workspace: tenant.workspace })).refusal?.code).toBe('not_found');
    expect(
      (await stranger.ask(suppressDocument, { workspace: tenant.workspace, email: 'a@example.com' })).refusal?.code,
    ).toBe('not_found');

    await byHand('ada@example.com', 'Ada again');
    const { id } = await erasePerson(tenant.ctx, 'ref:shop', { email: 'ada@example.com' });
    await eraseTurn(world.app, { platformId: tenant.platformId, id });
    expect(await lifts('ada@example.com')).toEqual([]);
    expect(await lifts()).toHaveLength(1);
    expect(await findInDatabase(world.app.db.pool, ['Mailbox of Ada', 'Ada again'])).toEqual([]);
  });

  test('a note has 1 to 1,000 characters', async () => {
    for (const note of ['', ' ', 'x'.repeat(1_001), 'a\0']) {
      expect(Object.keys((await byHand('ada@example.com', note)).refusal?.details.errors ?? {})).toEqual(['note']);
      await suppress('soft', 'bob@example.com');
      const [{ id } = { id: '' }] = await shown();
      const { refusal } = await tenant.ask(liftWithNote, { workspace: 'ref:shop', id, note });
      expect(Object.keys(refusal?.details.errors ?? {})).toEqual(['note']);
    }
    expect(await emails()).toEqual(['bob@example.com']);
  });
});
