import type { Webhook } from '../../prisma/generated/client.ts';
import type { PostError } from '../transport/post/post-failure.ts';

/** An attempt as the webhook's row keeps it under its number, unless it is the last one, which has columns. */
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

/** The columns of a row that its attempts are read from. */
export type AttemptColumns = Pick<
  Webhook,
  'attempts' | 'lastNumber' | 'lastAt' | 'lastMs' | 'lastStatus' | 'lastError'
>;

/** SQL of `AttemptColumns`. */
export const attemptColumns = (h: string) =>
  `${h}.attempts, ${h}.last_number AS "lastNumber", ${h}.last_at AS "lastAt", ${h}.last_ms AS "lastMs",
   ${h}.last_status AS "lastStatus", ${h}.last_error AS "lastError"`;

/** The attempts at a webhook, oldest first. */
export function readAttempts(row: AttemptColumns): readonly WebhookAttempt[] {
  const kept = row.attempts as unknown as Readonly<Record<string, KeptAttempt>>;
  const numbered = Object.entries(kept).map(([number, { at, status, error, duration_ms }]) => ({
    number: Number(number),
    attempt: { at: new Date(at), status, error, durationMs: duration_ms },
  }));
  return [...numbered, ...lastOf(row)].sort((a, b) => a.number - b.number).map(({ attempt }) => attempt);
}

function lastOf({ lastNumber: number, lastAt: at, lastMs: durationMs, lastStatus: status, lastError }: AttemptColumns) {
  if (number === null || at === null || durationMs === null) return [];
  return [{ number, attempt: { at, status, error: lastError as PostError | null, durationMs } }];
}
