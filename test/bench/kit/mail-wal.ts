/** Bytes of WAL of one mail: its emit, its claim, its attempt, its outcome, its webhooks and what is counted of it. */
import type { Pair } from './bench.ts';
import type { GrownSide } from './grown-side.ts';
import type { Lab } from './lab.ts';
import { runPairs } from './run-pairs.ts';
import type { Load } from './start-load.ts';
import { startMailSink } from './start-mail-sink.ts';
import { startService } from './start-service.ts';
import { walBytesEach } from './wal-bytes.ts';

/** Mails of one measurement. */
const full = 20_000;
const least = 500;
/** Until all are out; seconds. */
const patience = 300;
const connections = 16;

/** A service that sends takes the place of nobody: what waits is ended first, so that no other mail goes out. */
export async function mailWal(
  lab: Lab,
  load: Load,
  { ours, yardstick }: Readonly<Record<'ours' | 'yardstick', GrownSide>>,
): Promise<readonly Pair[]> {
  const [atOurs, atYardstick] = [await sending(lab, load, ours), await sending(lab, load, yardstick)];
  return runPairs(lab, 'bytes', atOurs, atYardstick);
}

async function sending(lab: Lab, load: Load, { database, tenant }: GrownSide): Promise<() => Promise<number>> {
  await database.pool.query("UPDATE messages SET state = 'expired', ended_at = now() WHERE state = 'queued'");
  const sink = await startMailSink(lab);
  const service = await startService(lab, { databaseUrl: database.url, roles: 'api,worker', relayPort: sink.port });
  const where = { url: service.url, apiKey: tenant.token, kind: 'emit' } as const;
  const count = lab.sized(full, least);
  return () =>
    walBytesEach(database.pool, async () => {
      const before = await sink.taken();
      await load.closed(where, { connections, count });
      await sink.waitFor(before + count, patience);
      return count;
    });
}
