/**
 * Removes objects of the store that no picture names, and moves pictures from the database to the store
 * (docs/rules.md#removals-from-the-picture-store).
 */
import type { App } from '../../context.ts';
import { moveOne } from './move-one.ts';
import type { StoreRun } from './picture-store.ts';
import { removeOne } from './remove-one.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** Objects of one run, of each kind. */
const objectsAtOnce = 20;
/** Time of one run, for each kind; milliseconds. The next run follows a second later. */
const sweepTime = 1_000;
/** How long a store that did not answer is left alone; milliseconds. */
const restFor = 60_000;

export async function sweepPictureStore(app: App, stopping = new AbortController().signal): Promise<void> {
  const { pictureStore: store } = app.parts;
  if (store === null || app.clock.monotonic() < store.sweep.restsUntil) return;
  // A restored database knows less than the store has: until the operator has decided, the store stays as it is.
  await app.parts.restoreWatch.isLookedAt();
  if (app.parts.restoreWatch.holds()) return;
  try {
    // Each has time of its own: many moves hold up no removal.
    for (const step of [moveOne, removeOne]) await stepUpTo({ app, store, stopping }, step);
  } catch (error) {
    if (stopping.aborted) return;
    if (!(error instanceof StoreUnavailable)) throw error;
    store.sweep.restsUntil = app.clock.monotonic() + restFor;
  }
}

/** A step says whether there may be more. */
async function stepUpTo(run: StoreRun, step: (run: StoreRun) => Promise<boolean>): Promise<void> {
  const { clock } = run.app;
  const until = clock.monotonic() + sweepTime;
  for (let done = 0; done < objectsAtOnce && clock.monotonic() < until; done += 1) {
    if (run.stopping.aborted || !(await step(run))) return;
  }
}
