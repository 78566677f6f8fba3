/** The ten minutes in which a person can take leaving back (docs/rules.md#undo-window). */
import type { ConsentSource, ContactStatus } from '../../prisma/generated/client.ts';
import type { ContactTopics } from '../topics/contact-topics.ts';

/** Milliseconds. */
const undoWindow = 10 * 60 * 1000;

/** How a contact stands, and the last line of its consent ledger, which may be about one topic. */
export interface LastConsentChange {
  readonly status: ContactStatus;
  /** Time of the standing consent. */
  readonly marketingAt: Date | null;
  /** What was decided of single topics. */
  readonly topics: ContactTopics | null;
  /** Key of the topic that the change is about; null: marketing as a whole, or there is no change. */
  readonly changeTopic: string | null;
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
  const { changeSource, changeAt, changedAt } = last;
  const { state, at } = standingOf(last);
  if (state !== 'unsubscribed' || changedAt === null) return null;
  if (changeSource !== 'link' && changeSource !== 'mail_app') return null;
  if (changeAt?.getTime() !== at?.getTime()) return null;
  const until = new Date(changedAt.getTime() + undoWindow);
  return now < until ? until : null;
}

/** The state that the last change is about, as it is now. */
function standingOf({ status, marketingAt, topics, changeTopic }: LastConsentChange) {
  if (changeTopic === null) return { state: status, at: marketingAt };
  const decision = topics?.[changeTopic];
  return { state: decision?.state ?? null, at: decision ? new Date(decision.at) : null };
}
