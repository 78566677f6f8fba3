/** The rules that decide whether mail of a workspace to an address leaves now. */
import type { Config } from '../config.ts';
import { isSendable, settledBefore, settlingEnd } from '../sending-domain/sendable.ts';
import { nextLocalDay } from '../workspaces/local-day.ts';
import type { Cause, Step } from './explanation.ts';
import type { SendingFacts } from './sending-facts.ts';
import { capital, holds, passed } from './steps.ts';

const hour = 3_600_000;

interface Moment {
  readonly config: Config;
  readonly now: Date;
}

export function ofPlatform({ platform: { suspendedAt } }: SendingFacts): Step | null {
  if (suspendedAt === null) return null;
  return holds('platform', 'platform_suspended', 'the operator suspended the platform', {
    at: suspendedAt,
    endedBy: 'The message leaves once the operator resumes the platform, or expires',
  });
}

export function ofSuspension({ workspace }: SendingFacts): Step {
  if (workspace.status === 'active') return passed('suspension', 'The workspace is active');
  return holds('suspension', 'workspace_suspended', 'the workspace is suspended', {
    endedBy: 'The message leaves once somebody resumes the workspace, or expires',
  });
}

export function ofSuppression({ suppression }: SendingFacts): Step {
  if (suppression === null) return passed('suppression', 'The address is not suppressed');
  return holds('suppression', causeOfSuppression(suppression.reason), 'the address is suppressed for all email', {
    at: suppression.createdAt,
    endedBy: 'The message is withheld in its next turn',
  });
}

export function causeOfSuppression(reason: NonNullable<SendingFacts['suppression']>['reason']): Cause {
  const causes = {
    hard_bounce: 'suppressed_by_bounce',
    complaint: 'suppressed_by_complaint',
    soft_bounces: 'suppressed_by_mailbox_faults',
    manual: 'suppressed_by_hand',
  } as const;
  return causes[reason];
}

/** @param domainId The domain of the emit; null: none. */
export function ofDomain({ domain }: SendingFacts, domainId: string | null, { config, now }: Moment): Step {
  const fails = { endedBy: 'The message fails with domain_not_sendable in its next turn' };
  if (domain === null) return holds('sending_domain', 'domain_unverified', 'no sending domain is registered', fails);
  if (domain.id !== domainId) {
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

export function ofHealth({ health }: SendingFacts, config: Config): Step {
  const why = healthReasons[health.reason ?? ''];
  const state = [`the workspace is ${health.state}`, ...(why ? [why] : [])].join(' ');
  if (health.state !== 'paused') return { ...passed('health', capital(state)), at: health.since };
  return holds('health', 'workspace_paused', state, {
    at: health.since,
    until: new Date(health.since.getTime() + config.health.recoveryHours * hour),
  });
}

export function ofDayCap({ allowance, sentToday, workspace }: SendingFacts, now: Date): Step | null {
  if (allowance.kind !== 'capped' || !Number.isFinite(allowance.cap)) return null;
  const used = `${sentToday} of the ${allowance.cap} mails of ${allowance.day} are used`;
  if (sentToday < allowance.cap) return passed('day_cap', used);
  return holds('day_cap', 'day_cap_used', `${used}, as the workspace is ${allowance.state}`, {
    until: nextLocalDay(workspace.timezone, now),
  });
}
