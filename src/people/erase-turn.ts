import type { App } from '../context.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { eraseStep } from './erase-step.ts';

/** How long one turn may go on before others have theirs; milliseconds. */
const turnTime = 2_000;
/** Steps that run at once in one process, so that many erasures leave connections to the database for others. */
export const stepsAtOnce = 4;

/**
 * One turn of an erasure: step after step, until all is gone or what is left waits for something under way. Each step
 * is a transaction that leaves nothing half done, so whatever dies, the sweep's next turn goes on from there. Erasures
 * that run at once take their steps in turn.
 */
export async function eraseTurn(app: App, turn: TurnKey): Promise<void> {
  const inTurn = app.parts.erasureSteps;
  const until = performance.now() + turnTime;
  while (performance.now() < until) {
    if ((await inTurn(() => eraseStep(app, turn))) !== 'more') return;
  }
  await app.wake.ask('erasures', [turn]);
}
