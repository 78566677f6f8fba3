/** What a worker process does: runs turns as they are asked for, and sweeps once a second. Job to verb, no logic. */
import type { PgBoss } from 'pg-boss';
import type { App } from '../context.ts';
import { asParty } from '../db/party.ts';
import { inFlight } from '../messages/in-flight.ts';
import { sendTurn } from '../messages/send-turn.ts';
import { sweepMessages } from '../messages/sweep-messages.ts';
import { eraseTurn } from '../people/erase-turn.ts';
import { sweepErasures } from '../people/sweep-erasures.ts';
import { analyzeGrowth } from '../queue/analyze-growth.ts';
import { type QueueName, type TurnKey, turnConcurrency } from '../queue/jobs.ts';
import { sweepRetention } from '../retention/sweep-retention.ts';
import { checkSendingDomain } from '../sending-domain/check-sending-domain.ts';
import { sweepSendingDomains } from '../sending-domain/sweep-sending-domains.ts';
import { deliverTurn } from '../webhooks/deliver-turn.ts';
import { beginDeliveries, endDeliveries } from '../webhooks/endpoint-window.ts';
import { sweepWebhooks } from '../webhooks/sweep-webhooks.ts';
import { purgeDeletedWorkspaces } from '../workspaces/purge-deleted-workspaces.ts';
import { sweepHealth } from '../workspaces/sweep-health.ts';

/** How often the sweeps look; milliseconds. */
const sweepEvery = 1_000;

const turns: Readonly<Record<QueueName, (app: App, turn: TurnKey) => Promise<void>>> = {
  sending: sendTurn,
  webhooks: deliverTurn,
  domains: checkSendingDomain,
  erasures: eraseTurn,
};

export interface Workers {
  /** Takes no new turn, and waits for what is under way. */
  stop(): Promise<void>;
}

export async function startWorkers(app: App, boss: PgBoss): Promise<Workers> {
  for (const [queue, turn] of Object.entries(turns)) {
    await boss.work<TurnKey>(
      queue,
      { batchSize: 1, localConcurrency: turnConcurrency, pollingIntervalSeconds: 1, burstWhenBatchFull: true },
      async ([job]) => {
        if (job) await asParty({ kind: 'work', name: job.data.platformId }, () => turn(app, job.data));
      },
    );
  }
  beginDeliveries(app);
  const sweeps = [
    sweepMessages,
    sweepWebhooks,
    sweepHealth,
    sweepSendingDomains,
    sweepErasures,
    sweepRetention,
    purgeDeletedWorkspaces,
    analyzeGrowth,
  ].map((sweep) => repeat(app, sweep));
  return {
    async stop() {
      await Promise.all([...sweeps.map((stop) => stop()), ...Object.keys(turns).map((queue) => boss.offWork(queue))]);
      await Promise.all([inFlight(app).settled(), endDeliveries(app)]);
    },
  };
}

/** Runs `work` a second after it last ended, until stopped. A failed one is logged; the next one makes it good. */
function repeat(app: App, work: (app: App) => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = asParty({ kind: 'work', name: 'sweeps' }, () => work(app))
      .catch((error: unknown) => app.log.warn({ err: error }, 'a sweep failed; the next one goes on'))
      .then(() => {
        if (!stopped) timer = setTimeout(run, sweepEvery);
      });
  };
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
