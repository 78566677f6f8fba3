import type { SendingDomain, SendingDomainStatus } from '../../prisma/generated/client.ts';
import { day, hour, minute } from '../ground/time/durations.ts';

/** Time that a domain may send after one of its records vanished; milliseconds (docs/rules.md#domain-grace). */
export const gracePeriod = day;
/** Gaps between checks; milliseconds. */
export const soon = 2 * minute;
const hourly = hour;

export type DomainState = Pick<SendingDomain, 'status' | 'failingSince' | 'verifiedAt'>;

/** Returns the domain's state after a check; `inOrder`: whether every required record was found as wanted. */
export function nextState({ status, failingSince, verifiedAt }: DomainState, inOrder: boolean, now: Date): DomainState {
  if (inOrder) {
    const went = status === 'verified' || status === 'warning';
    return { status: 'verified', failingSince: null, verifiedAt: went ? verifiedAt : now };
  }
  const since = failingSince ?? now;
  return { status: fallback(status, since, now), failingSince: canFail(status) ? since : null, verifiedAt };
}

const canFail = (status: SendingDomainStatus) => status !== 'pending';

function fallback(status: SendingDomainStatus, since: Date, now: Date): SendingDomainStatus {
  switch (status) {
    case 'pending':
    case 'failed':
      return status;
    case 'verified':
    case 'warning':
      return now.getTime() - since.getTime() >= gracePeriod ? 'failed' : 'warning';
  }
}

/**
 * Returns the time of the next check; at the end of the grace period at the latest. `told`: DNS responded for every
 * record.
 */
export function nextCheck(domain: DomainState, told: boolean, now: Date): Date {
  const next = new Date(now.getTime() + (domain.status === 'verified' && told ? hourly : soon));
  const end = graceEnd(domain);
  return end !== null && end < next ? end : next;
}

/** Returns the time from which a domain that lost a record cannot send; null in every other status. */
export function graceEnd({ status, failingSince }: Pick<DomainState, 'status' | 'failingSince'>): Date | null {
  return status === 'warning' && failingSince !== null ? new Date(failingSince.getTime() + gracePeriod) : null;
}
