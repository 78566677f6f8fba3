/**
 * Selections that cost little and bring much: made from the schema, so that a new field is in them. Each leaf below a
 * field of the root is a path; paths are taken in the order of the bytes that they bring for their cost.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from 'graphql';
import { schema } from '../../../schema/index.ts';
import { costOf } from '../../../src/http/graphql/limits/limit-cost.ts';

/** Bytes of a value, or what its work is worth in bytes, by field; others are short. */
const bytesOf: Readonly<Record<string, number>> = {
  payload: 450_000,
  composition: 2_000_000,
  translations: 1_000_000,
  attributes: 65_000,
  html: 500_000,
  text: 3_000,
  fallback: 3_000,
  reply: 1_500,
  note: 3_000,
  fieldPaths: 3_000,
  fellBack: 7_000,
  missing: 5_000,
  outdated: 5_000,
  before: 1_000,
  after: 1_000,
  body: 1_000,
  url: 2_048,
  figures: 300,
  lastEmitAt: 500,
  totalCount: 5_000,
  fallingBack: 1_000_000,
};
const usualBytes = 30;

/** Rows of lists without pages, as worst-rows.ts makes them; others are short. */
const rowsOf: Readonly<Record<string, number>> = {
  tags: 200,
  fields: 100,
  mergeTags: 1_100,
  attempts: 100,
  reports: 20,
  opens: 100,
  blocks: 500,
  coverage: 20,
  languages: 200,
  gaps: 100,
  groups: 400,
  changes: 100,
  timeline: 200,
  texts: 1_000,
  apiKeys: 1_000,
  templatePayloads: 20,
  resends: 10,
};
const usualRows = 5;

/** Paths that are weighed. */
const pathsWeighed = 250;
/** Limits of a document (docs/rules.md#graphql-limits), each a little below. */
const fieldsMax = 280;

export interface Dear {
  readonly document: string;
  readonly cost: number;
}

interface Path {
  readonly names: readonly string[];
  readonly bytes: number;
}

interface Reach {
  /** Rows of each page. */
  readonly page: number;
  /** Levels of fields below the field of the root. */
  readonly levels: number;
  /** Whether reports of figures are selected, which would take the place of everything else. */
  readonly figures: boolean;
}

type Tree = Map<string, Tree>;

/** Arguments of fields below the root, which have no usual ones. */
export function argumentsBelow({ name, args }: GraphQLField<unknown, unknown>, page: number): string {
  if (args.some((arg) => arg.name === 'from')) {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    return `(from: "${day(398)}", to: "${day(0)}", groupBy: [day, provider])`;
  }
  if (name === 'groups') return `(first: ${Math.min(400, page * 8)})`;
  return args.some((arg) => arg.name === 'first') ? `(first: ${page})` : '';
}

function* pathsBelow(
  type: GraphQLObjectType,
  above: readonly string[],
  { names, bytes }: Path,
  reach: Reach,
): Generator<Path> {
  const { page, levels, figures } = reach;
  for (const field of Object.values(type.getFields())) {
    const { name, args } = field;
    if (!figures && args.some((arg) => arg.name === 'from')) continue;
    const named = getNamedType(field.type);
    if (args.some((arg) => isRequiredArgument(arg) && arg.name !== 'from' && arg.name !== 'to')) continue;
    const isList = isListType(getNullableType(field.type));
    const rows = name === 'nodes' ? page : isList ? (rowsOf[name] ?? usualRows) : 1;
    const path = [...names, `${name}${argumentsBelow(field, page)}`];
    if (isLeafType(named)) {
      yield { names: path, bytes: bytes * (bytesOf[name] ?? usualBytes) };
      continue;
    }
    // The rows of a page come through `nodes` alone, and a type once in a path, but for fields in fields.
    const again = above.filter((known) => known === named.name).length;
    if (name === 'edges' || names.length >= levels || again > (named.name === 'EventField' ? 1 : 0)) continue;
    const inner = { names: path, bytes: bytes * rows };
    if (isObjectType(named)) yield* pathsBelow(named, [...above, named.name], inner, reach);
    if (isInterfaceType(named)) yield* fragmentsOf(named.name, above, inner, reach);
  }
}

function* fragmentsOf(name: string, above: readonly string[], inner: Path, reach: Reach): Generator<Path> {
  const type = schema.getType(name);
  if (!isInterfaceType(type)) return;
  for (const one of schema.getPossibleTypes(type)) {
    if (above.includes(one.name)) continue;
    const spread = { ...inner, names: [...inner.names, `... on ${one.name}`] };
    yield* pathsBelow(one, [...above, one.name], spread, reach);
  }
}

/** The document with the dearest selection of a field of Query; null where its cost alone is beyond `costMax`. */
export function dearSelection(rootCall: string, costMax: number, reach: Reach): Dear | null {
  const name = /^\w+/.exec(rootCall)?.[0] ?? '';
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) throw new Error(`Query has no field ${name}`);
  const type = getNamedType(field.type);
  const start = { names: [], bytes: 1 };
  const found = isObjectType(type)
    ? pathsBelow(type, [type.name], start, reach)
    : isInterfaceType(type)
      ? fragmentsOf(type.name, [], start, reach)
      : [];
  const single = ({ names }: Path) => measure(write(rootCall, treeOf([names])));
  const weighed = [...found]
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, pathsWeighed)
    .map((path) => ({ path, cost: single(path) }))
    .filter(({ cost }) => cost <= costMax)
    .toSorted((a, b) => b.path.bytes / b.cost - a.path.bytes / a.cost);
  const taken: (readonly string[])[] = [];
  let best: Dear | null = null;
  for (const { path } of weighed) {
    const document = write(rootCall, treeOf([...taken, path.names]));
    const cost = measure(document);
    // Fields of two types of a union may not share a name.
    if (cost > costMax || validate(schema, parse(`{ ${document} }`), [OverlappingFieldsCanBeMergedRule]).length > 0)
      continue;
    taken.push(path.names);
    best = { document, cost };
  }
  return best;
}

function treeOf(paths: readonly (readonly string[])[]): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    let at = root;
    for (const name of path) {
      const next: Tree = at.get(name) ?? new Map();
      at.set(name, next);
      at = next;
    }
  }
  return root;
}

function write(name: string, tree: Tree): string {
  if (tree.size === 0) return name;
  return `${name} { ${[...tree].map(([inner, below]) => write(inner, below)).join(' ')} }`;
}

/** Fields of the document count as written: a fragment is none. */
const countFields = (text: string) => text.split(/[\s{}]+/).length;

/** What a root field costs; infinite where a document of it alone is beyond another limit. */
export function measure(rootField: string, variables: Readonly<Record<string, unknown>> = {}): number {
  if (countFields(rootField) > fieldsMax) return Number.POSITIVE_INFINITY;
  const document = parse(/^(?:query\b|\{)/.test(rootField) ? rootField : `{ ${rootField} }`);
  const [operation] = document.definitions;
  if (operation?.kind !== 'OperationDefinition') return Number.POSITIVE_INFINITY;
  const { cost, errors } = costOf({ schema, document, operation, variables, context: { platformId: 'p' } });
  const beyond = errors.filter(({ message }) => !message.includes('complexity'));
  return beyond.length > 0 ? Number.POSITIVE_INFINITY : cost;
}
