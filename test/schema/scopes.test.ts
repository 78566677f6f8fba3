/**
 * Every field of the schema, asked with keys that may not (docs/rules.md#api-key-scopes, docs/rules.md#tenancy): with
 * each scope, with another platform's key, and with a key of another workspace. The fields come from the schema, so a
 * new field is in the matrix or fails it.
 */
import { type GraphQLField, getNamedType, isInputObjectType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import type { Viewer } from '../../src/context.ts';
import { createApiKey } from '../../src/platforms/keys/create-api-key.ts';
import { type Scope, scopes, standIns } from '../../src/platforms/keys/scopes.ts';
import { fullPlatform } from '../support/full-platform.ts';
import { firstEvent } from '../support/open-subscription.ts';
import { nobodys, rootArguments, type Things, thingsOf } from '../support/root-arguments.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

type Field = GraphQLField<unknown, unknown>;

interface Root {
  readonly path: string;
  readonly operation: 'query' | 'mutation' | 'subscription';
  readonly field: Field;
}

const roots: readonly Root[] = (
  [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
).flatMap(([operation, type]) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ path: `${type?.name}.${field.name}`, operation, field })),
);

let world: World;
let owner: Tenant;
let stranger: Tenant;
let owners: Things;
let strangers: Things;
/** A platform whose things may be changed. */
let spare: Tenant;
let spares: Things;
beforeAll(async () => {
  world = await createWorld();
  [owner, stranger, spare] = [await fullPlatform(world, 1), await fullPlatform(world, 1), await fullPlatform(world, 1)];
  [owners, strangers, spares] = [await thingsOf(owner), await thingsOf(stranger), await thingsOf(spare)];
});
afterAll(() => world.close());

/** What the description of a field says that it needs. */
function saidNeeds({ description }: Pick<Field, 'description'>) {
  const said = description ?? '';
  const sentence =
    /Needs the scopes? ((?:`\w+`(?: and )?)+)(?:, or [`\w ]+ instead)?(?: and a key for all workspaces)?\.$/.exec(
      said,
    )?.[1];
  return {
    scopes: scopes.filter((scope) => sentence?.includes(`\`${scope}\``)),
    allWorkspaces: said.endsWith('a key for all workspaces.'),
    operator: said.endsWith('Needs the operator token.'),
    says: sentence !== undefined || /Needs (?:no scope|the operator token)\.$/.test(said),
  };
}

function selectionOf(field: Field): string {
  const named = getNamedType(field.type);
  if (isLeafType(named)) return '';
  return named.name.endsWith('Connection') ? '{ nodes { __typename } }' : '{ __typename }';
}

/** The result of a field, of a subscription the first, without what differs from call to call. */
async function ask(viewer: Partial<Viewer>, { operation, path, field }: Root, things: Things) {
  const given = rootArguments[path]?.(things) ?? '';
  const document = `${operation} { result: ${field.name}${given === '' ? '' : `(${given})`} ${selectionOf(field)} }`;
  const { data, errors, refusal } = await (operation === 'subscription'
    ? firstEvent(world.viewer(viewer), document)
    : world.ask(viewer, document));
  // A subscription that is rejected has no data.
  return {
    result: operation === 'subscription' ? (data?.result ?? null) : data?.result,
    code: refusal?.code ?? errors[0]?.message ?? null,
  };
}

const keyOf = ({ platformId, apiKeyId }: Tenant, rights: Partial<Viewer> = {}): Partial<Viewer> => ({
  platformId,
  apiKeyId,
  ...rights,
});

test('the matrix has arguments for every field of a root, and for no other', () => {
  expect(Object.keys(rootArguments).sort()).toEqual(roots.map(({ path }) => path).sort());
});

describe.each(roots)('$path', (root) => {
  const needs = saidNeeds(root.field);

  test('says what it needs, and needs no more and no less', async () => {
    expect(needs.says).toBe(true);
    const exact = keyOf(spare, { scopes: needs.scopes, operator: needs.operator });
    expect(await ask(exact, root, nobodys)).not.toMatchObject({ code: 'forbidden' });
    const refused = { result: null, code: 'forbidden' };
    for (const lacking of needs.scopes) {
      // One of the scopes that together stand for it is missing too.
      const others = scopes.filter((scope) => scope !== lacking && scope !== standIns[lacking]?.[0]);
      expect(await ask(keyOf(spare, { scopes: others }), root, spares)).toEqual(refused);
    }
    for (const alone of scopes) {
      const suffices = !needs.operator && needs.scopes.every((scope) => scope === alone);
      if (!suffices) expect(await ask(keyOf(spare, { scopes: [alone] }), root, spares)).toEqual(refused);
    }
    if (needs.operator) expect(await ask(keyOf(spare), root, spares)).toEqual(refused);
  });

  const things = Object.keys(nobodys) as (keyof Things)[];
  const given = rootArguments[root.path] ?? (() => '');
  const named = things.filter((thing) => given(nobodys).includes(nobodys[thing]));

  test.skipIf(named.length === 0 || needs.operator)('finds nothing of another platform', async () => {
    for (const thing of named) {
      const base = thing === 'workspace' ? owners : strangers;
      const foreign = await ask(keyOf(stranger), root, { ...base, [thing]: owners[thing] });
      expect(foreign, thing).toEqual(await ask(keyOf(stranger), root, { ...base, [thing]: nobodys[thing] }));
      expect(foreign.code === null ? isEmpty(foreign.result) : foreign.code, thing).not.toBe(false);
    }
  });

  test('finds nothing of another workspace with a key of one', async () => {
    const { rows } = await world.app.db.pool.query('SELECT id FROM workspaces WHERE platform_id = $1 AND id <> $2', [
      owner.platformId,
      owner.workspace,
    ]);
    const [{ id: workspaceId }] = rows;
    const key = keyOf(owner, { workspaceId });
    if (needs.allWorkspaces || needs.operator) {
      expect(await ask(key, root, owners)).toEqual({ result: null, code: 'forbidden' });
      return;
    }
    // Drafts and pictures belong to the platform, as its templates do.
    for (const thing of named.filter((one) => one !== 'draft' && one !== 'picture')) {
      const base = thing === 'workspace' ? owners : { ...owners, workspace: workspaceId };
      const foreign = await ask(key, root, { ...base, [thing]: owners[thing] });
      expect(foreign, thing).toEqual(await ask(key, root, { ...base, [thing]: nobodys[thing] }));
      // The endpoints of a platform are no secret; the list of their webhooks is.
      expect(foreign.code === null ? isEmpty(foreign.result) : foreign.code, thing).not.toBe(false);
    }
  });
});

function isEmpty(result: { readonly nodes?: readonly unknown[] } | readonly unknown[] | null): boolean {
  if (Array.isArray(result)) return result.every((one) => one === null);
  return result === null || ('nodes' in result && result.nodes?.length === 0);
}

test('lists without an argument show a key of one workspace that one alone', async () => {
  const key = keyOf(owner, { workspaceId: owner.workspace });
  const lists = `{ workspaces { nodes { id } } webhooks { nodes { workspace { id } } }
                   found: workspaces(status: active, search: "shop") { nodes { id } totalCount } }`;
  const { data } = await world.ask(key, lists);
  expect(data.workspaces.nodes).toEqual([{ id: owner.workspace }]);
  expect(data.found).toEqual({ nodes: [{ id: owner.workspace }], totalCount: 1 });
  expect(data.webhooks.nodes).toEqual([{ workspace: { id: owner.workspace } }]);
  const other = await createApiKey(world.app, { platformId: owner.platformId, name: 'Other', workspace: 'ref:shop-0' });
  const { data: others } = await world.ask({ ...key, workspaceId: other.workspaceId }, lists);
  expect(others.webhooks.nodes).toEqual([]);
  expect(others.workspaces.nodes).toEqual([{ id: other.workspaceId }]);
});

test('nothing that a stranger asked for has changed', async () => {
  const counts = await world.app.db.pool.query(
    `SELECT (SELECT count(*)::int FROM contacts WHERE platform_id = $1) AS contacts,
            (SELECT count(*)::int FROM events WHERE platform_id = $1) AS events,
            (SELECT count(*)::int FROM webhook_secrets WHERE platform_id = $1) AS secrets,
            (SELECT count(*)::int FROM suppressions WHERE platform_id = $1) AS suppressions,
            (SELECT count(*)::int FROM workspaces WHERE platform_id = $1 AND status = 'active' AND deleted_at IS NULL) AS workspaces`,
    [owner.platformId],
  );
  expect(counts.rows).toEqual([{ contacts: 1, events: 1, secrets: 1, suppressions: 1, workspaces: 2 }]);
});

test('a filter that names an address needs the scope people', async () => {
  const messages = (rights: readonly Scope[]) =>
    world.ask(
      keyOf(owner, { scopes: rights }),
      '{ messages(workspace: "ref:shop", filter: { recipient: "a@b.c" }) { totalCount } }',
    );
  expect((await messages(['read'])).refusal?.code).toBe('forbidden');
  expect((await messages(['read', 'people'])).errors).toEqual([]);
  const filter = schema.getType('MessageFilter');
  const described = isInputObjectType(filter) ? filter.getFields().recipient : undefined;
  expect(described?.description).toMatch(/Needs the scope `people`\.$/);
});

/** Values of the arguments that a field within an object needs. */
function requiredOf({ name }: Field): string {
  return name === 'figures' ? '(from: "2026-03-01", to: "2026-03-02")' : '';
}

/** Types that a node can have, with the fields that need a scope of their own. */
const node = schema.getType('Node');
const inner = (isInterfaceType(node) ? schema.getPossibleTypes(node) : []).flatMap((type) =>
  Object.values(type.getFields())
    .filter((field) => saidNeeds(field).says)
    .map((field) => ({ path: `${type.name}.${field.name}`, type: type.name, field })),
);

describe('within an object', () => {
  const tables: Readonly<Record<string, string>> = {
    ApiKey: 'api_keys',
    Contact: 'contacts',
    Erasure: 'erasures',
    Event: 'events',
    Import: 'imports',
    Message: 'messages',
    Suppression: 'suppressions',
    EventType: 'event_types',
    TemplateDraft: 'template_drafts',
    TemplateVersion: 'template_versions',
    WebhookEndpoint: 'webhook_endpoints',
    Workspace: 'workspaces',
    Webhook: 'webhooks',
  };

  test.each(inner.filter(({ type }) => type !== 'Platform'))('$path needs what it says', async ({ type, field }) => {
    const { rows } = await world.app.db.pool.query(`SELECT id FROM ${tables[type]} WHERE platform_id = $1 LIMIT 1`, [
      owner.platformId,
    ]);
    const document = `{ node(id: "${rows[0].id}") { ... on ${type} { ${field.name}${requiredOf(field)} ${selectionOf(field)} } } }`;
    const needs = saidNeeds(field);
    expect((await world.ask(keyOf(owner), document)).errors).toEqual([]);
    for (const lacking of needs.scopes) {
      const others = scopes.filter((scope) => scope !== lacking);
      expect((await world.ask(keyOf(owner, { scopes: others }), document)).refusal?.code).toBe('forbidden');
    }
  });

  test('every field that holds an address, a payload or a person needs people', () => {
    const personal = /^(?:email|recipient|payload|body|contact|contacts|suppression|suppressions)$/;
    const open = Object.values(schema.getTypeMap()).flatMap((type) => {
      if (!isObjectType(type) || /^(?:Query|Mutation|Contact|Suppression)$|Payload$/.test(type.name)) return [];
      const fields = Object.values(type.getFields()).filter(({ name }) => personal.test(name));
      return fields
        .filter((field) => !saidNeeds(field).scopes.includes('people'))
        .map(({ name }) => `${type.name}.${name}`);
    });
    // Those of fields that need people themselves, and the variables that a template reads, by name.
    expect(open).toEqual([
      // Of an example, which is invented.
      'EventTypeExample.payload',
      'Person.email',
      'TemplatePayloadContact.email',
      'TemplateVariables.contact',
    ]);
  });
});

test('a webhook in the log shows its body to people alone, and the rest of the row to all', async () => {
  const { data, refusal } = await world.ask(keyOf(owner, { scopes: ['read'] }), '{ webhooks { nodes { id body } } }');
  expect(refusal?.code).toBe('forbidden');
  expect(data.webhooks.nodes).toEqual([{ id: owners.webhook, body: null }]);
});
