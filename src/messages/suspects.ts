/**
 * Messages whose attempts lost their lease: the process died, or was cut off, before there was an outcome. One message
 * may be the cause, by what it does to the process; all that were under way with it lost theirs too. So that only the
 * culprit comes to `lostLeasesMax`, suspects are claimed apart:
 *
 * - One that lost one lease runs beside at most four others of its kind in a process. If the process dies again, five
 *   of them at most have lost two, and whatever else was under way has lost one.
 * - One that lost two runs as the only one of its kind in a process. If the process dies a third time, this one message
 *   has lost three leases and no other; it fails with `render_failed`, which no retry would mend.
 *
 * Any outcome clears the count, so a message that is retried for a day does not collect the restarts of that day.
 */
import type { ClaimedMessage } from './claimed-message.ts';

/** Leases that a message may lose in a row. */
export const lostLeasesMax = 3;

/** Attempts at suspects that run at once in one process: those that lost one lease, and those that lost more. */
const slots = { once: 5, again: 1 } as const;

export interface SuspectRoom {
  readonly once: number;
  readonly again: number;
}

/** The suspects that one process sends. */
export interface Suspects {
  /** Takes all places that are free, before a claim, so that two claims at once do not share them. */
  takeRoom(): SuspectRoom;
  /** Gives back the places that a claim took and did not need. */
  giveBackRoom(room: SuspectRoom, claimed: readonly ClaimedMessage[]): void;
  /** Gives back the place of an attempt that has ended. */
  leave(message: ClaimedMessage): void;
}

export function createSuspects(): Suspects {
  const held = { once: 0, again: 0 };
  return {
    takeRoom() {
      const room = { once: slots.once - held.once, again: slots.again - held.again };
      held.once = slots.once;
      held.again = slots.again;
      return room;
    },
    giveBackRoom(room, claimed) {
      held.once -= room.once - claimed.filter(({ lostLeases }) => lostLeases === 1).length;
      held.again -= room.again - claimed.filter(({ lostLeases }) => lostLeases > 1).length;
    },
    leave({ lostLeases }) {
      if (lostLeases === 1) held.once -= 1;
      else if (lostLeases > 1) held.again -= 1;
    },
  };
}
