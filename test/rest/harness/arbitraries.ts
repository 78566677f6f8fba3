/** Valid and invalid values by the schemas of the OpenAPI file, for fast-check. */
import fc from 'fast-check';
import { resolve, type Schema } from './contract.ts';

/** Strings that have broken services before. */
const nastyStrings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e\u0007\u001b[31m',
  '🥐'.repeat(40),
  'e\u0301',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  '-1',
  '1e400',
  '9007199254740993',
  "'; DROP TABLE contacts; --",
  '%',
  '_',
  '\\',
  '{{ event.x }}',
  '{{',
  '<script>alert(1)</script>',
  'a@b',
  'ada@example.com',
  '../../etc/passwd',
  'ref:',
  'ref:__proto__',
  'A'.repeat(26),
  'x'.repeat(300),
  'é'.repeat(5_000),
] as const;

const nastyNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 53 + 2,
  1e-7,
  Number.MAX_VALUE,
] as const;

const nastyKeys = ['__proto__', 'constructor', 'prototype', '', 'a.b', '0', 'length', 'toJSON', 'é', '\ud800'] as const;

export const nastyString = fc.oneof(fc.constantFrom(...nastyStrings), fc.string({ unit: 'binary', maxLength: 40 }));

/** Any JSON value, the odd ones first. `__proto__` is a key of its own here. */
export const nastyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    nastyString,
    fc.constantFrom(...nastyNumbers, true, false, null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...nastyKeys), fc.string({ maxLength: 10 })), tie('value')), {
        maxLength: 4,
      })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** Levels of a recursive schema. */
const depthLimit = 4;

/** Valid values of a schema. */
export function valueBy(given: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  const value = nonNullValueBy(schema, depth);
  return schema.nullable && !schema.enum ? fc.option(value, { freq: 5 }) : value;
}

function nonNullValueBy(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.allOf)
    return valueBy(
      { ...schema, ...Object.assign({}, ...schema.allOf.map(resolve)), allOf: undefined } as Schema,
      depth,
    );
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueBy(choice, depth)));
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1_000, 1_000) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items && depth < depthLimit ? valueBy(schema.items, depth + 1) : fc.constant(null), {
        minLength: schema.minItems ?? 0,
        maxLength: depth < depthLimit ? Math.min(schema.maxItems ?? 3, 3) : (schema.minItems ?? 0),
      });
    case 'object':
      return objectOf(schema, depth);
    default:
      return nastyValue;
  }
}

function objectOf({ properties = {}, required = [], additionalProperties, maxProperties }: Schema, depth: number) {
  const known = Object.entries(properties).map(([name, property]) => [name, valueBy(property, depth + 1)] as const);
  // A size of one means "exactly one of".
  if (maxProperties === 1 && known.length > 0)
    return fc.oneof(...known.map(([name, value]) => value.map((inner) => ({ [name]: inner }))));
  const record = fc.record(Object.fromEntries(known), { requiredKeys: [...required] });
  if (maxProperties === 0 || !additionalProperties) return record;
  const more = additionalProperties === true ? nastyValue : valueBy(additionalProperties, depth + 1);
  const names = fc.oneof(
    fc.constantFrom('plan', 'de', 'subject', 'order_number', ...nastyKeys),
    fc.string({ maxLength: 8 }),
  );
  return fc
    .tuple(record, fc.array(fc.tuple(names, more), { maxLength: depth < depthLimit ? 3 : 0 }))
    .map(([fixed, entries]) => ({ ...Object.fromEntries(entries), ...fixed }));
}

function stringOf({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  switch (format) {
    case 'date-time':
      return fc
        .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'email':
      return fc.oneof(
        fc.emailAddress(),
        fc.constantFrom('delivered@simulator.test', 'bounce@simulator.test', 'complaint+x@simulator.test'),
      );
    case 'hostname':
      return fc.domain();
    default:
      return fc.oneof(
        fc.string({ minLength, maxLength: Math.min(maxLength, 60) }),
        fc
          .constantFrom('UTC', 'Europe/Berlin', 'en', 'pt-BR', 'Bakery', 'https://hooks.test/x', 'message.bounced')
          .filter((text) => text.length >= minLength),
      );
  }
}

/** The same value with a part replaced, left out or added. */
export function broken(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.nat(), fc.nat(2), nastyValue, fc.constantFrom(...nastyKeys, 'colour'))
    .map(([seed, way, other, key]) => {
      const paths = pathsIn(value);
      const path = paths[seed % paths.length] ?? [];
      return change(value, path, way === 0 ? 'drop' : way === 1 ? 'replace' : 'add', other, key);
    });
}

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? value.map((item, at) => [at, item] as const) : Object.entries(value);
  return [path, ...inner.flatMap(([key, item]) => pathsIn(item, [...path, key]))];
}

function change(value: unknown, path: Path, way: 'drop' | 'replace' | 'add', other: unknown, key: string): unknown {
  const [head, ...rest] = path;
  if (head === undefined) {
    const isOpen = way === 'add' && typeof value === 'object' && value !== null && !Array.isArray(value);
    return isOpen ? Object.fromEntries([...Object.entries(value), [key, other]]) : other;
  }
  if (Array.isArray(value)) {
    if (way === 'drop' && rest.length === 0) return value.toSpliced(Number(head), 1);
    return value.with(Number(head), change(value[Number(head)], rest, way, other, key));
  }
  const entries = Object.entries(Object(value));
  if (way === 'drop' && rest.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== head));
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === head ? change(inner, rest, way, other, key) : inner]),
  );
}
