import type { App } from '../context.ts';
import type { TurnKey } from '../queue/jobs.ts';
import { isSuppressed } from '../suppressions/is-suppressed.ts';
import { type DayAllowance, readDayAllowance } from '../workspaces/day-allowance.ts';
import { inAddressOrder } from './address-order.ts';
import { type ClaimedMessage, claimMessages } from './claim-messages.ts';
import { hasShare, roomFor } from './exchanger-shares.ts';
import { inFlight } from './in-flight.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { recordOutcome } from './record-outcomes.ts';
import { sendMessage } from './send-message.ts';

/** How long one turn may go on before others have theirs; milliseconds. */
const turnTime = 2_000;
/** How long a turn stays for a slot of an exchanger that has its share, when nothing else is due; milliseconds. */
const patience = 250;
/**
 * A look past such mail, of which there may be much, costs a tenth of the time at most: so many times what it took
 * passes before the next.
 */
const pauseAfterLook = 9;

/**
 * One turn of a workspace: its due messages go out through a sliding window, until none is due or its time is over.
 * Two turns of one workspace at once share the window.
 */
export async function sendTurn(app: App, turn: TurnKey): Promise<void> {
  const attempts = inFlight(app);
  const until = performance.now() + turnTime;
  const allowance = await readDayAllowance(app, turn);
  const oneEnded = (within: number) => Promise.race([attempts.oneEnded(turn.id).then(() => true), timePassed(within)]);
  let nextLook = 0;
  while (performance.now() < until) {
    const { room, claimed, took } = await attempts.alone(turn.id, () => claim(app, turn, allowance, nextLook));
    const looksPast = room.past.length > 0;
    if (claimed === null) {
      await oneEnded((room.rows === 0 ? until : Math.min(until, nextLook)) - performance.now());
      continue;
    }
    if (looksPast) nextLook = performance.now() + pauseAfterLook * took;
    if (claimed > 0) continue;
    // What is left is for exchangers that have their share; the sweep asks again for it.
    if (!looksPast || !(await oneEnded(patience))) return;
  }
  await app.wake.ask('sending', [turn]);
}

/** Fills the window; `claimed` is null when there is no room, or it is too early for another look. */
async function claim(app: App, turn: TurnKey, allowance: DayAllowance, nextLook: number) {
  const room = roomFor(app, turn.id);
  const began = performance.now();
  if (room.rows === 0 || (room.past.length > 0 && began < nextLook)) return { room, claimed: null, took: 0 };
  const messages = await claimMessages(app, turn, room, allowance);
  for (const message of messages) inFlight(app).follow(message, attempt(app, message));
  return { room, claimed: messages.length, took: performance.now() - began };
}

function attempt(app: App, message: ClaimedMessage): Promise<void> {
  return inAddressOrder(app, message, async (waited) => {
    if (!(await hasShare(app, message))) return recordOutcome(app, putBack(app, message));
    const suppressed = message.suppressed || (waited && (await isSuppressed(app.db.pool, message)));
    return recordOutcome(app, await sendMessage(app, { ...message, suppressed }));
  });
}

function putBack(app: App, message: ClaimedMessage): MessageOutcome {
  const ending = { state: 'queued', dueAt: null } as const;
  return { message, ending, trace: null, mailboxFault: false, at: app.clock.now() };
}

/** Resolves with false after so many milliseconds. */
function timePassed(ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), Math.max(0, ms)).unref();
  });
}
