/** Claimed webhooks that had to wait for a slot are read again here, together. */
import { createGroupCommit, type GroupCommit, type GroupCommitOptions } from '../db/group-commit.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';

const batchSize = 100;
const batchesInFlight = 2;

/** The webhook as it is now; null when it must not be sent any more. */
export type WebhookRefreshes = GroupCommit<ClaimedWebhook, ClaimedWebhook | null>;

export function createWebhookRefreshes(
  write: GroupCommitOptions<ClaimedWebhook, ClaimedWebhook | null>['write'],
): WebhookRefreshes {
  return createGroupCommit({
    size: batchSize,
    inFlight: batchesInFlight,
    waitMs: 0,
    party: { kind: 'work', name: 'webhook claims' },
    write,
  });
}
