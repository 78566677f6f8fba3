/**
 * What a worker process does: runs turns as they are asked for, looks for due rows, and sweeps. A job becomes an
 * ask; src/workers/process-turns.ts names the verb of each queue.
 *
 * How long a due row waits for its turn while a process is idle, at most (milliseconds):
 *
 * | what happened | found by | bound |
 * |---|---|---|
 * | asked for in this process | the ask itself, which fetches at once | 0 |
 * | asked for in another process | PostgreSQL's notice | 0 |
 * | the notice was lost | this process's next fetch | `fetchEvery` = 500 |
 * | the ask was lost, or the row became due by time | the next look at due rows, which asks here | `lookEvery` = 400 |
 * | the `send_at` of mail that leaves later came | the sweep, then its ask | `sweepEvery` = 1,000 |
 * | a lease ran out (its process died) | the sweep, then the look | `sweepEvery` + `lookEvery` = 1,400 |
 *
 * Looks take no lock and run apart from the sweeps, so no slow or stuck sweep of any process delays them. A turn waits
 * for no other turn that only waits for other machines: `queueRules` in src/turns/jobs.ts lets many run at once, and
 * `pressed` of src/turns/queue-turns.ts ends them early.
 */
import type { PgBoss } from 'pg-boss';
import { sweepAlerts } from '../alerts/sweep-alerts.ts';
import type { App } from '../context.ts';
import { analyzeGrowth } from '../db/analyze-growth.ts';
import { releaseMessages } from '../events/scheduled/release-messages.ts';
import { foldFigures } from '../figures/fold-figures.ts';
import { askForImports } from '../imports/ask-for-imports.ts';
import { sweepImports } from '../imports/sweep-imports.ts';
import { sweepLive } from '../live/sweep-live.ts';
import { askForDueMessages } from '../messages/claims/ask-for-due-messages.ts';
import { shareExchangerPaces } from '../messages/exchangers/share-exchanger-paces.ts';
import { sweepMessages } from '../messages/outcomes/sweep-messages.ts';
import { sweepErasures } from '../people/sweep-erasures.ts';
import { sweepPictureStore } from '../pictures/store/sweep-picture-store.ts';
import { sweepPartitions } from '../retention/partitions/sweep-partitions.ts';
import { sweepRetention } from '../retention/sweep-retention.ts';
import { sweepSendingDomains } from '../sending-domain/sweep-sending-domains.ts';
import { type QueueName, queueRules, queues, type TurnJob } from '../turns/jobs.ts';
import { askForDueWebhooks } from '../webhooks/delivery/ask-for-due-webhooks.ts';
import { sweepWebhooks } from '../webhooks/delivery/sweep-webhooks.ts';
import { stepRedeliveries } from '../webhooks/redelivery/step-redeliveries.ts';
import { purgeDeletedWorkspaces } from '../workspaces/deletion/purge-deleted-workspaces.ts';
import { sweepHealth } from '../workspaces/health/sweep-health.ts';
import { repeat } from './repeat.ts';

/** From the end of one look at due rows to the next; milliseconds. */
const lookEvery = 400;
/** From the end of one sweep to the next; milliseconds. */
const sweepEvery = 1_000;
/**
 * The same after a sweep that found less than it may remove: rows are kept for hours, days or years
 * (docs/rules.md#retention).
 */
const removeEvery = 30_000;
/** How often each queue is asked for jobs when no notice comes; milliseconds. pg-boss takes no less. */
const fetchEvery = 500;
/** Jobs of one fetch. Other processes get the rest. */
const jobsAFetch = 20;

/** Each asks for the turns of one queue's due rows. */
export const looks = { askForDueMessages, askForDueWebhooks, sweepSendingDomains, sweepErasures, askForImports };
export const sweeps = {
  sweepMessages,
  releaseMessages,
  shareExchangerPaces,
  sweepWebhooks,
  stepRedeliveries,
  sweepHealth,
  purgeDeletedWorkspaces,
  sweepLive,
  analyzeGrowth,
  foldFigures,
  sweepImports,
  sweepAlerts,
  sweepPictureStore,
};

export interface Workers {
  /** Fetches jobs of the queue now. */
  fetch(queue: QueueName): void;
  /** Takes no new turn, and waits for turns and attempts under way. */
  stop(): Promise<void>;
}

export async function startWorkers(app: App, boss: PgBoss): Promise<Workers> {
  const { turns, inFlight, deliveries } = app.parts;
  for (const queue of queues) turns[queue].open();
  const fetchers = new Map<QueueName, string>();
  for (const queue of queues) {
    const fetcher = await boss.work<TurnJob>(
      queue,
      {
        batchSize: jobsAFetch,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: fetchEvery / 1_000,
        // pg-boss looks again after 30 seconds, unless told otherwise, while it trusts the notices.
        notifyPollingIntervalSeconds: fetchEvery / 1_000,
      },
      async (jobs) => {
        for (const { data } of jobs) for (const key of data.keys) turns[queue].ask(key);
        if (queueRules[queue].fetchWaitsForRoom) await turns[queue].hasRoom();
      },
    );
    fetchers.set(queue, fetcher);
  }
  const repeats = [
    ...Object.entries(looks).map(([name, look]) => repeat(app, look, lookEvery, { name })),
    ...Object.entries(sweeps).map(([name, sweep]) => repeat(app, sweep, sweepEvery, { name })),
    repeat(app, sweepRetention, sweepEvery, { rest: removeEvery, name: 'sweepRetention' }),
    repeat(app, sweepPartitions, removeEvery, { name: 'sweepPartitions' }),
  ];
  return {
    fetch(queue) {
      const fetcher = fetchers.get(queue);
      if (fetcher !== undefined) boss.notifyWorker(fetcher);
    },
    async stop() {
      await Promise.all([
        ...repeats.map((stop) => stop()),
        ...queues.map((queue) => boss.offWork(queue)),
        // Until these have ended, the webhooks that they cause still go out.
        ...queues.filter((queue) => queue !== 'webhooks').map((queue) => turns[queue].close()),
      ]);
      await Promise.all([inFlight.settled(), turns.webhooks.close()]);
      await deliveries.settled();
    },
  };
}
