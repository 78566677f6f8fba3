import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Bench } from './kit/bench.ts';
import { copyMessages } from './kit/copy-messages.ts';
import { workspaceReference, workspaces } from './kit/load-requests.ts';
import { requirePostfix, sendCopies, startSmtpSink } from './kit/postfix.ts';
import { startPostgres } from './kit/postgres.ts';
import { prepareMail } from './kit/prepare-mail.ts';
import { withProcessorUse } from './kit/processor-use.ts';
import { runPairs } from './kit/run-pairs.ts';
import { startService } from './kit/start-service.ts';

const unit = 'mails a second';
/** Mails of one measurement for each of its seconds. */
const oursASecond = 800;
const yardstickASecond = 5_000;
const sessions = 8;
/** All mails of a measurement are out within this time; seconds. */
const patience = 240;
/** How often the count is read until the first mail comes; milliseconds. */
const lookEvery = 10;
/** Before the next measurement, so that outcomes are written; milliseconds. */
const rest = 1_000;

export const bench: Bench = {
  name: 'smtp',
  measures: `The sending hop alone: a backlog of queued messages in 20 workspaces, claimed, rendered, DKIM signed and sent by one worker to smtp-sink, from the first mail to the last; beside smtp-source sending one such mail again and again to the same sink, ${sessions} sessions.`,
  async run(lab) {
    await requirePostfix();
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const { mail } = await prepareMail(lab, database);
    const sink = await startSmtpSink(lab);
    const service = await startService(lab, { databaseUrl: database.url, roles: 'worker', relayPort: sink.port });
    const { seconds } = lab.settings;
    const references = Array.from({ length: workspaces }, (_none, n) => workspaceReference(n));
    const count = Math.max(200, Math.round(oursASecond * seconds));
    const fedCount = Math.max(1_000, Math.round(yardstickASecond * seconds));
    let first = 1;

    const ours = async () => {
      const before = await sink.taken();
      await copyMessages(database.pool, { first, count, state: 'queued', references, days: 0 });
      first += count;
      let came = 0;
      for (; came === 0; await sleep(lookEvery)) came = (await sink.taken()) - before;
      const started = performance.now();
      await sink.waitFor(before + count, patience);
      const rate = (count - came) / ((performance.now() - started) / 1_000);
      await sleep(rest);
      return rate;
    };
    const yardstick = async () => {
      const started = performance.now();
      await sendCopies(lab, { mail, count: fedCount, sessions, port: sink.port });
      return fedCount / ((performance.now() - started) / 1_000);
    };

    await ours();
    await yardstick();
    await database.pool.query('ANALYZE');
    const pairs = await runPairs(lab, unit, ours, yardstick);
    const { note } = await withProcessorUse({ service: service.pid, PostgreSQL: postgres.pid, sink: sink.pid }, ours);
    return {
      figures: [{ name: 'smtp', pairs, unit, target: atLeast(0.1, 0.3) }],
      notes: [`Ours: ${note}.`],
      profiled: { service, run: ours },
    };
  },
};
