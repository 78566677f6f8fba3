/** The results of attempts at webhooks wait here; `writeResults` writes a batch. */
import type { App } from '../../context.ts';
import { createDividedCommit, isConflict } from '../../db/writes/divided-commit.ts';
import type { GroupCommit } from '../../db/writes/group-commit.ts';
import { retryWrite } from '../../db/writes/retry-write.ts';
import { type WebhookResult, writeResults } from './record-attempts.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Written by `writeResults`. */
    readonly webhookResults: WebhookResults;
  }
}

const batchSize = 128;
const batchesInFlight = 2;
/** How long a result waits for others to share its batch; milliseconds. Accepted webhooks hold no slot meanwhile. */
const wait = 10;

export type WebhookResults = GroupCommit<WebhookResult, void>;

export function createWebhookResults(app: App): WebhookResults {
  const { db, log } = app;
  return createDividedCommit<WebhookResult, void>({
    size: batchSize,
    inFlight: batchesInFlight,
    waitMs: wait,
    party: { kind: 'work', name: 'webhook results' },
    platformOf: ({ webhook }) => webhook.platformId,
    write: async (results, limits) => {
      await retryWrite({ db, log, unless: isConflict }, () => writeResults(app, results, limits));
      return results.map(() => ({ answer: undefined }));
    },
    writeApart: async (results) => {
      await retryWrite({ db, log }, () => writeResults(app, results));
      return results.map(() => ({ answer: undefined }));
    },
  });
}
