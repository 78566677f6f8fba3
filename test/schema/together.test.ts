/** No list of the schema reads its rows one by one: a page of fifty takes as many statements as a page of one. */
import { type GraphQLField, getNamedType, isListType, isNullableType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { layoutsMax } from '../../src/templates/layouts/save-layout.ts';
import { eventTypeName, fullPlatform } from '../support/full-platform.ts';
import { statementsOf } from '../support/statements.ts';
import { wholeSelection } from '../support/whole-selection.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const rows = 50;

let world: World;
let tenant: Tenant;
let importId: string;
let answered: string;
beforeAll(async () => {
  world = await createWorld();
  tenant = await fullPlatform(world, rows);
  const { data } = await tenant.ask(
    'query ($workspace: ID!) { imports(workspace: $workspace, first: 1) { nodes { id } } }',
    { workspace: tenant.workspace },
  );
  importId = data.imports.nodes[0].id;
  const { rows: replies } = await world.app.db.pool.query('SELECT message_id AS id FROM message_replies LIMIT 1');
  answered = replies[0].id;
});
afterAll(() => world.close());

const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ type }) =>
  getNamedType(type).name.endsWith('Connection'),
);
/** Values of the arguments that a list requires. */
const required: Readonly<Record<string, () => string>> = {
  workspace: () => tenant.workspace,
  eventType: () => eventTypeName,
  // Of importFaults alone.
  id: () => importId,
  // Of messageReplies alone.
  message: () => answered,
};

function documentOf(list: GraphQLField<unknown, unknown>, first: number): string {
  const named = getNamedType(list.type);
  if (!isObjectType(named)) throw new Error(`${list.name} is no list`);
  const given = list.args.filter(isRequiredArgument).map(({ name }) => `${name}: "${required[name]?.()}"`);
  return `{ list: ${list.name}(${[...given, `first: ${first}`].join(', ')}) ${wholeSelection(named, 3)} }`;
}

test('there are lists to ask', () => {
  expect(lists.map(({ name }) => name).sort()).toEqual([
    'apiKeys',
    'attributeDefinitions',
    'auditLog',
    'contacts',
    'deletedWorkspaces',
    'eventTypes',
    'events',
    'files',
    'importFaults',
    'imports',
    'layouts',
    'messageReplies',
    'messages',
    'pictures',
    'platforms',
    'refusedEmits',
    'suppressionLifts',
    'suppressions',
    'templateDrafts',
    'templateVersions',
    'topics',
    'webhooks',
    'workspaces',
  ]);
  const unpaged = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ type }) => isNullableType(type) && isListType(type),
  );
  expect(unpaged.map(({ name }) => name)).toEqual([
    'metadataKeys',
    'nodes',
    'templatePayloads',
    'webhookEndpoints',
    'webhookSecrets',
  ]);
});

test.each(lists)('$name, with everything that its rows name', async (list) => {
  const viewer = { platformId: tenant.platformId, apiKeyId: tenant.apiKeyId, operator: list.name === 'platforms' };
  const ask = async (first: number) => {
    let nodes = 0;
    const statements = await statementsOf(async () => {
      const { data, errors } = await world.ask(viewer, documentOf(list, first));
      expect(errors).toEqual([]);
      nodes = data.list.nodes.length;
    });
    expect(nodes).toBe(first);
    // A connection that was opened for reads side by side.
    return statements.filter((text) => !text.startsWith('SET statement_timeout'));
  };
  await ask(1);
  const one = await ask(1);
  expect(one.length).toBeGreaterThan(0);
  expect(await ask(list.name === 'layouts' ? layoutsMax : rows)).toHaveLength(one.length);
});

test('versions that rows name are not read where their content is larger than a response', async () => {
  const content = '{ messages(workspace: "ref:shop") { nodes { id templateVersion { version composition } } } }';
  const small = await tenant.ask(content);
  expect(small.data.messages.nodes[0].templateVersion.composition.editorVersion).toBe(3);
  await world.app.db.pool.query('UPDATE template_versions SET content_bytes = 16000001 WHERE platform_id = $1', [
    tenant.platformId,
  ]);
  const large = await tenant.ask(content);
  expect(large.refusal).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('16 MB') });
  expect(large.data.messages.nodes[0]).toEqual({ id: small.data.messages.nodes[0].id, templateVersion: null });
  const facts = await tenant.ask(
    '{ messages(workspace: "ref:shop") { nodes { templateVersion { version subject } } } }',
  );
  expect(facts.errors).toEqual([]);
});
