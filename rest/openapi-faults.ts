/**
 * Describes the faults that Ajv found in a request, in the words and the paths of the OpenAPI file
 * (docs/rules.md#rest-error-paths).
 */
import { type FieldErrors, pathsMax } from '../src/ground/errors/field-errors.ts';
import { didYouMean } from '../src/ground/input/near-name.ts';
import { timestampFault } from '../src/ground/time/timestamp.ts';
import { unknownField } from './unknown-fields.ts';
import type { SchemaFault } from './validators.ts';

/**
 * Keywords whose fault a schema may describe itself, as `x-message`, because the usual message would show a pattern.
 */
const worded: readonly string[] = [
  'pattern',
  'format',
  'minProperties',
  'maxProperties',
  'oneOf',
  'anyOf',
  'not',
  'enum',
];

/** Characters of an example in a message. */
const exampleLength = 80;

/** Returns faults by dotted path: `fields.2.type`; the whole body is `body`. */
export function openapiFaults(faults: readonly SchemaFault[]): FieldErrors {
  const described = new Map<string, string[]>();
  for (const fault of withoutNoise(faults)) {
    const path = pathOf(fault);
    const known = described.get(path);
    if (!known && described.size === pathsMax) continue;
    const message = messageOf(fault);
    if (!known) described.set(path, [message]);
    else if (!known.includes(message)) known.push(message);
  }
  return Object.fromEntries(described);
}

/**
 * Where a value may have one of several shapes, Ajv reports the faults of each. Keeps the faults of the intended shape:
 * those that are not only about the type of the value itself.
 */
function withoutNoise(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const choices = new Set(faults.filter(isChoice).map(({ instancePath }) => instancePath));
  if (choices.size === 0) return faults;
  const left = faults.filter(({ keyword, instancePath }) => !(keyword === 'type' && choices.has(instancePath)));
  /** Places with a meaningful fault, in them or below them. */
  const telling = new Set<string>();
  for (const fault of left) {
    if (isChoice(fault)) continue;
    for (let place = fault.instancePath; !telling.has(place); place = place.slice(0, place.lastIndexOf('/'))) {
      telling.add(place);
      if (place === '') break;
    }
  }
  return left.filter((fault) => !(isChoice(fault) && telling.has(fault.instancePath)));
}

function isChoice({ keyword }: SchemaFault): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

/** Returns the segments of the value at fault; the first is `path`, `query` or `requestBody`. */
function segments({ instancePath }: SchemaFault): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the part of the request that a fault is in. */
export function partOf(fault: SchemaFault): 'path' | 'query' | 'body' {
  const [part] = segments(fault);
  return part === 'path' || part === 'query' ? part : 'body';
}

function pathOf(fault: SchemaFault): string {
  const [part, ...path] = segments(fault);
  if (part === undefined) return 'body';
  // Of several values in one parameter, the parameter is named; of an object, each value is a parameter of its own.
  if (part === 'query' && path[0] !== undefined) return fault.schemaPath.includes('/items/') ? path[0] : path.join('.');
  if (fault.keyword === 'required') path.push(String(fault.params.missingProperty));
  if (fault.keyword === 'additionalProperties') path.push(String(fault.params.additionalProperty));
  return path.join('.') || 'body';
}

function messageOf(fault: SchemaFault): string {
  const { keyword, params, parentSchema } = fault;
  const wording = parentSchema?.['x-message'];
  if (typeof wording === 'string' && worded.includes(keyword)) return wording;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return unknownField(
        partOf(fault) === 'query' ? 'parameter' : 'field',
        String(params.additionalProperty),
        namesOf(parentSchema),
      );
    case 'type':
      // A parameter is a text: a program that sends 1 for true is told what to write instead.
      if (params.type === 'boolean' && partOf(fault) === 'query') return 'must be true or false';
      return `must be ${typesOf(fault).map(withArticle).join(' or ')}${insteadOf(fault)}`;
    case 'enum':
      return `must be ${listed(params.allowedValues)}${nearValue(fault)}`;
    case 'minLength':
      return fault.schema === 1 ? 'must not be empty' : `must have at least ${count(fault.schema, 'character')}`;
    case 'maxLength':
      return `must have at most ${count(fault.schema, 'character')}`;
    case 'minItems':
      return `must have at least ${count(params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${count(params.limit, 'item')}`;
    case 'minProperties':
    case 'maxProperties':
      return propertiesMessage(parentSchema ?? {});
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'format':
      return params.format === 'date-time' ? timestampFault : `must be of the format ${params.format}`;
    default:
      return fault.message ?? 'is not valid';
  }
}

function namesOf(schema: SchemaFault['parentSchema']) {
  const properties: Readonly<Record<string, { readonly type?: unknown }>> = Object(schema?.properties);
  const known = Object.keys(properties);
  return { known, objects: known.filter((name) => properties[name]?.type === 'object') };
}

function nearValue({ data, params }: SchemaFault): string {
  const values: readonly unknown[] = [params.allowedValues].flat();
  return typeof data === 'string' ? didYouMean(data, values.map(String)) : '';
}

/** Callers often send a nested body as serialised text, or as the one value that the body would hold. */
function insteadOf({ params, data, parentSchema }: SchemaFault): string {
  const isNested = [params.type].flat().some((type) => type === 'object' || type === 'array');
  if (!isNested || typeof data !== 'string') return '';
  const example = parentSchema?.example === undefined ? '' : ` such as ${JSON.stringify(parentSchema.example)}`;
  return `${example.length > exampleLength ? '' : example}, not a string`;
}

function propertiesMessage({
  properties = {},
  minProperties,
  maxProperties,
}: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(Object(properties)).join(', ');
  if (minProperties === 1 && maxProperties === 1) return `must have exactly one of ${names}`;
  return `must have between ${minProperties ?? 0} and ${maxProperties ?? 'any number of'} fields`;
}

function typesOf({ params, parentSchema }: SchemaFault): readonly unknown[] {
  const types = [params.type].flat();
  return parentSchema?.nullable === true && !types.includes('null') ? [...types, 'null'] : types;
}

function withArticle(type: unknown): string {
  if (type === 'null') return 'null';
  return type === 'integer' || type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}

function listed(values: unknown): string {
  const texts = Array.isArray(values) ? values.map((value) => String(value)) : [];
  return texts.length > 1 ? `one of ${texts.join(', ')}` : texts.join('');
}

function count(limit: unknown, noun: string): string {
  return `${Number(limit).toLocaleString('en')} ${noun}${limit === 1 ? '' : 's'}`;
}
