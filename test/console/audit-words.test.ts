/** The audit log of the console names each change, and what was changed, in words. */
import { expect, test } from 'vitest';
import { audited } from '../../schema/audited.ts';
import { words } from '../../src/console/words.ts';

const recorded = Object.entries(audited).flatMap(([name, how]) => (how === null ? [] : [[name, how.type] as const]));

test('every mutation that the log records has its words, and nothing else has', () => {
  expect(Object.keys(words.audit.operations).toSorted()).toEqual(recorded.map(([name]) => name).toSorted());
});

test('so has every type of what is changed', () => {
  const types = [...new Set(recorded.map(([, type]) => type))];
  expect(Object.keys(words.audit.objectTypes).toSorted()).toEqual(types.toSorted());
});

test('no two changes have the same words', () => {
  const said = Object.values(words.audit.operations);
  expect(new Set(said).size).toBe(said.length);
});
