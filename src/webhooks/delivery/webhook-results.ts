/** The results of attempts at webhooks wait here to be written in batches. */
import { createDividedCommit, isConflict } from '../../db/divided-commit.ts';
import type { GroupCommit } from '../../db/group-commit.ts';
import type { Db } from '../../db/pool.ts';
import { retryWrite } from '../../db/retry-write.ts';
import type { Log } from '../../ground/log.ts';
import type { PostResult } from '../../transport/post/guarded-post.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly webhookResults: WebhookResults;
  }
}

const batchSize = 128;
const batchesInFlight = 2;
/** How long a result waits for others to share its batch; milliseconds. Accepted webhooks hold no slot meanwhile. */
const wait = 10;

export interface WebhookResult {
  readonly webhook: ClaimedWebhook;
  readonly at: Date;
  readonly result: PostResult;
}

export type WebhookResults = GroupCommit<WebhookResult, void>;

interface WebhookResultsOptions {
  readonly db: Db;
  readonly log: Log;
  readonly write: (results: readonly WebhookResult[]) => Promise<void>;
}

export function createWebhookResults({ db, log, write }: WebhookResultsOptions): WebhookResults {
  return createDividedCommit<WebhookResult, void>({
    size: batchSize,
    inFlight: batchesInFlight,
    waitMs: wait,
    party: { kind: 'work', name: 'webhook results' },
    platformOf: ({ webhook }) => webhook.platformId,
    write: async (results) => {
      await retryWrite({ db, log, unless: isConflict }, () => write(results));
      return results.map(() => ({ answer: undefined }));
    },
    writeApart: async (results) => {
      await retryWrite({ db, log }, () => write(results));
      return results.map(() => ({ answer: undefined }));
    },
  });
}
