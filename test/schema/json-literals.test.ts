/** JSON that a document holds as a literal is kept as it stands, or refused. */
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, graphql } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DateTime } from '../../schema/date-time.ts';
import { Json, JsonObject } from '../../schema/json-scalars.ts';

/** Gives back what it was given. */
const schema = new GraphQLSchema({
  types: [DateTime, GraphQLInt],
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      json: { type: Json, args: { value: { type: Json } }, resolve: (_root, { value }) => value },
      object: { type: Json, args: { value: { type: JsonObject } }, resolve: (_root, { value }) => value },
    },
  }),
});

async function ask(literal: string, declared = '', variableValues: Record<string, unknown> = {}) {
  const source = `query ${declared} { json(value: ${literal}) object(value: { inner: ${literal} }) }`;
  const { data, errors = [] } = await graphql({ schema, source, variableValues });
  return { data: JSON.parse(JSON.stringify(data ?? null)), said: errors.map(({ message }) => message) };
}

describe('what JSON can say is kept', () => {
  it.each([
    [
      '{ a: [1, -2.5e3, true, false, null, "x"], inner: { b: 1 }, empty: {} }',
      { a: [1, -2500, true, false, null, 'x'], inner: { b: 1 }, empty: {} },
    ],
    ['[9007199254740992, -9007199254740991, 1e21, 0.1]', [9007199254740992, -9007199254740991, 1e21, 0.1]],
    ['"""two\nlines"""', 'two\nlines'],
    ['"JSON"', 'JSON'],
  ])('%s', async (literal, value) => {
    expect(await ask(literal)).toEqual({ data: { json: value, object: { inner: value } }, said: [] });
  });

  it('a key __proto__ like any other', async () => {
    const { data } = await graphql({ schema, source: '{ json(value: { __proto__: { b: 1 } }) }' });
    expect(JSON.stringify(data)).toBe('{"json":{"__proto__":{"b":1}}}');
  });

  it('values of variables', async () => {
    const values = { text: null, list: [1, 2], json: { a: [{ b: 'c' }] } };
    const { data, said } = await ask(
      '{ text: $text, list: $list, json: $json }',
      '($text: String, $list: [Int!], $json: JSON)',
      values,
    );
    expect([data, said]).toEqual([{ json: values, object: { inner: values } }, []]);
  });
});

describe('what JSON cannot say is an error', () => {
  it.each([
    ['an enum value', 'SHIPPED', 'JSON has no enum values: write "SHIPPED", in quotation marks'],
    ['an enum value in a list in an object', '{ a: ["x", SHIPPED] }', 'JSON has no enum values'],
    ['an integer that a double does not hold', '12345678901234567890', 'cannot hold this number exactly'],
    ['a number beyond a double', '[1e400]', 'cannot hold this number exactly'],
    ['a number of a thousand digits', `{ a: 1${'0'.repeat(1_000)} }`, 'cannot hold this number exactly'],
  ])('%s', async (_what, literal, message) => {
    const { data, said } = await ask(literal);
    expect(data).toBeNull();
    expect(said).toEqual([expect.stringContaining(message), expect.stringContaining(message)]);
  });

  it.each([
    ['a variable without a value', '($text: String)', {}],
    ['a variable of a scalar that is an object', '($text: DateTime)', { text: '2026-01-31T09:30:00Z' }],
  ])('%s', async (_what, declared, values) => {
    const { data, said } = await ask('{ a: [$text] }', declared, values);
    expect(data).toEqual({ json: null, object: null });
    expect(said).toHaveLength(2);
    for (const message of said) expect(message).toMatch(/value/);
  });
});
