/** What one item of a contact batch costs does not grow with the platform's definitions. */
import { expect, test } from 'vitest';
import { attributeFaults } from '../../src/contacts/attribute-values.ts';
import { pathsMax } from '../../src/field-errors.ts';

const definitionsOf = (count: number) =>
  new Map(Array.from({ length: count }, (_, n) => [`key_${n}`, { type: 'string' as const, required: true }]));

test('a new contact without thousands of required attributes gets as many faults as a response names', () => {
  const definitions = definitionsOf(5_000);
  const asked: unknown[] = [];
  const given = new Proxy({}, { getOwnPropertyDescriptor: (_, key) => void asked.push(key) });
  const faults = attributeFaults(definitions, given, true);
  expect(Object.keys(faults)).toHaveLength(pathsMax);
  expect(asked).toHaveLength(pathsMax);
  expect(faults['attributes.key_0']).toEqual(['is required for a new contact']);
});

test('what is given is not missing', () => {
  const faults = attributeFaults(definitionsOf(3), { key_1: 'here' }, true);
  expect(Object.keys(faults)).toEqual(['attributes.key_0', 'attributes.key_2']);
  expect(attributeFaults(definitionsOf(3), {}, false)).toEqual({});
});
