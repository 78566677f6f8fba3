import { giveWay } from './give-way.ts';
import { stretch } from './give-way-between.ts';

/** Returns a function that is awaited between two pieces of work, and gives way when they took long. */
export function giveWayAfterStretches(): () => Promise<void> {
  let until = performance.now() + stretch;
  return async () => {
    if (performance.now() < until) return;
    await giveWay();
    until = performance.now() + stretch;
  };
}
