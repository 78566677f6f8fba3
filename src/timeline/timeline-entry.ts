/**
 * What happened to a message, entry by entry (docs/rules.md#message-timeline). Made by timeline-of.ts from rows alone,
 * read by load-timelines.ts.
 */
import type {
  BounceKind,
  DeliveryEvidence,
  MessageAttempt,
  MessageOpen,
  MessageReply,
  MessageReport,
} from '../../prisma/generated/client.ts';
import { idAt } from '../ground/ids.ts';
import type { WaitReason } from '../transport/mx/exchanger-wait.ts';
import type { WebhookAttempt } from '../webhooks/read-attempts.ts';

/** A webhook about the message, as far as the timeline reads it. */
export interface ToldWebhook {
  readonly id: string;
  readonly messageId: string;
  readonly type: string;
  readonly attempts: readonly WebhookAttempt[];
}

/** An answer, as far as the timeline reads it. */
export type NotedReply = Pick<MessageReply, 'id' | 'messageId' | 'createdAt' | 'automatic'>;

type Happening =
  | { readonly kind: 'accepted' }
  /** The emit said when the mail leaves. */
  | { readonly kind: 'scheduled'; readonly sendAt: Date }
  /** The last move of that time. */
  | { readonly kind: 'moved'; readonly sendAt: Date }
  /** An attempt is under way; the entry goes again once the attempt is recorded. */
  | { readonly kind: 'claimed'; readonly number: number }
  /** Its exchangers take no mail now; the entry goes again with the wait. `reply`: by which they asked for it. */
  | {
      readonly kind: 'waiting';
      readonly reason: WaitReason;
      readonly provider: string;
      readonly until: Date;
      readonly reply: string | null;
    }
  | { readonly kind: 'attempt'; readonly attempt: MessageAttempt }
  /** `until`: when the next attempt is or was due. `isLast`: none was left, and `until` is the expiry. */
  | { readonly kind: 'deferred'; readonly attempt: MessageAttempt; readonly until: Date; readonly isLast: boolean }
  | { readonly kind: 'relayed'; readonly attempt: MessageAttempt }
  /** `attempt`: the attempt that delivered the mail; null when a report, silence or the simulator did. */
  | {
      readonly kind: 'delivered';
      readonly attempt: MessageAttempt | null;
      readonly evidence: DeliveryEvidence | null;
    }
  /** `bounce`: null once a later state has replaced the kind. */
  | { readonly kind: 'bounced'; readonly attempt: MessageAttempt | null; readonly bounce: BounceKind | null }
  | { readonly kind: 'failed'; readonly attempt: MessageAttempt | null; readonly reason: string | null }
  | { readonly kind: 'complained' }
  | { readonly kind: 'suppressed' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'report'; readonly report: MessageReport }
  | { readonly kind: 'opened'; readonly open: MessageOpen }
  /** Somebody answered the mail. */
  | { readonly kind: 'replied'; readonly reply: NotedReply }
  /** An endpoint accepted a webhook about the message. */
  | { readonly kind: 'webhook'; readonly webhook: ToldWebhook; readonly sent: WebhookAttempt };

export type TimelineKind = Happening['kind'];

/** One entry: what happened, when, and its place. */
export type TimelineEntry = Happening & {
  readonly at: Date;
  /**
   * The place of the entry: unique in the timeline of its message, the same at each reading, and in order as text.
   */
  readonly cursor: string;
};

export type EntryOf<Kind extends TimelineKind> = Extract<TimelineEntry, { readonly kind: Kind }>;

/** Entries of one instant stand in the order of these steps. */
const steps = {
  accepted: 0,
  // Of the time of the emit, too.
  scheduled: 0,
  moved: 1,
  claimed: 1,
  attempt: 2,
  deferred: 3,
  relayed: 3,
  delivered: 3,
  bounced: 3,
  failed: 3,
  waiting: 4,
  report: 4,
  complained: 5,
  suppressed: 5,
  expired: 5,
  opened: 6,
  replied: 6,
  webhook: 7,
} as const satisfies Readonly<Record<TimelineKind, number>>;

/** Characters of an id that give its time; they sort as the times do. */
const timeCharacters = 10;
/** Numbers of attempts and reports in a cursor have so many digits. */
const digits = 6;

/** The first step of the states that follow from something else than an attempt: a report comes before them. */
const laterStates = 5;

/**
 * Adds the place of an entry.
 * @param from The row that the entry comes from: the number of an attempt or report, or text.
 */
export function placed(happening: Happening, at: Date, from: string | number): TimelineEntry {
  const { kind } = happening;
  const ofAttempt = typeof from === 'number' || kind === 'accepted' || kind === 'scheduled' || kind === 'moved';
  const step = ofAttempt ? steps[kind] : Math.max(steps[kind], laterStates);
  const source = typeof from === 'number' ? String(from).padStart(digits, '0') : from;
  return { ...happening, at, cursor: `${idAt(at).slice(0, timeCharacters)}-${step}-${kind}-${source}` };
}
