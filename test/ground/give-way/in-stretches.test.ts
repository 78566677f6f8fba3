import { expect, test } from 'vitest';
import { inStretches } from '../../../src/ground/give-way/in-stretches.ts';

function workFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('items that are worked on as they come keep their order, and other work goes on between them', async () => {
  const order: string[] = [];
  const worked = inStretches(['first', 'second', 'third', 'fourth']).map(async (item) => {
    order.push(await item);
    workFor(6);
  });
  setImmediate(() => order.push('other'));
  await Promise.all(worked);
  expect(order.filter((one) => one !== 'other')).toEqual(['first', 'second', 'third', 'fourth']);
  expect(order.slice(0, 3)).toContain('other');
});
