/** Whoever reads the schema alone can use it: everything in it says what it is for. */
import { isEnumType, isInputObjectType, isInterfaceType, isIntrospectionType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';

interface Described {
  readonly description?: string | null | undefined;
}

function* everything(): Generator<readonly [path: string, thing: Described]> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    yield [type.name, type];
    if (isEnumType(type)) {
      for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value];
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field];
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        yield [`${type.name}.${field.name}`, field];
        for (const argument of field.args) yield [`${type.name}.${field.name}(${argument.name})`, argument];
      }
    }
  }
}

const described = [...everything()];

test('every type, field, argument, input and value of the schema has a description', () => {
  expect(described.length).toBeGreaterThan(400);
  const silent = described.filter(([, { description }]) => (description ?? '').trim() === '').map(([path]) => path);
  expect(silent).toEqual([]);
});

test('every description ends as a sentence does', () => {
  const broken = described
    .filter(([, { description }]) => !/\S{2}.*\.$/s.test((description ?? '').trim()))
    .map(([path, { description }]) => `${path}: ${description}`);
  expect(broken).toEqual([]);
});
