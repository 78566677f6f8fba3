/** Where the claims of a turn begin. */
import { expect, test } from 'vitest';
import { createClaimPosition, positionKept } from '../../../src/webhooks/delivery/claim-position.ts';

const due = (...times: readonly number[]) => times.map((time) => ({ dueAt: new Date(time) }));

test('the next claim begins at the due time of the last webhook', () => {
  const position = createClaimPosition();
  expect(position.from(0)).toBeNull();
  position.note(due(10, 20), 1);
  expect(position.from(2)).toEqual(new Date(20));
  position.note(due(20, 30), 3);
  expect(position.from(4)).toEqual(new Date(30));
});

test('after its time, counted from the claim at the front, a claim begins at the front again', () => {
  const position = createClaimPosition();
  position.note(due(10), 0);
  position.note(due(20), positionKept - 1);
  expect(position.from(positionKept - 1)).toEqual(new Date(20));
  expect(position.from(positionKept)).toBeNull();
  position.note(due(5), positionKept);
  expect(position.from(2 * positionKept - 1)).toEqual(new Date(5));
});

test('a claim begins at the front after a claim of nothing, and after a reset', () => {
  const position = createClaimPosition();
  position.note(due(10), 0);
  position.note([], 1);
  expect(position.from(1)).toBeNull();
  position.note(due(10), 1);
  position.reset();
  expect(position.from(1)).toBeNull();
});
