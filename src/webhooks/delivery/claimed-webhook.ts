import type { TurnKey } from '../../turns/jobs.ts';
import type { SigningKey } from '../secrets/sign-webhook.ts';
import type { BodyMessage, WebhookFacts, WebhookRow } from './build-bodies.ts';

/** A webhook that this process has claimed, with everything that its body and headers are made of. */
export interface ClaimedWebhook extends WebhookRow, WebhookFacts {
  readonly url: string;
  /** Header fields of its endpoint's own. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly attemptNumber: number;
  readonly roundAttempts: number;
  readonly roundStartedAt: Date;
  readonly dueAt: Date;
  /** When the rest of the lease no longer covers an attempt. */
  readonly beginsUntil: Date;
  /** Of the span of its message's emit; null: it is not traced. */
  readonly trace: Buffer | null;
  /** The one attempt that ends a pause. */
  readonly probe: boolean;
  /** Of the secrets that were live at the claim: a revoked one signs nothing more. */
  readonly keys: readonly SigningKey[];
}

export interface WebhookClaim {
  readonly turn: TurnKey;
  /** Webhooks, at most. */
  readonly limit: number;
  /** Webhooks due before this time are left out. */
  readonly dueFrom: Date | null;
}

/** As it is read. */
export interface ClaimedRow extends WebhookRow, BodyMessage, Pick<WebhookFacts, 'bodyVersion' | 'refusal'> {
  readonly url: string;
  readonly headersSealed: Buffer | null;
  readonly attemptNumber: number;
  readonly roundAttempts: number;
  readonly roundStartedAt: Date;
  readonly dueAt: Date;
  readonly probe: boolean;
  readonly workspaceReference: string | null;
  readonly trace: Buffer | null;
  /** With the first row of each platform alone. */
  readonly secretIds: readonly string[] | null;
  readonly secretsSealed: readonly Buffer[] | null;
}
