/** What the benches `growth` and `scheduled` measure of one side: milliseconds of the work that the service repeats. */
import type { App } from '../../../src/context.ts';
import { claimMessages } from '../../../src/messages/claims/claim-messages.ts';
import { purges } from '../../../src/retention/purges.ts';
import { stripContent } from '../../../src/retention/strip-content.ts';
import { batchesAWindow } from '../../../src/retention/strip-pages.ts';
import { runPurge } from '../../../src/retention/sweep-retention.ts';
import { looks, sweeps } from '../../../src/workers/start-workers.ts';
import { grownLists } from '../../support/grown/grown-lists.ts';
import { median } from './figures.ts';
import type { GrownSide } from './grown-side.ts';
import type { Database } from './postgres.ts';
import type { TimedRequest } from './start-load.ts';

const claims = 10;
/** Messages of one claim. */
const claimed = 20;
/** Rounds of the looks and sweeps; a pass over all workspaces is over after the first of them. */
const rounds = 5;
const firstRounds = 15;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

interface ClaimedSide {
  readonly app: App;
  readonly database: Database;
  readonly tenant: { readonly platformId: string };
  /** Id of the workspace whose messages are claimed. */
  readonly largest: string;
}

/** Of one claim of the workspace with the most messages. */
export async function timeClaims({ app, tenant, database, largest }: ClaimedSide): Promise<number> {
  const turn = { platformId: tenant.platformId, id: largest };
  const times: number[] = [];
  for (let n = 0; n < claims; n += 1) {
    let count = 0;
    times.push(
      await timeOf(async () => {
        count = (await claimMessages(app, turn, { rows: claimed, past: [] }, { kind: 'open' })).length;
      }),
    );
    if (count !== claimed) throw new Error(`A claim got ${count} of ${claimed} messages.`);
  }
  await database.pool.query("UPDATE messages SET state = 'queued', lease_until = NULL WHERE state = 'sending'");
  return median(times);
}

/** Of one round of everything that a worker looks for and sweeps; by name. */
export async function timeSweeps(
  { app }: Pick<GrownSide, 'app'>,
  count = rounds,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const [name, run] of [...Object.entries(looks), ...Object.entries(sweeps)]) {
    const all: number[] = [];
    for (let n = 0; n < count; n += 1) all.push(await timeOf(() => run(app)));
    times.set(name, median(all));
  }
  return times;
}

export const warmSweeps = (side: Pick<GrownSide, 'app'>) => timeSweeps(side, firstRounds);

/**
 * Of one batch of every removal, on average of a window of content: a batch of what goes page by page is like none before it.
 * A side that has no content left would do less than the other.
 */
export async function timeRetention({ app }: GrownSide): Promise<number> {
  const taken = await timeOf(async () => {
    for (let n = 0; n < batchesAWindow; n += 1) {
      for (const purge of purges) {
        const hasMore = await runPurge(app, purge);
        if (purge === stripContent && !hasMore) throw new Error('A side has no content left to strip.');
      }
    }
  });
  return taken / batchesAWindow;
}

/** A request for each list that the platform's key may ask for. */
export async function listRequests({ world, tenant, things }: GrownSide): Promise<readonly TimedRequest[]> {
  const requests: TimedRequest[] = [];
  for (const { name, field } of grownLists(things, 'ref:grown-0', world.now())) {
    const query = `{ ${field} }`;
    if ((await tenant.ask(query)).refusal?.code === 'forbidden') continue;
    requests.push({ name, method: 'POST', path: '/graphql', body: JSON.stringify({ query }) });
  }
  return requests;
}
