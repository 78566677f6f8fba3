/** What holds a queued message now, rule by rule, in the order in which a claim applies the rules. */
import type { Config } from '../config.ts';
import { isSendable, settledBefore, settlingEnd } from '../sending-domain/sendable.ts';
import { nextLocalDay } from '../workspaces/local-day.ts';
import type { Cause, Step } from './explanation.ts';
import type { MessageFacts } from './message-facts.ts';
import { causeOfWait, wordsOfAttempt } from './words-of-attempt.ts';

const hour = 3_600_000;

export function holdsOf(facts: MessageFacts, config: Config, now: Date): readonly Step[] {
  const { message } = facts;
  const real = message.simulation === null;
  return [
    ofErasure(facts),
    ofWorkspace(facts),
    ofSuspension(facts),
    ...(real
      ? [ofSuppression(facts), ofDomain(facts, config, now), ofHealth(facts, config), ofDayCap(facts, now)]
      : []),
    ofSchedule(facts, now),
  ].filter((step) => step !== null);
}

const passed = (rule: Step['rule'], fact: string): Step => ({
  rule,
  verdict: 'passed',
  fact,
  at: null,
  until: null,
  endedBy: null,
  cause: null,
});

const holds = (rule: Step['rule'], cause: Cause, fact: string, more: Partial<Step>): Step => ({
  ...passed(rule, fact),
  verdict: 'holds',
  cause,
  ...more,
});

function ofErasure({ message }: MessageFacts): Step | null {
  if (message.recipient !== null) return null;
  return holds('erasure', 'erased', 'the person is being erased, and the message with them', {
    endedBy: 'The erasure deletes the message',
  });
}

function ofWorkspace({ workspace }: MessageFacts): Step | null {
  if (workspace.deletedAt === null) return null;
  return holds('workspace', 'workspace_deleted', 'the workspace is deleted', {
    at: workspace.deletedAt,
    endedBy: 'The message fails in the next turn',
  });
}

function ofSuspension({ workspace }: MessageFacts): Step {
  if (workspace.status === 'active') return passed('suspension', 'The workspace is active');
  return holds('suspension', 'workspace_suspended', 'the workspace is suspended', {
    endedBy: 'The message leaves once somebody resumes the workspace, or expires',
  });
}

function ofSuppression({ suppression }: MessageFacts): Step {
  if (suppression === null) return passed('suppression', 'The address is not suppressed');
  return holds('suppression', causeOfSuppression(suppression.reason), 'the address is suppressed for all email', {
    at: suppression.createdAt,
    endedBy: 'The message is withheld in its next turn',
  });
}

export function causeOfSuppression(reason: NonNullable<MessageFacts['suppression']>['reason']): Cause {
  const causes = {
    hard_bounce: 'suppressed_by_bounce',
    complaint: 'suppressed_by_complaint',
    soft_bounces: 'suppressed_by_mailbox_faults',
  } as const;
  return causes[reason];
}

function ofDomain({ message, domain }: MessageFacts, config: Config, now: Date): Step {
  const fails = { endedBy: 'The message fails with domain_not_sendable in its next turn' };
  if (domain === null || domain.id !== message.sendingDomainId) {
    return holds('sending_domain', 'domain_unverified', 'the sending domain of the emit was replaced', fails);
  }
  if (!isSendable(config, domain)) {
    return holds('sending_domain', 'domain_unverified', `the sending domain ${domain.domain} is not verified`, {
      ...fails,
      at: domain.failingSince,
    });
  }
  if (domain.verifiedAt !== null && domain.verifiedAt > settledBefore(config, now)) {
    return holds('sending_domain', 'domain_settling', `the sending domain ${domain.domain} was verified just now`, {
      at: domain.verifiedAt,
      until: settlingEnd(domain.verifiedAt),
    });
  }
  return passed('sending_domain', `The sending domain ${domain.domain} may send`);
}

const healthReasons: Readonly<Record<string, string>> = {
  bounce_rate: 'because too much of its mail bounced',
  complaint_rate: 'because too many recipients complained',
};

function ofHealth({ health }: MessageFacts, config: Config): Step {
  const why = healthReasons[health.reason ?? ''];
  const state = [`the workspace is ${health.state}`, ...(why ? [why] : [])].join(' ');
  if (health.state !== 'paused') return { ...passed('health', capital(state)), at: health.since };
  return holds('health', 'workspace_paused', state, {
    at: health.since,
    until: new Date(health.since.getTime() + config.health.recoveryHours * hour),
  });
}

function ofDayCap({ allowance, sentToday, workspace }: MessageFacts, now: Date): Step | null {
  if (allowance.kind !== 'capped' || !Number.isFinite(allowance.cap)) return null;
  const used = `${sentToday} of the ${allowance.cap} mails of ${allowance.day} are used`;
  if (sentToday < allowance.cap) return passed('day_cap', used);
  return holds('day_cap', 'day_cap_used', `${used}, as the workspace is ${allowance.state}`, {
    until: nextLocalDay(workspace.timezone, now),
  });
}

function ofSchedule({ message }: MessageFacts, now: Date): Step {
  const last = message.attempts.at(-1);
  if (message.dueAt <= now || last === undefined) return passed('schedule', 'The message is due');
  return holds('schedule', causeOfWait(last), `it waits for its next attempt: ${wordsOfAttempt(last)}`, {
    at: last.at,
    until: message.dueAt,
  });
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
