/**
 * Messages whose attempts lost their lease (docs/rules.md#poison-messages): the process died, or was cut off, before an
 * outcome. One message may be the cause; every other attempt of that process lost its lease too. So that only the cause
 * reaches `lostLeasesMax`, suspects are claimed apart:
 *
 * - A message that lost one lease runs beside at most four of its kind in a process. If the process dies again, at most
 * five messages have lost two leases, and every other message has lost one.
 * - A message that lost two leases runs as the only one of its kind in a process. If the process dies a third time,
 * this message alone has lost three leases. It fails with `render_failed`, because no retry would help.
 *
 * Any outcome clears the count, so a message that is retried for a day does not collect the restarts of that day.
 */
import type { ClaimedMessage } from './claimed-message.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly suspects: Suspects;
  }
}

/** Leases that a message may lose in a row. */
export const lostLeasesMax = 3;

/** Attempts at suspects at once in one process: messages that lost one lease, and messages that lost more. */
const slots = { once: 5, again: 1 } as const;

export interface SuspectRoom {
  readonly once: number;
  readonly again: number;
}

/** The suspects that one process sends. */
export interface Suspects {
  /** Takes all free places before a claim, so that two simultaneous claims do not share them. */
  takeRoom(): SuspectRoom;
  /** Returns the places that a claim took and did not need. */
  giveBackRoom(room: SuspectRoom, claimed: readonly ClaimedMessage[]): void;
  /** Returns the place of an attempt that has ended. */
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
