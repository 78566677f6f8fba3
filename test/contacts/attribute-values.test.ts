/** What one item of a contact batch costs does not grow with the platform's definitions. */
import { expect, test } from 'vitest';
import { attributeFaults, sizeFaults } from '../../src/contacts/attribute-values.ts';
import { pathsMax } from '../../src/ground/errors/field-errors.ts';

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

test('the attributes of a contact take at most 64 KiB, and one that has more can get smaller', () => {
  const of = (length: number) => ({ note: 'x'.repeat(length) });
  const most = 65_536 - JSON.stringify(of(0)).length;
  expect(sizeFaults({}, of(most))).toEqual({});
  expect(sizeFaults({}, of(most + 1))).toEqual({ attributes: [expect.stringContaining('at most 65536 bytes')] });
  expect(sizeFaults({}, { note: 'ä'.repeat(most) })).not.toEqual({});
  expect(sizeFaults(of(100_000), of(90_000))).toEqual({});
  expect(sizeFaults(of(90_000), of(100_000))).not.toEqual({});
});

test('a number counts with all digits that PostgreSQL writes for it', () => {
  const numbers = (count: number, value: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));
  expect(sizeFaults({}, numbers(200, 1e308))).toEqual({});
  expect(sizeFaults({}, numbers(300, 1e308))).not.toEqual({});
  expect(sizeFaults({}, numbers(300, 1e-300))).not.toEqual({});
  expect(sizeFaults({}, numbers(1_000, 123_456))).toEqual({});
});
