import type { EndpointsQuery } from '../api/operations.ts';

export type Endpoint = NonNullable<EndpointsQuery['webhookEndpoints']>[number];

export type Standing = 'good' | 'failing' | 'breaker' | 'hand';

/** Whether webhooks go out to the endpoint, and what holds them. */
export function standingOf({ pausedAt, breaker }: Pick<Endpoint, 'pausedAt' | 'breaker'>): Standing {
  if (pausedAt !== null) return 'hand';
  if (breaker.pausedUntil !== null) return 'breaker';
  return breaker.failures > 0 ? 'failing' : 'good';
}

export const standingTones = { good: 'good', failing: 'warn', breaker: 'bad', hand: 'calm' } as const;
