import { claimMessages } from '../../src/messages/claims/claim-messages.ts';
import { atLeast, type Bench } from './kit/bench.ts';
import { type Side, startSides } from './kit/citus-sides.ts';
import { type Asked, countAsked } from './kit/cluster-counts.ts';
import { emitConnections } from './kit/emit-place.ts';
import { rounded } from './kit/figures.ts';
import { withProcessorUse } from './kit/processor-use.ts';
import { runPairs } from './kit/run-pairs.ts';
import { startLoad } from './kit/start-load.ts';

/** Messages of one claim; each workspace has a claim at once. */
const claimed = 20;
const rounds = 10;

/** Messages a second, over rounds of a claim in each workspace. */
async function claimRate({ app, platformId, workspaces, pool, setClock }: Side): Promise<number> {
  setClock();
  let time = 0;
  let count = 0;
  for (let n = 0; n < rounds; n += 1) {
    const from = performance.now();
    const found = await Promise.all(
      workspaces.map((id) => claimMessages(app, { platformId, id }, { rows: claimed, past: [] }, { kind: 'open' })),
    );
    time += performance.now() - from;
    count += found.flat().length;
    await pool.query(
      "UPDATE messages SET state = 'queued', lease_until = NULL, attempt_number = 0 WHERE state = 'sending'",
    );
  }
  if (count !== rounds * claimed * workspaces.length) throw new Error(`The claims got ${count} messages.`);
  return (count / time) * 1_000;
}

const each = (what: string, { statements, commands, ends, shards }: Asked, count: number) =>
  `${what}: ${[
    `${rounded(statements / count)} statements to the coordinator`,
    `${rounded(commands / count)} commands to workers, ${rounded(ends / count)} of them for transactions alone`,
    `${rounded(shards / count)} shards asked`,
  ].join(', ')}.`;

export const bench: Bench = {
  name: 'citus',
  measures:
    'Emits a second over REST, 64 connections, 20 workspaces, and messages claimed a second, on a coordinator with two workers, beside one database on the same build of PostgreSQL; all on this machine. CITUS_ARCHIVE names an archive of Citus’s source.',
  async run(lab) {
    const { seconds } = lab.settings;
    const { cluster, one, coordinator, workers, single } = await startSides(lab);
    const load = await startLoad(lab);
    const emits = async ({ where }: Side) => (await load.closed(where, { connections: emitConnections, seconds })).rate;
    for (const side of [cluster, one]) {
      await emits(side);
      await side.pool.query('ANALYZE');
      await claimRate(side);
    }
    const emitted = await runPairs(
      lab,
      'emits a second',
      () => emits(cluster),
      () => emits(one),
    );
    const claims = await runPairs(
      lab,
      'messages a second',
      () => claimRate(cluster),
      () => claimRate(one),
    );
    const pids = {
      coordinator: coordinator.pid(),
      ...Object.fromEntries(workers.map((worker, n) => [`worker ${n + 1}`, worker.pid()])),
      single: single.pid(),
      load: load.pid,
    };
    const use = async (side: Side) =>
      (await withProcessorUse({ ...pids, service: side.service.pid }, () => emits(side))).note;
    let sent = 0;
    const ofEmits = await countAsked(cluster.pool, coordinator, async () => {
      sent = (await emits(cluster)) * seconds;
    });
    const ofClaims = await countAsked(cluster.pool, coordinator, () => claimRate(cluster));
    return {
      figures: [
        { name: 'citus claims', pairs: claims, unit: 'messages a second', target: atLeast(0.6, 1) },
        { name: 'citus', pairs: emitted, unit: 'emits a second', target: atLeast(0.6, 1) },
      ],
      notes: [
        `Cluster: ${await use(cluster)}.`,
        `One database: ${await use(one)}.`,
        each('An emit', ofEmits, sent),
        each('A claimed message', ofClaims, rounds * claimed * cluster.workspaces.length),
      ],
      profiled: { service: cluster.service, run: () => emits(cluster) },
    };
  },
};
