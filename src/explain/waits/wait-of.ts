/** What a message waits for now, in one word (docs/rules.md#message-wait). */
import type { Config } from '../../ground/config/config.ts';
import { reportWait } from '../../messages/reports/silent-relays.ts';
import { isFinal } from '../../messages/states/message-states.ts';
import type { Cause, Step } from '../explanation.ts';
import { capital } from '../explanation-steps.ts';
import type { HoldFacts } from '../message-facts.ts';
import type { SendingFacts } from '../sending-facts.ts';
import { ofDomain, ofHealth, ofPlatform, ofSuspension } from '../sending-rules.ts';
import { holdsOf } from './holds-of.ts';
import { scheduleOf } from './schedule-of.ts';

export type WaitKind =
  | 'send_at'
  | 'hour'
  | 'erasure'
  | 'workspace_deleted'
  | 'suspended'
  | 'suppression'
  | 'consent'
  | 'domain'
  | 'paused'
  | 'day_cap'
  | 'retry'
  | 'exchanger'
  | 'quiet'
  | 'restore'
  | 'turn'
  | 'attempt'
  | 'report';

export interface Wait {
  readonly kind: WaitKind;
  /** A sentence without addresses. */
  readonly fact: string;
  /** Start of the wait; null where no time was recorded. */
  readonly since: Date | null;
  /** End of the wait at the latest, by itself; null where somebody has to act or no time is known. */
  readonly until: Date | null;
  /** What ends the wait; a sentence. */
  readonly endedBy: string;
}

const kinds: Readonly<Partial<Record<Cause, WaitKind>>> = {
  scheduled: 'send_at',
  hour_used: 'hour',
  erased: 'erasure',
  workspace_deleted: 'workspace_deleted',
  platform_suspended: 'suspended',
  workspace_suspended: 'suspended',
  suppressed_by_bounce: 'suppression',
  suppressed_by_complaint: 'suppression',
  suppressed_by_hand: 'suppression',
  suppressed_by_mailbox_faults: 'suppression',
  no_marketing_consent: 'consent',
  left_marketing: 'consent',
  left_topic: 'consent',
  domain_unverified: 'domain',
  domain_settling: 'domain',
  workspace_paused: 'paused',
  day_cap_used: 'day_cap',
  greylisted: 'retry',
  waiting_for_retry: 'retry',
  server_unreachable: 'exchanger',
  exchanger_quiet: 'quiet',
  warming_up: 'quiet',
  restored: 'restore',
};

/** Where time alone ends the wait. */
const byTime: Readonly<Partial<Record<WaitKind, string>>> = {
  send_at: 'Its time comes',
  hour: 'The address takes mail again, or the message fails an hour after its time',
  domain: 'The new domain settles',
  paused: 'The pause ends, and the turn of the message comes',
  day_cap: 'The workspace may send again, and the turn of the message comes',
  retry: 'The next attempt is due',
  exchanger: 'The next attempt is due',
  quiet: 'The next attempt is due',
};

/** Returns what the message waits for; null for a message that has ended. */
export function waitOf(facts: HoldFacts, config: Config, now: Date): Wait | null {
  const { state, dueAt, leaseUntil, endedAt } = facts.message;
  if (state === 'sending') {
    const fact = 'An attempt is under way';
    return { kind: 'attempt', fact, since: null, until: leaseUntil, endedBy: 'The server replies, or the claim ends' };
  }
  if (state === 'sent') {
    const until = endedAt && new Date(endedAt.getTime() + reportWait);
    const fact = 'A relay accepted the mail and promised a delivery report';
    return { kind: 'report', fact, since: endedAt, until, endedBy: 'The report comes, or the time for it ends' };
  }
  if (isFinal(state)) return null;
  const steps = state === 'scheduled' ? scheduleOf(facts, now) : holdsOf(facts, config, now);
  const hold = steps.find(({ verdict }) => verdict === 'holds');
  if (hold) return ofHold(hold);
  const fact = 'Nothing holds the message';
  return { kind: 'turn', fact, since: dueAt, until: null, endedBy: 'A worker takes the next turn of the workspace' };
}

/** Returns what real mail of a workspace waits for; null while it goes out. */
export function waitOfWorkspace(facts: SendingFacts, config: Config, now: Date): Wait | null {
  const { domain, room } = facts;
  const steps = [
    ofPlatform(facts),
    ofSuspension(facts),
    ofDomain(facts, domain?.id ?? null, { config, now }),
    ...ofHealth(facts, farAway, config),
  ];
  const hold = steps.find((step) => step?.verdict === 'holds');
  if (!hold) return null;
  const wait = ofHold(hold);
  switch (wait.kind) {
    case 'suspended':
      return { ...wait, endedBy: 'Somebody ends the suspension' };
    case 'domain':
      return wait.until === null ? { ...wait, endedBy: 'The sending domain is verified' } : wait;
    case 'paused':
      return { ...wait, until: room?.at ?? null, endedBy: 'The pause ends' };
    case 'day_cap':
      return { ...wait, until: room?.at ?? null, endedBy: 'The next day of the workspace begins' };
    default:
      return wait;
  }
}

/** Mail of a workspace, unlike a message, does not expire. */
const farAway = new Date('9999-12-31T00:00:00.000Z');

function ofHold({ cause, fact, at, until, endedBy }: Step): Wait {
  const kind = cause && kinds[cause];
  if (!kind) throw new Error(`The cause ${cause} has no kind of wait`);
  return { kind, fact: capital(fact), since: at, until, endedBy: endedBy ?? byTime[kind] ?? 'Time ends the wait' };
}
