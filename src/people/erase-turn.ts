import type { App } from '../context.ts';
import type { OrderedRoom } from '../ground/rooms/place-room.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { type FoundEvents, noFoundEvents } from './erase-events.ts';
import { eraseStep } from './erase-step.ts';

declare module '../context.ts' {
  interface Parts {
    /** Bounds how many steps of erasures run at once. */
    readonly erasureRoom: OrderedRoom;
    /** What turns of erasures have found, by the erasure, for the next turn. */
    readonly foundEvents: Map<string, FoundEvents>;
  }
}

/** Time of one turn before other turns run; milliseconds. */
const turnTime = 2_000;
/** Steps at once in one process, so that many erasures leave database connections for other work. */
export const stepsAtOnce = 4;

/** Erasures of which a process keeps what it has found; the turns of others find anew. */
const keptFinds = 8;

/**
 * One turn of an erasure: step after step, until everything is erased or the rest waits for an attempt under way. Each
 * step is a complete transaction, so after a crash the sweep's next turn continues. Simultaneous erasures take their
 * steps in turn.
 */
export async function eraseTurn(app: App, turn: TurnKey): Promise<void> {
  const withPlace = app.parts.erasureRoom;
  const until = performance.now() + turnTime;
  const { foundEvents } = app.parts;
  const found = foundEvents.get(turn.id) ?? noFoundEvents();
  // A turn that fails, or that begins while this one runs, finds anew.
  foundEvents.delete(turn.id);
  while (performance.now() < until) {
    if ((await withPlace(() => eraseStep(app, turn, found))) !== 'more') return;
  }
  if (foundEvents.size < keptFinds) foundEvents.set(turn.id, found);
  await app.wake.ask('erasures', [turn]);
}
