/**
 * rest/openapi.yaml and the code say the same limits and enums, both ways: each keyword of the document has its source
 * in the code, and each limit of the code that a caller can meet stands in the document.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blockTable } from './harness/block-attributes.ts';
import { keywordRows, notMet, proseRows, shownElsewhere, shownNumbers } from './harness/limit-rows.ts';
import { constant, enumsCompared, limitConstants, unquotedChecks } from './harness/limit-source.ts';
import {
  codes,
  codesOfGraphql,
  enumRows,
  enumsElsewhere,
  enumsOfRest,
  faultsBeforeRest,
  timeRows,
} from './harness/limit-words.ts';

type Tree = { readonly [key: string]: unknown };

const definition: Tree = parse(readFileSync(new URL('../../rest/openapi.yaml', import.meta.url), 'utf8'));
const keywords = new Set(
  ['Length', 'Items', 'Properties']
    .flatMap((what) => [`min${what}`, `max${what}`])
    .concat([
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems', 'pattern', 'enum'],
    ]),
);
/** Parts of a place in the document that say nothing of which value it is. */
const structural = new Set([
  'schema',
  'properties',
  'items',
  'additionalProperties',
  'requestBody',
  'content',
  'application/json',
]);

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

/** Every node of a schema with its place; names of properties are never taken for keywords. */
function* nodesIn(node: unknown, place: string, isNames = false): Generator<readonly [string, string, unknown]> {
  if (!isTree(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (!isNames) yield [place, key, value];
    if (!isNames && (keywords.has(key) || key === 'example')) continue;
    const inside = !isNames && structural.has(key) ? place : `${place}.${key}`;
    yield* nodesIn(value, inside, !isNames && key === 'properties');
  }
}

function* nodesOfDocument(): Generator<readonly [string, string, unknown]> {
  const { schemas, parameters, headers } = definition.components as Readonly<Record<string, Tree>>;
  for (const [name, schema] of Object.entries(schemas ?? {})) yield* nodesIn(schema, name);
  for (const [name, parameter] of Object.entries(parameters ?? {})) yield* nodesIn(parameter, `parameter ${name}`);
  for (const [name, header] of Object.entries(headers ?? {})) yield* nodesIn(header, `header ${name}`);
  for (const methods of Object.values(definition.paths as Tree)) {
    for (const operation of Object.values(methods as Readonly<Record<string, Tree>>)) {
      const { operationId, parameters: own = [], requestBody, responses, description } = operation;
      const id = String(operationId);
      yield [id, 'description', description];
      for (const parameter of own as readonly Tree[]) yield* nodesIn(parameter, `${id}.${String(parameter.name)}`);
      yield* nodesIn(requestBody, id);
      yield* nodesIn(responses, `${id} answers`);
    }
  }
}

const nodes = [...nodesOfDocument()];
const found = nodes
  .filter(([, key]) => keywords.has(key))
  .map(([place, key, value]) => [`${place}.${key}`, value] as const);
const info = definition.info as { readonly description: string };
const descriptions = new Map<string, string>([['info', info.description]]);
for (const [place, key, value] of nodes) if (key === 'description') descriptions.set(place, String(value));

const sorted = (value: unknown) => (Array.isArray(value) ? value.map(String).toSorted() : value);

describe('the document says of the code', () => {
  it('nothing that no row explains, and no row is left over', () => {
    expect(found.map(([place]) => place).toSorted()).toEqual(keywordRows.map(([place]) => place).toSorted());
  });

  it.each(keywordRows.map(([place, value]) => ({ place, value })))('$place', ({ place, value }) => {
    expect(sorted(new Map<string, unknown>(found).get(place))).toEqual(sorted(value));
  });
});

const places = (place: string) => descriptions.get(place) ?? expect.fail(`The document has no description at ${place}`);

describe('the code’s enums and refusals stand in the document', () => {
  it('each enum that a caller meets is compared', () => {
    const compared = new Set([...enumsCompared, ...enumRows.map(([name]) => name), ...enumsElsewhere]);
    expect([...enumsOfRest()].filter((name) => !compared.has(name))).toEqual([]);
  });

  it.each(enumRows)('%s', (_name, values, place) => {
    const listed = [...places(place).matchAll(/`([a-z_.]+)`/g)].map(([, value]) => value);
    expect(listed.toSorted()).toEqual(values.toSorted());
  });

  it('each error code is one of an operation, or before all operations', () => {
    const lists = JSON.stringify(definition).matchAll(/"x-codes":\[([^\]]*)\]/g);
    const listed = new Set([...lists].flatMap(([, list = '']) => list.replaceAll('"', '').split(',')));
    const missing = codes.filter((code) => !listed.has(code) && !info.description.includes(`\`${code}\``));
    expect(missing).toEqual(codesOfGraphql);
  });

  it.each(faultsBeforeRest)('%s', (fault) => {
    expect(info.description).toContain(fault);
  });
});

describe('the code’s limits stand in the document', () => {
  it('each of them, unless it is said why no caller meets it', () => {
    const explained = new Set([
      ...keywordRows.flatMap(([, , ...constants]) => constants),
      ...proseRows.map(([name]) => name),
      ...Object.keys(notMet),
      ...shownElsewhere,
    ]);
    const constants = limitConstants();
    expect(constants.filter((name) => !explained.has(name))).toEqual([]);
    expect(Object.keys(notMet).filter((name) => !constants.includes(name))).toEqual([]);
  });

  it('each number that a check has in place', () => {
    expect(unquotedChecks()).toEqual([]);
  });

  it('the attributes of every block, with values, limits and defaults', () => {
    const table = places('saveTemplate')
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(table).toEqual(blockTable());
  });

  it.each(timeRows)('$name in $place', ({ text, place }) => {
    expect(places(place)).toContain(text);
  });

  it.each(proseRows)('%s', (name, text, place) => {
    const [file = '', constantName = ''] = name.split(' ');
    const number = Number(constant(file, constantName)).toLocaleString('en');
    expect(places(place)).toContain(text.replace('{}', number));
  });

  it.each(shownNumbers)('%j', (text, place) => {
    expect(places(place)).toContain(text);
  });
});
