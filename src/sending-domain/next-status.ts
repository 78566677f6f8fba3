import type { SendingDomain, SendingDomainStatus } from '../../prisma/generated/client.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long a domain goes on sending after a record of it vanished; milliseconds (decisions, section 4). */
export const gracePeriod = 24 * hour;
/** Gaps between checks, milliseconds: "every few minutes while pending, hourly when verified" (decisions, section 4). */
export const soon = 2 * minute;
const hourly = hour;

export type DomainState = Pick<SendingDomain, 'status' | 'failingSince' | 'verifiedAt'>;

/** The domain's state after a check that found its required records in order, or not. */
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

/** When the domain is looked at again; at the end of its grace at the latest. `told`: DNS answered for every record. */
export function nextCheck({ status, failingSince }: DomainState, told: boolean, now: Date): Date {
  const next = new Date(now.getTime() + (status === 'verified' && told ? hourly : soon));
  if (status !== 'warning' || failingSince === null) return next;
  const end = new Date(failingSince.getTime() + gracePeriod);
  return end < next ? end : next;
}
