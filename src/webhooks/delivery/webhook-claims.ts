/** Endpoints that have turns wait here for their claims, which are made together. */
import { createGroupCommit, type GroupCommit, type GroupCommitOptions } from '../../db/group-commit.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly webhookClaims: WebhookClaims;
  }
}

/** Endpoints that one statement claims for, at most, and statements that run at once. */
const claimsTogether = 64;
const statementsInFlight = 2;

export interface WebhookClaim {
  readonly turn: TurnKey;
  /** Webhooks, at most. */
  readonly limit: number;
  /** Webhooks due before this time are left out. */
  readonly dueFrom: Date | null;
}

export type WebhookClaims = GroupCommit<WebhookClaim, readonly ClaimedWebhook[]>;

export function createWebhookClaims(
  write: GroupCommitOptions<WebhookClaim, readonly ClaimedWebhook[]>['write'],
): WebhookClaims {
  return createGroupCommit({
    size: claimsTogether,
    inFlight: statementsInFlight,
    waitMs: 0,
    party: { kind: 'work', name: 'webhook claims' },
    write,
  });
}
