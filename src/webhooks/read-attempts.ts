import type { Webhook } from '../../prisma/generated/client.ts';
import type { PostError } from '../transport/post/post-failure.ts';

/** An attempt as the webhook's row keeps it, under its number. */
export interface KeptAttempt {
  /** ISO 8601. */
  readonly at: string;
  readonly status: number | null;
  readonly error: PostError | null;
  readonly duration_ms: number;
}

export interface WebhookAttempt {
  readonly at: Date;
  /** HTTP status of the response; null without a response. */
  readonly status: number | null;
  /** Null when the receiver accepted the webhook (2xx). */
  readonly error: PostError | null;
  readonly durationMs: number;
}

/** The attempts at a webhook, oldest first. */
export function readAttempts({ attempts }: Pick<Webhook, 'attempts'>): readonly WebhookAttempt[] {
  const kept = attempts as unknown as Readonly<Record<string, KeptAttempt>>;
  return Object.entries(kept)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, { at, status, error, duration_ms }]) => ({ at: new Date(at), status, error, durationMs: duration_ms }));
}
