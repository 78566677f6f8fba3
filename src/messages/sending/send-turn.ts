import type { App } from '../../context.ts';
import type { OrderedRoom } from '../../ground/rooms/place-room.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import type { Pressed } from '../../turns/queue-turns.ts';
import { type DayAllowance, readDayAllowance } from '../../workspaces/health/day-allowance.ts';
import { claimMessages } from '../claims/claim-messages.ts';
import { gatherTime, isClaimSmall } from '../claims/claim-sizes.ts';
import { roomFor, waitingDomains } from '../exchangers/exchanger-shares.ts';
import { postponeMessages } from '../postpone-messages.ts';
import { attemptMessage } from './attempt-message.ts';
import { rememberSender } from './sender-keys.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Bounds how many claims run at once. */
    readonly claimRoom: OrderedRoom;
  }
}

/** Time of one turn before other turns run; milliseconds. */
const turnTime = 2_000;
/** Time that a turn waits for a slot of an exchanger without free slots, when nothing else is due; milliseconds. */
const patience = 250;
/**
 * Skipping much mail of such exchangers may take at most a tenth of the time: after each look, nine times its duration
 * passes before the next.
 */
const pauseAfterLook = 9;
/** Time that a turn with a full window waits before checking whether other turns want its place; milliseconds. */
const fullWindowWait = 100;
/** Claims at once in one process: workspaces claim in turn, and other work keeps its connections. */
export const claimsAtOnce = 8;

/**
 * One turn of a workspace: its due messages go out through a sliding window, until none is due or the turn's time is
 * over. Two simultaneous turns of one workspace share the window. A turn with a full window ends while other turns are
 * waiting (`pressed`), and the next sweep asks for the workspace again.
 */
export async function sendTurn(app: App, turn: TurnKey, pressed: Pressed = () => false): Promise<void> {
  const { inFlight: attempts, claimRoom: withPlace } = app.parts;
  const until = performance.now() + turnTime;
  await withPlace(() => postponeMessages(app, turn, waitingDomains(app)));
  const allowance = await withPlace(() => readDayAllowance(app, turn));
  const oneEnded = (within: number) => Promise.race([attempts.oneEnded(turn.id).then(() => true), timePassed(within)]);
  let nextLook = 0;
  // While other turns wait for a place, this one does not keep its place to gather.
  const gatherSlots = async () => {
    const gathered = Math.min(until, performance.now() + gatherTime);
    while (!pressed() && isClaimSmall(attempts, turn.id) && (await oneEnded(gathered - performance.now())));
  };
  const suspectsNow = () => attempts.of(turn.id).filter(({ lostLeases }) => lostLeases > 0).length;
  while (performance.now() < until) {
    // Another process continues, after a stop of this one.
    if (attempts.isClosed()) return;
    await gatherSlots();
    const suspectsBefore = suspectsNow();
    const { room, claimed, took } = await attempts.alone(turn.id, () =>
      claim(app, turn, allowance, nextLook, withPlace),
    );
    const looksPast = room.past.length > 0;
    if (claimed === null) {
      if (room.rows === 0 && pressed()) return;
      const waitEnd = room.rows === 0 ? performance.now() + fullWindowWait : nextLook;
      await oneEnded(Math.min(until, waitEnd) - performance.now());
      continue;
    }
    if (looksPast) nextLook = performance.now() + pauseAfterLook * took;
    if (claimed === room.rows) continue;
    // No further message was due, or those that are due wait for exchangers without free slots, or are suspects. Who
    // makes a message due later asks for another turn.
    // A suspect that ended during the claim freed a place that the claim did not see.
    if (suspectsNow() < suspectsBefore) continue;
    const stay = suspectsNow() > 0 ? until - performance.now() : looksPast ? patience : 0;
    if (stay === 0 || !(await oneEnded(stay))) return;
  }
  await app.wake.ask('sending', [turn]);
}

/** Fills the window; `claimed` is null when there is no room, or when the next look is not due. */
async function claim(app: App, turn: TurnKey, allowance: DayAllowance, nextLook: number, withPlace: OrderedRoom) {
  const room = roomFor(app, turn.id);
  const began = performance.now();
  if (room.rows === 0 || (room.past.length > 0 && began < nextLook)) return { room, claimed: null, took: 0 };
  let since = began;
  const messages = await withPlace(() => {
    since = app.clock.monotonic();
    return claimMessages(app, turn, room, allowance);
  });
  for (const message of messages) {
    rememberSender(app.parts.senderKeys, message);
    app.parts.inFlight.follow(message, attemptMessage(app, message), since);
  }
  return { room, claimed: messages.length, took: performance.now() - began };
}

/** Resolves with false after so many milliseconds. */
function timePassed(ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), Math.max(0, ms)).unref();
  });
}
