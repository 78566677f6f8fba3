/** Endpoints that have turns wait here for their claims, which `claimTogether` makes. */
import type { App } from '../../context.ts';
import { createGroupCommit, type GroupCommit } from '../../db/writes/group-commit.ts';
import { claimTogether } from './claim-webhooks.ts';
import type { ClaimedWebhook, WebhookClaim } from './claimed-webhook.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Claimed by `claimTogether`. */
    readonly webhookClaims: WebhookClaims;
  }
}

/** Endpoints that one statement claims for, at most, and statements that run at once. */
const claimsTogether = 64;
const statementsInFlight = 2;

export type WebhookClaims = GroupCommit<WebhookClaim, readonly ClaimedWebhook[]>;

export function createWebhookClaims(app: App): WebhookClaims {
  return createGroupCommit({
    size: claimsTogether,
    inFlight: statementsInFlight,
    waitMs: 0,
    party: { kind: 'work', name: 'webhook claims' },
    write: (claims) => claimTogether(app, claims),
  });
}
