import { expect, test } from 'vitest';
import { idAt, isId, newId } from '../../src/ground/ids.ts';

const at = (time: number) => new Date(Date.UTC(2026, 0, 1) + time);

test('ids order by the time that they were minted for, not by the order of the calls', () => {
  const later = newId(at(5));
  const earlier = newId(at(3));
  const latest = newId(at(6));
  expect([latest, later, earlier].toSorted()).toEqual([earlier, later, latest]);
});

test('ids of one millisecond follow each other, whatever is minted between', () => {
  const minted = Array.from({ length: 1_000 }, (_, n) => [newId(at(7)), newId(at(n))] as const);
  const same = minted.map(([id]) => id);
  expect(same).toEqual(same.toSorted());
  expect(new Set(minted.flat()).size).toBe(2_000);
  expect(minted.flat().every(isId)).toBe(true);
});

test('the id of a time comes after the ids of earlier times and before those of the time itself', () => {
  const ids = [newId(at(9)), idAt(at(10)), newId(at(10)), newId(at(11))];
  expect(ids).toEqual(ids.toSorted());
  expect(isId(idAt(at(10)))).toBe(true);
});
