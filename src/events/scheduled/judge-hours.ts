import { hourWait } from '../../messages/states/send-at.ts';
import { emitsLeft, timesFree } from '../emit/address-limit.ts';
import type { AddressOfHour } from '../emit/take-hours.ts';

/** A message whose time has come. */
export interface DueMessage extends AddressOfHour {
  readonly id: string;
  readonly sendAt: Date;
  /** Whether it has waited for its hour already. */
  readonly waited: boolean;
  /** Whether it ends in the queue without an attempt, suppressed or expired: it takes no place in the hour. */
  readonly ends: boolean;
}

interface Judged {
  readonly leave: readonly DueMessage[];
  /** The hour of the address is used: they are looked at again then. */
  readonly hold: readonly (DueMessage & { readonly until: Date })[];
  /** Their time is an hour past, and they have waited or would find no place in the next hour. */
  readonly refuse: readonly DueMessage[];
}

/**
 * The thirty an hour for mail that leaves later (docs/rules.md#scheduled-mail). `recentOf` gives the times at which an
 * address had mail; null for an address that another transaction holds: its mail is left to the next sweep.
 */
export function judgeHours(
  due: readonly DueMessage[],
  recentOf: (message: AddressOfHour) => readonly Date[] | null,
  now: Date,
): Judged {
  const leave: DueMessage[] = [];
  const hold: (DueMessage & { readonly until: Date })[] = [];
  const refuse: DueMessage[] = [];
  const hours = new Map<readonly Date[], ReturnType<typeof openHour>>();
  for (const message of due) {
    const recent = message.ends ? [] : recentOf(message);
    if (recent === null) continue;
    const hour = hours.get(recent) ?? openHour(recent, now);
    hours.set(recent, hour);
    if (message.ends || hour.take()) {
      leave.push(message);
      continue;
    }
    const last = new Date(message.sendAt.getTime() + hourWait);
    // Each waits for a time of its own: mail without end to one address is not looked at whenever a place is free.
    const until = (message.waited ? null : hour.nextFree()) ?? (last > now ? last : null);
    if (until === null) refuse.push(message);
    else hold.push({ ...message, until });
  }
  return { leave, hold, refuse };
}

/** The hour of an address that had mail at these times. */
function openHour(recent: readonly Date[], now: Date) {
  let left = emitsLeft(recent, now);
  let taken = 0;
  let free: Date[] | null = null;
  return {
    /** Takes a place; false: none is left. */
    take(): boolean {
      if (left === 0) return false;
      left -= 1;
      taken += 1;
      return true;
    },
    /** The next time at which a place will be free; null: that of the next hour is given away whole. */
    nextFree(): Date | null {
      free ??= timesFree([...recent, ...Array.from({ length: taken }, () => now)], now);
      return free.shift() ?? null;
    },
  };
}
