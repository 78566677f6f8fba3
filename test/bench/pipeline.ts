import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Bench } from './kit/bench.ts';
import { emitConnections } from './kit/emit-place.ts';
import { requirePostfix, sendCopies, startRelay, startSmtpSink } from './kit/postfix.ts';
import { startPostgres } from './kit/postgres.ts';
import { prepareMail } from './kit/prepare-mail.ts';
import { withProcessorUse } from './kit/processor-use.ts';
import { runPairs } from './kit/run-pairs.ts';
import { startLoad } from './kit/start-load.ts';
import { startService } from './kit/start-service.ts';

const unit = 'mails a second';
/** Mails of one measurement for each of its seconds: about as many as either side takes in one. */
const mailsASecond = 600;
/** Sessions that feed Postfix; more do not make it faster. */
const sessions = 20;
/** All mails of a measurement are out within this time; seconds. */
const patience = 240;
/** Before the next measurement, so that outcomes are written; milliseconds. */
const rest = 1_000;

export const bench: Bench = {
  name: 'pipeline',
  measures:
    'From the first emit over REST to the last 250 of the SMTP sink, DKIM signed, accepting and sending at once, all roles in each process; beside Postfix, which takes the same finished mails by SMTP and relays them to the same sink.',
  async run(lab) {
    await requirePostfix();
    const postgres = await startPostgres(lab);
    const database = await postgres.database('bench');
    const {
      platform: { apiKey },
      mail,
    } = await prepareMail(lab, database);
    const sink = await startSmtpSink(lab);
    const relay = await startRelay(lab, sink.port);
    const all = 'api,worker,inbound';
    const service = await startService(lab, { databaseUrl: database.url, roles: all, relayPort: sink.port });
    const load = await startLoad(lab);
    const where = { url: service.url, apiKey, kind: 'emit' } as const;
    const count = Math.max(100, Math.round(mailsASecond * lab.settings.seconds));

    const measure = async (work: () => Promise<unknown>) => {
      const before = await sink.taken();
      const started = performance.now();
      const [, end] = await Promise.all([work(), sink.waitFor(before + count, patience).then(() => performance.now())]);
      await sleep(rest);
      return count / ((end - started) / 1_000);
    };
    const ours = () => measure(() => load.closed(where, { connections: emitConnections, count }));
    const yardstick = () => measure(() => sendCopies(lab, { mail, count, sessions, port: relay.port }));

    await ours();
    await yardstick();
    await database.pool.query('ANALYZE');
    const pairs = await runPairs(lab, unit, ours, yardstick);
    const pids = { PostgreSQL: postgres.pid, load: load.pid, sink: sink.pid };
    const { note } = await withProcessorUse({ service: service.pid, ...pids }, ours);
    return {
      figures: [{ name: 'pipeline', pairs, unit, target: atLeast(1, 1.5) }],
      notes: [`Ours: ${note}.`, `${count} mails of ${Buffer.byteLength(mail)} bytes in each measurement.`],
      profiled: { service, run: ours },
    };
  },
};
