import { expect, test } from 'vitest';
import { createBatchPlaces } from '../../../src/events/batch/batch-places.ts';

/** Begins so many emits of one platform; gives those in hand, and the function that ends one of them. */
function crowd(count: number, enter: (work: () => Promise<void>) => Promise<void>) {
  const inHand: (() => void)[] = [];
  for (let n = 0; n < count; n += 1) void enter(() => new Promise((resolve) => inHand.push(resolve)));
  return { inHand, end: () => inHand.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('while emits come alone, fewer emits of batches are in hand, until a second after the last', async () => {
  let now = 0;
  const places = createBatchPlaces(() => now);
  places.noteSingle();
  now = 500;
  places.noteSingle();
  const { inHand, end } = crowd(1_000, (work) => places.light('acme', work));
  await settled();
  expect(inHand).toHaveLength(100);
  now = 1_499;
  end();
  await settled();
  expect(inHand).toHaveLength(100);
  now = 1_500;
  end();
  await settled();
  expect(inHand).toHaveLength(800);
});

test('an emit that comes alone ends nothing that is in hand, and lets in no other one before there is room', async () => {
  const places = createBatchPlaces(() => 0);
  const { inHand, end } = crowd(1_000, (work) => places.light('acme', work));
  await settled();
  expect(inHand).toHaveLength(800);
  places.noteSingle();
  for (let n = 0; n < 700; n += 1) end();
  await settled();
  expect(inHand).toHaveLength(100);
  end();
  await settled();
  expect(inHand).toHaveLength(100);
});
