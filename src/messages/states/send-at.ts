/** When mail that leaves later leaves (docs/rules.md#send-later). */
import { day, minute } from '../../ground/time/durations.ts';

/** The latest `send_at`, from the emit on; milliseconds. */
export const sendAtMost = 30 * day;
/** A `send_at` that is no further away is now; milliseconds. */
const soon = 1_000;
/** How long mail waits at its time while the hour of its address is used; milliseconds. */
export const hourWait = 60 * minute;

export const sendAtFault = 'must be at most 30 days after the emit';

/** Whether `sendAt` is further away than an emit at `emittedAt` may have it. */
export function isTooFar(sendAt: Date, emittedAt: Date): boolean {
  return sendAt.getTime() > emittedAt.getTime() + sendAtMost;
}

/** Returns the time at which the mail leaves; null: now, as for a time that has passed. */
export function laterThan(now: Date, sendAt: Date | null): Date | null {
  return sendAt !== null && sendAt.getTime() > now.getTime() + soon ? sendAt : null;
}

/** From when on the mail was to leave: its retries, its expiry and its delivery count from then. */
export function begunAt({ sendAt, createdAt }: { readonly sendAt: Date | null; readonly createdAt: Date }): Date {
  return sendAt ?? createdAt;
}

/** SQL of the same, of the message `m`. */
export const begunAtSql = (m: string) => `coalesce(${m}.send_at, ${m}.created_at)`;
