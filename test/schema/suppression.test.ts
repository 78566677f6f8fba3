import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { createWorld, type Tenant, type World } from './world.ts';

const list = `query ($workspace: String!, $search: String, $first: Int, $after: String) {
  suppressions(workspace: $workspace, search: $search, first: $first, after: $after) {
    edges { node { id email reason blocks scope createdAt } } pageInfo { hasNextPage endCursor }
  }
}`;
const lift = 'mutation ($workspace: String!, $id: String!) { suppressionLift(workspace: $workspace, id: $id) { id } }';

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
  const ctx = { app: world.app, platformId: tenant.platformId, apiKeyId: tenant.apiKeyId };
  other = await createWorkspace(ctx, { name: 'Other', reference: 'other' });
});

const faults = {
  hard: { reason: 'hard_bounce', blocks: 'all' },
  complaint: { reason: 'complaint', blocks: 'marketing' },
  soft: { reason: 'soft_bounces', blocks: 'all' },
} as const;

/** Blocks an address as an outcome would: a hard bounce everywhere, anything else in `workspace`. */
async function suppress(kind: keyof typeof faults, address: string, workspace = tenant.workspace) {
  world.advance(1);
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

async function shown(filter: object = {}): Promise<readonly Shown[]> {
  const { data, errors } = await tenant.ask(list, { workspace: 'ref:shop', ...filter });
  expect(errors).toEqual([]);
  return data.suppressions.edges.map(({ node }: { node: Shown }) => node);
}

const emails = async (filter: object = {}) => (await shown(filter)).map(({ email }) => email);

describe('the suppressions of a workspace', () => {
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
    for (const search of ['', 'x'.repeat(256), 'a\0', '\uD800']) {
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
    const stranger = await world.tenant('Stranger');
    for (const id of [platformWide?.id, own?.id, newId(world.now()), 'nonsense']) {
      expect((await stranger.ask(lift, { workspace: 'ref:shop', id })).refusal?.code).toBe('not_found');
    }
    expect((await tenant.ask(lift, { workspace: 'ref:other', id: own?.id })).refusal?.code).toBe('not_found');
    expect((await stranger.ask(list, { workspace: 'ref:shop' })).data.suppressions.edges).toEqual([]);
    expect((await stranger.ask(list, { workspace: tenant.workspace })).refusal?.code).toBe('not_found');
    expect(await emails()).toEqual(['bob@example.com', 'ada@example.com']);
  });
});
