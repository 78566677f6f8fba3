/** What the newest webhooks of an endpoint say about it. */
import type { EndpointAttemptsQuery, WebhookError } from '../../api/operations.ts';

type Recent = NonNullable<EndpointAttemptsQuery['webhooks']>['nodes'];

/** The failures since the endpoint last accepted a webhook. */
export interface Streak {
  /** Time of the first of them. */
  readonly since: string;
  /** Whether an earlier one may have gone before: none of the newest webhooks was accepted. */
  readonly isOpen: boolean;
  readonly status: number | null;
  readonly error: WebhookError | null;
}

export interface Tries {
  readonly webhooks: number;
  readonly tries: number;
  readonly failed: number;
  /** Milliseconds of the slowest try; null before the first. */
  readonly slowest: number | null;
}

/** Every attempt of the webhooks. */
export function triesOf(recent: Recent): Tries {
  const attempts = recent.flatMap((webhook) => webhook.attempts);
  return {
    webhooks: recent.length,
    tries: attempts.length,
    failed: attempts.filter(({ error }) => error !== null).length,
    slowest: attempts.length === 0 ? null : Math.max(...attempts.map(({ durationMs }) => durationMs)),
  };
}

/** Null where the last attempt succeeded, and where there was none. */
export function streakOf(recent: Recent): Streak | null {
  const attempts = recent
    .flatMap((webhook) => webhook.attempts)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const accepted = attempts.findIndex(({ error }) => error === null);
  const failed = accepted === -1 ? attempts : attempts.slice(0, accepted);
  const [last] = failed;
  const first = failed.at(-1);
  if (!last || !first) return null;
  return { since: first.at, isOpen: accepted === -1, status: last.status, error: last.error };
}
