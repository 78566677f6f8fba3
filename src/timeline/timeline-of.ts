import type {
  ExchangerPace,
  Message,
  MessageAttempt,
  MessageOpen,
  MessageReport,
  MessageState,
} from '../../prisma/generated/client.ts';
import { leaseTime } from '../messages/claims/message-lease.ts';
import { nextTry } from '../messages/outcomes/retry-schedule.ts';
import { reportWait } from '../messages/reports/silent-relays.ts';
import { begunAt } from '../messages/states/send-at.ts';
import { readWaitsFor } from '../transport/mx/exchanger-wait.ts';
import { type NotedReply, placed, type TimelineEntry, type ToldWebhook } from './timeline-entry.ts';

/** Source of the entries that come from the message's own row. */
const ofMessage = 'm';

/** A message with the rows that its timeline is made of. */
export interface TimelineFacts {
  readonly message: Pick<
    Message,
    | 'id'
    | 'state'
    | 'attemptNumber'
    | 'createdAt'
    | 'sendAt'
    | 'firstSendAt'
    | 'movedAt'
    | 'dueAt'
    | 'leaseUntil'
    | 'expiresAt'
    | 'endedAt'
    | 'bounce'
    | 'reason'
    | 'evidence'
    | 'waitsFor'
  >;
  readonly attempts: readonly MessageAttempt[];
  readonly reports: readonly MessageReport[];
  readonly opens: readonly MessageOpen[];
  readonly replies: readonly NotedReply[];
  readonly webhooks: readonly ToldWebhook[];
  /** What the provider of the exchangers asked for, where the message waits for them. */
  readonly pace: Pick<ExchangerPace, 'quietSince' | 'reply'> | null;
}

/**
 * Returns the timeline of a message from its rows, oldest first (docs/rules.md#message-timeline). Rows that are added
 * later add entries and change no other, except for `claimed` and `waiting`.
 */
export function timelineOf(facts: TimelineFacts): readonly TimelineEntry[] {
  const { message, attempts, reports, opens, replies, webhooks } = facts;
  const entries = [
    placed({ kind: 'accepted' }, message.createdAt, ofMessage),
    ...scheduleOf(facts),
    ...attempts.flatMap((attempt) => ofAttempt(facts, attempt)),
    ...claimOf(facts),
    ...waitOf(facts),
    ...reports.map((report) => placed({ kind: 'report', report }, report.at, report.number)),
    ...laterDelivery(facts),
    ...endOf(facts),
    ...opens.map((open) => placed({ kind: 'opened', open }, open.at, open.id)),
    ...replies.map((reply) => placed({ kind: 'replied', reply }, reply.createdAt, reply.id)),
    ...webhooks.flatMap(ofWebhook),
  ];
  return entries.toSorted((one, other) => (one.cursor < other.cursor ? -1 : 1));
}

/** What the emit said of the time, and the last move of it. */
function scheduleOf({ message }: TimelineFacts): readonly TimelineEntry[] {
  const { createdAt, sendAt, firstSendAt, movedAt } = message;
  if (sendAt === null) return [];
  const scheduled = placed({ kind: 'scheduled', sendAt: firstSendAt ?? sendAt }, createdAt, ofMessage);
  return movedAt === null ? [scheduled] : [scheduled, placed({ kind: 'moved', sendAt }, movedAt, ofMessage)];
}

/** The attempt, and what its reply made of the message. */
function ofAttempt(facts: TimelineFacts, attempt: MessageAttempt): readonly TimelineEntry[] {
  const begun = placed({ kind: 'attempt', attempt }, attempt.at, attempt.number);
  const result = resultOf(facts, attempt);
  return result === null ? [begun] : [begun, placed(result, endOfAttempt(attempt), attempt.number)];
}

function resultOf({ message, attempts }: TimelineFacts, attempt: MessageAttempt) {
  switch (attempt.outcome) {
    case 'temporary': {
      const isLast = attempts.every(({ number }) => number <= attempt.number);
      const retried = { ...message, begunAt: begunAt(message), attemptNumber: attempt.number };
      const until = isLast && message.state === 'queued' ? message.dueAt : nextTry(retried, endOfAttempt(attempt));
      return { kind: 'deferred', attempt, until, isLast: until >= message.expiresAt } as const;
    }
    case 'relayed':
      return { kind: 'relayed', attempt } as const;
    case 'delivered':
      return { kind: 'delivered', attempt, evidence: message.evidence } as const;
    case 'bounced':
      return { kind: 'bounced', attempt, bounce: message.bounce } as const;
    case 'failed':
      return { kind: 'failed', attempt, reason: message.reason } as const;
    default:
      return null;
  }
}

const endOfAttempt = ({ at, durationMs }: MessageAttempt) => new Date(at.getTime() + durationMs);

/** The claim of the attempt under way. Its time is that of its last renewal: the claim itself is not recorded. */
function claimOf({ message }: TimelineFacts): readonly TimelineEntry[] {
  const { state, leaseUntil, attemptNumber, createdAt } = message;
  if (state !== 'sending' || leaseUntil === null) return [];
  const at = new Date(Math.max(leaseUntil.getTime() - leaseTime, createdAt.getTime()));
  return [placed({ kind: 'claimed', number: attemptNumber }, at, attemptNumber)];
}

/** The wait for exchangers, since the latest of the emit, the last attempt and the quiet that they asked for. */
function waitOf({ message, attempts, pace }: TimelineFacts): readonly TimelineEntry[] {
  const { state, waitsFor, dueAt: until } = message;
  const wait = waitsFor === null ? null : readWaitsFor(waitsFor);
  if (state !== 'queued' || wait === null) return [];
  const { quietSince = null, reply = null } = wait.reason === 'quiet' ? (pace ?? {}) : {};
  const since = [begunAt(message), ...attempts.map(endOfAttempt), ...(quietSince === null ? [] : [quietSince])];
  const at = new Date(Math.max(...since.map((date) => date.getTime())));
  return [placed({ kind: 'waiting', ...wait, until, reply }, at, ofMessage)];
}

/**
 * A delivery that no attempt shows: a report, a complaint, silence or the simulator brought it about. A later state
 * leaves the evidence in the row and overwrites the time, so the time comes from the cause.
 */
function laterDelivery({ message, attempts, reports }: TimelineFacts): readonly TimelineEntry[] {
  const { state, endedAt, evidence } = message;
  if (evidence === null || endedAt === null || attempts.some(({ outcome }) => outcome === 'delivered')) return [];
  const delivered = { kind: 'delivered', attempt: null, evidence } as const;
  const report = reports.find(({ kind }) => kind === 'delivered');
  if (evidence === 'report' && report) return [placed(delivered, report.at, `report-${report.number}`)];
  const relayed = attempts.find(({ outcome }) => outcome === 'relayed');
  if (evidence === 'silence' && relayed) {
    return [placed(delivered, new Date(endOfAttempt(relayed).getTime() + reportWait), ofMessage)];
  }
  // A complaint proves the delivery, and follows it by one millisecond (docs/rules.md#state-times).
  const at = state === 'complained' ? new Date(endedAt.getTime() - 1) : endedAt;
  return [placed(delivered, at, ofMessage)];
}

/** Outcomes of attempts, by the state in which they leave the message: the attempt shows such a state already. */
const outcomeOf: Readonly<Partial<Record<MessageState, string>>> = { bounced: 'bounced', failed: 'failed' };

/** The present state, where neither an attempt nor a delivery shows it. */
function endOf({ message, attempts }: TimelineFacts): readonly TimelineEntry[] {
  const { state, endedAt, bounce, reason } = message;
  if (endedAt === null || attempts.some(({ outcome }) => outcome === outcomeOf[state])) return [];
  switch (state) {
    case 'bounced':
      return [placed({ kind: 'bounced', attempt: null, bounce }, endedAt, ofMessage)];
    case 'failed':
      return [placed({ kind: 'failed', attempt: null, reason }, endedAt, ofMessage)];
    case 'complained':
    case 'suppressed':
    case 'expired':
      return [placed({ kind: state }, endedAt, ofMessage)];
    case 'scheduled':
    case 'queued':
    case 'sending':
    case 'sent':
    case 'delivered':
      return [];
  }
}

function ofWebhook(webhook: ToldWebhook): readonly TimelineEntry[] {
  return webhook.attempts.flatMap((sent, position) =>
    sent.error === null
      ? [
          placed(
            { kind: 'webhook', webhook, sent },
            new Date(sent.at.getTime() + sent.durationMs),
            `${webhook.id}-${position}`,
          ),
        ]
      : [],
  );
}
