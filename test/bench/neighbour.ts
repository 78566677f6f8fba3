import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Bench } from './kit/bench.ts';
import { copyMessages } from './kit/copy-messages.ts';
import { percentile } from './kit/figures.ts';
import { recipientOf, workspaceReference } from './kit/load-requests.ts';
import { startPostgres } from './kit/postgres.ts';
import { prepareMail } from './kit/prepare-mail.ts';
import { runPairs } from './kit/run-pairs.ts';
import { startLoad } from './kit/start-load.ts';
import { startMailSink } from './kit/start-mail-sink.ts';
import { startService } from './kit/start-service.ts';

/** Queued messages of the other workspace. */
const queued = 100_000;
const leastQueued = 2_000;
/** Emits a second of the workspace that is measured. */
const rate = 20;
/** All its mails are out within this time; seconds. */
const patience = 60;
/** After the backlog appeared, before the measurement: its first turns are under way; milliseconds. */
const settling = 2_000;
const lookEvery = 50;

/** The workspace of the load's `emit-one`, and the one with the backlog. */
const crowded = workspaceReference(1);

export const bench: Bench = {
  name: 'neighbour',
  measures: `p99 from an emit's planned time to DATA at the sink, ${rate} emits a second of one workspace, while another workspace of the same platform has 100,000 messages queued; beside the same alone. One process accepts and sends.`,
  async run(lab) {
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const { platform } = await prepareMail(lab, database);
    const sink = await startMailSink(lab);
    const service = await startService(lab, { databaseUrl: database.url, roles: 'api,worker', relayPort: sink.port });
    const load = await startLoad(lab);
    const where = { url: service.url, apiKey: platform.apiKey, kind: 'emit-one' } as const;
    const count = lab.sized(queued, leastQueued);
    const { pool } = database;
    let first = 1;

    const measure = async () => {
      await sink.record();
      const { plannedAt } = await load.open(where, { rate, seconds: lab.settings.seconds });
      const waited = new Map<number, number>();
      for (const until = Date.now() + patience * 1_000; waited.size < plannedAt.length; await sleep(lookEvery)) {
        const dataAt = await sink.recorded();
        for (const [n, planned] of plannedAt) {
          const at = dataAt.get(recipientOf(n));
          if (at !== undefined) waited.set(n, at - planned);
        }
        if (Date.now() > until) throw new Error(`${plannedAt.length - waited.size} mails did not come.`);
      }
      return percentile([...waited.values()], 0.99);
    };
    const left: number[] = [];
    const beside = async () => {
      await copyMessages(pool, { first, count, state: 'queued', references: [crowded], days: 0 });
      first += count;
      await sleep(settling);
      const p99 = await measure();
      const { rows } = await pool.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM messages m JOIN workspaces w ON w.id = m.workspace_id
         WHERE w.reference = $1 AND m.state = 'queued'`,
        [crowded],
      );
      left.push(rows[0]?.left ?? 0);
      await removeBacklog();
      return p99;
    };
    const removeBacklog = async () => {
      await pool.query(
        `UPDATE messages m SET state = 'expired', ended_at = now() FROM workspaces w
         WHERE w.id = m.workspace_id AND w.reference = $1 AND m.state = 'queued'`,
        [crowded],
      );
      await pool.query('VACUUM ANALYZE messages');
      await sleep(settling);
    };

    await measure();
    const pairs = await runPairs(lab, 'ms', beside, measure);
    if (Math.min(...left) === 0) throw new Error('The backlog was gone before the end of a measurement.');
    return {
      figures: [{ name: 'neighbour', pairs, unit: 'ms (p99)', target: atMost(2, 1.3) }],
      notes: [`A backlog of ${count}, of which at least ${Math.min(...left)} were still queued at the end.`],
      profiled: { service, run: beside },
    };
  },
};
