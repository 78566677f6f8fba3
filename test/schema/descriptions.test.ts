/** The schema explains itself: every type, field, argument and value has a description with a meaning. */
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

/** Openings that point at something instead of naming it, such as "As it is now." and "What it is given.". */
const POINTER =
  /^(?:As|For people|For programs|How|Its?|Of|So many|Such as|Th(?:at|ey|ose)|Wh(?:at|ere|ich|om|ose)|With)\b/;
const GRAMMAR = new Set(
  'a an and as at be by for from has have in is it its no none null of on one or that the them they this to was were what when which who whom with'.split(
    ' ',
  ),
);

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];
/** The beginning of a word, so that `created` and `creates` are one. */
const stem = (word: string) => word.slice(0, 5);

/** Words of a description that its path does not say already. */
function newsOf(path: string, description: string): readonly string[] {
  const known = new Set(wordsOf(path).map(stem));
  return wordsOf(description).filter((word) => !GRAMMAR.has(word) && !known.has(stem(word)));
}

test('no description is a filler: each names its subject and says more than the name it stands at', () => {
  const fillers = described
    .map(([path, { description }]) => [path, description ?? ''] as const)
    .filter(([path, description]) => POINTER.test(description) || newsOf(path, description).length < 2)
    .map(([path, description]) => `${path}: ${description}`);
  expect(fillers).toEqual([]);
});
