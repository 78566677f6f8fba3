/** The rules that decide whether mail of a workspace to an address leaves now. */
import type { SuppressionBlocks, WorkspaceHealth } from '../../prisma/generated/client.ts';
import type { Config } from '../ground/config/config.ts';
import { isSendable, settledBefore, settlingEnd } from '../sending-domain/sendable.ts';
import type { Cause, Step } from './explanation.ts';
import { capital, holds, passed } from './explanation-steps.ts';
import type { SendingFacts } from './sending-facts.ts';
import { goesOn } from './waits/goes-on.ts';
import { isUsed } from './waits/next-room.ts';
import { whileRamping } from './words/next-act.ts';

interface Moment {
  readonly config: Config;
  readonly now: Date;
}

export function ofPlatform({ platform: { suspendedAt } }: SendingFacts): Step | null {
  if (suspendedAt === null) return null;
  return holds('platform', 'platform_suspended', 'the operator suspended the platform', {
    at: suspendedAt,
    code: 'platform_suspended',
    endedBy: 'The message leaves once the operator resumes the platform, or expires',
  });
}

export function ofSuspension({ workspace, suspendedSince }: SendingFacts): Step {
  if (workspace.status === 'active') return passed('suspension', 'The workspace is active');
  return holds('suspension', 'workspace_suspended', 'the workspace is suspended', {
    at: suspendedSince,
    code: 'workspace_suspended',
    endedBy: 'The message leaves once somebody resumes the workspace, or expires',
  });
}

/** @param topic Of the mail; null: transactional mail, which a block of marketing lets pass. */
export function ofSuppression({ suppression }: SendingFacts, topic: string | null): Step {
  if (suppression === null) return passed('suppression', 'The address is not suppressed');
  const why = wordsOfSuppression(suppression.reason);
  return holds(
    'suppression',
    causeOfSuppression(suppression.reason),
    `the address is suppressed for ${scopeOf(suppression, topic)}, ${why}`,
    {
      at: suppression.createdAt,
      code: suppression.reason,
      endedBy: 'The message is withheld in its next turn',
    },
  );
}

/** What a block withholds, such as `all email`. */
export function scopeOf({ blocks }: { readonly blocks: SuppressionBlocks }, topic: string | null): string {
  return blocks === 'all' ? 'all email' : `marketing email, to which the topic ${topic} belongs`;
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

/** What caused a suppression; it follows "is suppressed". */
export function wordsOfSuppression(reason: NonNullable<SendingFacts['suppression']>['reason']): string {
  const reasons = {
    hard_bounce: 'because mail to it bounced hard',
    complaint: 'because its holder marked mail as spam',
    soft_bounces: 'because its mailbox was full or inactive for days',
    manual: 'because somebody suppressed it by hand',
  } as const;
  return reasons[reason];
}

/** @param domainId The domain of the emit; null: none. */
export function ofDomain({ domain }: SendingFacts, domainId: string | null, { config, now }: Moment): Step {
  const fails = { code: 'domain_not_sendable', endedBy: 'The message fails in its next turn' };
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

/** Such as `paused because too much of its mail bounced`. */
export function wordsOfLevel({ state, reason }: Pick<WorkspaceHealth, 'state' | 'reason'>): string {
  const why = healthReasons[reason ?? ''];
  if (state === 'ramping') return 'new (ramping)';
  return why === undefined ? state : `${state} ${why}`;
}

/**
 * The level of the workspace, with what it may send today. A workspace that may send nothing more today is one step: it
 * holds the message until its turn comes, or until the message expires at `expiresAt`.
 */
export function ofHealth(facts: SendingFacts, expiresAt: Date, config: Config): readonly Step[] {
  const { health, allowance, sentToday, room } = facts;
  const state = `the workspace is ${wordsOfLevel(health)}`;
  const level = { ...passed('health', capital(state)), at: health.since };
  if (allowance.kind === 'open') return [level];
  if (allowance.kind === 'capped') {
    if (!Number.isFinite(allowance.cap)) return [level];
    const used = `it sent ${sentToday} on ${allowance.day}, of the ${allowance.cap} that it may send`;
    if (!isUsed(facts)) return [level, passed('day_cap', `The workspace has mails of the day left: ${used}`)];
    // The time that follows is that of the level.
    const fact = `the workspace has used its mails of the day: ${used} while it is ${wordsOfLevel(health)}`;
    const act = health.state === 'ramping' ? { act: whileRamping(config.health.established) } : {};
    return [holds('day_cap', 'day_cap_used', fact, { at: health.since, ...goesOn(room, expiresAt), ...act })];
  }
  return [holds('health', 'workspace_paused', state, { at: health.since, ...goesOn(room, expiresAt) })];
}
