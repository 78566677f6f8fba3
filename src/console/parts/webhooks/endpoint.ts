import type { EndpointsQuery } from '../../api/operations.ts';

export type Endpoint = NonNullable<EndpointsQuery['webhookEndpoints']>[number];

export type Standing = 'good' | 'catching' | 'failing' | 'breaker' | 'hand' | 'disabled' | 'orphan';

/** Whether webhooks go out to the endpoint, and what holds them. */
export function standingOf(endpoint: Standings): Standing {
  const { pausedAt, disabledAt = null, breaker, backlog } = endpoint;
  if (isOrphan(endpoint)) return 'orphan';
  if (disabledAt !== null) return 'disabled';
  if (pausedAt !== null) return 'hand';
  if (breaker.pausedUntil !== null) return 'breaker';
  if (breaker.failures > 0) return 'failing';
  return (backlog?.pending.count ?? 0) > 0 ? 'catching' : 'good';
}

type Standings = Pick<Endpoint, 'pausedAt' | 'breaker'> &
  Partial<Pick<Endpoint, 'backlog' | 'disabledAt' | 'workspace' | 'workspaceId'>>;

/** Whether its only workspace was deleted: nothing comes any more. */
export function isOrphan({ workspace, workspaceId }: Partial<Pick<Endpoint, 'workspace' | 'workspaceId'>>): boolean {
  return workspaceId != null && workspace === null;
}

/** When the next attempt is made; null: paused by hand, or nothing waits. While the breaker pauses, none is made. */
export function nextAttemptOf({ pausedAt, breaker, backlog }: Endpoint): string | null {
  const due = backlog?.oldestDueAt ?? null;
  if (pausedAt !== null || due === null) return null;
  const { pausedUntil } = breaker;
  return pausedUntil !== null && Date.parse(pausedUntil) > Date.parse(due) ? pausedUntil : due;
}

export const standingTones = {
  good: 'good',
  catching: 'info',
  failing: 'warn',
  breaker: 'bad',
  hand: 'calm',
  disabled: 'bad',
  orphan: 'warn',
} as const;
