/** Any id that a log, a webhook or REST shows leads to its object, for its own platform alone. */
import { isInterfaceType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { typeNeeds } from '../../schema/scopes.ts';
import { newId } from '../../src/ground/ids.ts';
import { scopes } from '../../src/platforms/keys/scopes.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { fullPlatform } from '../support/full-platform.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await fullPlatform(world, 2);
  stranger = await world.tenant();
});
afterAll(() => world.close());

const find = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const findMany = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

/** Where the id of each type is found; keys and platforms are those of the tenant itself. */
const tables: Readonly<Record<string, string>> = {
  ApiKey: 'api_keys',
  Contact: 'contacts',
  Erasure: 'erasures',
  Event: 'events',
  EventType: 'event_types',
  Import: 'imports',
  Message: 'messages',
  SendingDomain: 'sending_domains',
  Suppression: 'suppressions',
  TemplateDraft: 'template_drafts',
  TemplateVersion: 'template_versions',
  Webhook: 'webhooks',
  File: 'files',
  Picture: 'pictures',
  WebhookEndpoint: 'webhook_endpoints',
  WebhookSecret: 'webhook_secrets',
  Workspace: 'workspaces',
};

async function idIn(table: string): Promise<string> {
  const { rows } = await world.app.db.pool.query(`SELECT id FROM ${table} WHERE platform_id = $1 ORDER BY id LIMIT 1`, [
    tenant.platformId,
  ]);
  return rows[0].id;
}

describe('an id', () => {
  const node = schema.getType('Node');
  const types = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];

  it('is looked for among all types that are nodes', () => {
    expect([...types].sort()).toEqual([...Object.keys(tables), 'Platform'].sort());
  });

  it.each(Object.entries(tables))('of %s is found by its own platform, and by no other', async (type, table) => {
    const id = await idIn(table);
    expect((await tenant.ask(find, { id })).data).toEqual({ node: { __typename: type, id } });
    expect((await tenant.ask(findMany, { ids: [id] })).data).toEqual({ nodes: [{ __typename: type, id }] });
    const other = await stranger.ask(find, { id });
    expect([other.data, other.errors]).toEqual([{ node: null }, []]);
    const others = await stranger.ask(findMany, { ids: [id] });
    expect([others.data, others.errors]).toEqual([{ nodes: [null] }, []]);
  });

  const needs = Object.keys(tables).flatMap((type) =>
    scopes
      .filter((scope) => scope !== 'read' && typeNeeds[type]?.includes(scope))
      .map((scope) => [type, scope] as const),
  );

  it.each(needs)('of %s among others is shown to no key without %s, and the others are', async (type, lacking) => {
    const { platformId, apiKeyId } = tenant;
    const key = { platformId, apiKeyId, scopes: scopes.filter((scope) => scope !== lacking) };
    const [id, own] = [await idIn(tables[type] ?? ''), tenant.apiKeyId];
    const { data, errors, refusal } = await world.ask(key, findMany, { ids: [id, own] });
    expect(data.nodes[0]).toBeNull();
    expect([errors[0]?.path, refusal?.code]).toEqual([['nodes', 0], 'forbidden']);
    expect((await world.ask(key, find, { id })).refusal?.code).toBe('forbidden');
    if (lacking !== 'manage') expect(data.nodes[1]).toEqual({ __typename: 'ApiKey', id: own });
  });

  it('of a row of another workspace is not shown to a key of one', async () => {
    const workspaceId = await createWorkspace(tenant.ctx, { name: 'Second', reference: 'second' });
    const key = { platformId: tenant.platformId, apiKeyId: tenant.apiKeyId, workspaceId };
    for (const type of ['Contact', 'Erasure', 'Event', 'Import', 'Message']) {
      const id = await idIn(tables[type] ?? '');
      const { data, errors } = await world.ask(key, findMany, { ids: [id] });
      expect([type, data, errors]).toEqual([type, { nodes: [null] }, []]);
    }
  });

  it('of the platform is found by the platform', async () => {
    const id = tenant.platformId;
    expect((await tenant.ask(find, { id })).data.node).toEqual({ __typename: 'Platform', id });
    expect((await stranger.ask(find, { id })).data.node).toBeNull();
  });

  it('of another key is found by keys that manage, and by the operator', async () => {
    const id = newId(world.now());
    await world.app.db.pool.query(
      `INSERT INTO api_keys (platform_id, id, name, token_hash, created_at) VALUES ($1, $2, 'Second', $3, $4)`,
      [tenant.platformId, id, Buffer.from(id), world.now()],
    );
    expect((await tenant.ask(find, { id })).data.node).toEqual({ __typename: 'ApiKey', id });
    const reader = { platformId: tenant.platformId, apiKeyId: tenant.apiKeyId, scopes: ['read' as const] };
    expect((await world.ask(reader, find, { id })).refusal?.code).toBe('forbidden');
    const asOperator = await world.ask({ platformId: tenant.platformId, operator: true }, find, { id });
    expect(asOperator.data.node).toEqual({ __typename: 'ApiKey', id });
  });

  it('that no row can have is found nowhere', async () => {
    for (const id of ['', 'ref:shop', 'a'.repeat(10_000), '\0', 'Z'.repeat(26), 'I'.repeat(26), '0'.repeat(26)]) {
      const { data, errors } = await tenant.ask(find, { id });
      expect([data, errors]).toEqual([{ node: null }, []]);
    }
  });

  it('leads to the columns and relations that a fragment selects', async () => {
    const id = await idIn('messages');
    const { data, errors } = await tenant.ask(
      `query ($id: ID!) { node(id: $id) { id ... on Contact { email } ... on Message {
        state attempts { outcome } event { id contact { email } workspace { name } } } } }`,
      { id },
    );
    expect(errors).toEqual([]);
    expect(data.node).toMatchObject({
      id,
      state: 'queued',
      attempts: [{ outcome: 'temporary' }],
      event: { contact: { email: 'person-0@example.com' }, workspace: { name: 'Shop' } },
    });
  });

  it('is found with an index in every table', async () => {
    const statements = await statementsOf(() => tenant.ask(find, { id: newId(world.now()) }));
    const locate = statements.find((text) => text.includes('UNION ALL')) ?? '';
    const client = await world.app.db.pool.connect();
    try {
      await client.query('BEGIN; SET LOCAL enable_seqscan = off');
      const { rows } = await client.query(`EXPLAIN ${locate}`, [
        [newId(world.now())],
        [world.now()],
        tenant.platformId,
        null,
      ]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan/);
      // No index is read from one end to the other.
      expect(plan.match(/Index Cond/g)?.length).toBe(plan.match(/Scan (?:using|on) \w+_(?:idx|pkey|key)/g)?.length);
      expect(plan).toContain('contacts_id_idx');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
