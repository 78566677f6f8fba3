/** The ten minutes in which a person can take leaving back (docs/rules.md#undo-window). */
import type { ConsentSource, ContactStatus } from '../../prisma/generated/client.ts';

/** Milliseconds. */
const undoWindow = 10 * 60 * 1000;

/** How a contact stands, and the last line of its consent ledger. */
export interface LastConsentChange {
  readonly status: ContactStatus;
  /** Time of the standing consent. */
  readonly marketingAt: Date | null;
  readonly changeSource: ConsentSource | null;
  /** Time that the change names. */
  readonly changeAt: Date | null;
  /** Time at which the change was recorded. */
  readonly changedAt: Date | null;
}

/**
 * Returns the time until which leaving can be taken back; null when it cannot. Only the person's own leaving can, and
 * only while no other change followed.
 */
export function undoUntil(last: LastConsentChange, now: Date): Date | null {
  const { status, marketingAt, changeSource, changeAt, changedAt } = last;
  if (status !== 'unsubscribed' || changedAt === null) return null;
  if (changeSource !== 'link' && changeSource !== 'mail_app') return null;
  if (changeAt?.getTime() !== marketingAt?.getTime()) return null;
  const until = new Date(changedAt.getTime() + undoWindow);
  return now < until ? until : null;
}
