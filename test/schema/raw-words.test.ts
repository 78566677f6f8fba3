/** Every field of the roots refuses strange values in our words (docs/rules.md#words-of-faults). */
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { eventTypeName, fullPlatform } from '../support/full-platform.ts';
import { rawWords } from '../support/raw-words.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await fullPlatform(world, 1);
});
afterAll(() => world.close());

/** Values that fit their types and little else. */
const strange: Readonly<Record<string, readonly unknown[]>> = {
  String: ['', 'x', ' \n', 'x'.repeat(5_000), '\ud83d'],
  ID: ['', 'x', ' \n', 'x'.repeat(5_000), '\ud83d'],
  Int: [-1, 0, 2 ** 31 - 1, -(2 ** 31), 1],
  Float: [-1, 0, 1e300, -1e-300, 0.5],
  Boolean: [true, false, true, false, null],
  DateTime: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-31T09:30:00Z', null, '2026-01-31T09:30:00Z'],
  Date: ['0001-01-01', '9999-12-31', '2026-01-31', null, '2026-01-31'],
  JSON: ['x', 7, [7], { x: null }, null],
  JSONObject: [{}, { x: 7 }, { x: [null] }, { x: {} }, { editorVersion: 'x', document: [] }],
};
const rounds = 5;
const depthMax = 6;

/** Fields that answer null or a state of their own for what they do not know. */
const takesAny: readonly string[] = [
  'node',
  'nodes',
  'template',
  'workspace',
  'workspaceFigures',
  'contactBatchUpsert',
  'contactExportCreate',
  'suppressionExportCreate',
  'eventBatchEmit',
];
/** Where faults stand in the data. */
const selections: Readonly<Record<string, string>> = {
  contactBatchUpsert: '{ results { result code message errors } }',
  eventBatchEmit: '{ results { result code message errors } }',
};

function strangeValue(type: GraphQLInputType, round: number, depth = 0): unknown {
  if (isNonNullType(type)) return strangeValue(type.ofType, round, depth) ?? strangeValue(type.ofType, 0, depth);
  if (isListType(type)) return depth > depthMax || round === 1 ? [] : [strangeValue(type.ofType, round, depth)];
  if (isEnumType(type)) return type.getValues()[round % type.getValues().length]?.name;
  if (isInputObjectType(type)) {
    if (depth > depthMax) return null;
    const fields = Object.values(type.getFields());
    const given = type.isOneOf ? fields.slice(round % fields.length).slice(0, 1) : fields;
    return Object.fromEntries(given.map((field) => [field.name, strangeValue(field.type, round, depth + 1)]));
  }
  const values = strange[type.name];
  if (!values) throw new Error(`No strange value of ${type.name}`);
  return values[round % values.length];
}

const roots = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
] as const;
const fields = roots.flatMap(([kind, type]) =>
  Object.values(type?.getFields() ?? {})
    .filter(({ args }) => args.length > 0)
    .map((field) => ({ kind, field, name: field.name })),
);

it.each(fields)('$name', async ({ kind, field }) => {
  const named = getNamedType(field.type);
  const selection = selections[field.name] ?? (isLeafType(named) ? '' : '{ __typename }');
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${kind} (${declared}) { ${field.name}(${passed}) ${selection} }`;
  const known: Readonly<Record<string, unknown>> = { workspace: tenant.workspace, eventType: eventTypeName };
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    const given = field.args.map(({ name, type }) => [name, known[name] ?? strangeValue(type, round)] as const);
    const viewer = { platformId: tenant.platformId, apiKeyId: tenant.apiKeyId, operator: true };
    const { data, errors } = await world.ask(viewer, query, Object.fromEntries(given));
    if (errors.length > 0) refused += 1;
    expect(JSON.stringify([data, errors])).not.toMatch(rawWords);
    expect(JSON.stringify(errors)).not.toMatch(/internal_error/);
  }
  expect(refused > 0, field.name).toBe(!takesAny.includes(field.name));
});
