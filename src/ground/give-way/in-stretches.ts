import { giveWayAfterStretches } from './give-way-after.ts';

/**
 * Gives each item as a promise of its own, in order. Where each is worked on once it is there, such as the results of a
 * batch, which become a response, the work gives way after stretches.
 */
export function inStretches<Item>(items: readonly Item[]): readonly Promise<Item>[] {
  const pause = giveWayAfterStretches();
  let before = Promise.resolve();
  return items.map((item) => {
    before = before.then(pause);
    return before.then(() => item);
  });
}
