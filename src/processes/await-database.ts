/** A start waits for its database: beside it, in a failover, or as a standby until it is promoted. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo } from '../db/connection-to.ts';
import { databaseCode } from '../db/database-code.ts';
import { isUnavailable } from '../db/is-unavailable.ts';
import { type PulseRow, pulseQuestion } from '../db/pulse.ts';
import type { Log } from '../log.ts';
import { StartFault } from './start-fault.ts';

/** Time that a start waits, in milliseconds: then it ends, and says why. */
const patience = 60_000;
const pause = 250;
/** Between two lines of the log, in milliseconds. */
const tellEvery = 10_000;
/** Time for one try, in milliseconds. */
const tryTime = 5_000;

/** How time passes while a start waits. */
export interface Passing {
  /** Milliseconds. */
  readonly monotonic: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

const really: Passing = { monotonic: () => performance.now(), pause: (ms) => sleep(ms) };

/** Resolves once the database takes writes. Rejects with a StartFault after a minute, and at once where it refuses us. */
export async function awaitDatabase(
  variable: string,
  url: string,
  log: Pick<Log, 'warn'>,
  passing: Passing = really,
): Promise<void> {
  const began = passing.monotonic();
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const reason = await whatIsMissing(url);
    if (reason === null) return;
    const now = passing.monotonic();
    if (now - began > patience) {
      throw new StartFault(`${variable}: ${reason}, and did not for ${patience / 1_000} seconds`);
    }
    if (now - toldAt >= tellEvery) {
      log.warn({ variable, reason }, 'waiting for the database');
      toldAt = now;
    }
    await passing.pause(pause);
  }
}

async function whatIsMissing(url: string): Promise<string | null> {
  const client = new pg.Client({
    ...connectionTo(url),
    application_name: 'tidings',
    connectionTimeoutMillis: tryTime,
    query_timeout: tryTime,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<PulseRow>(pulseQuestion);
    return rows[0]?.onlyReads ? onlyReads : null;
  } catch (error) {
    const code = databaseCode(error);
    if (code === '25006') return onlyReads;
    if (isUnavailable(error)) return `the database does not answer (${String(code ?? 'no connection in time')})`;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const onlyReads = 'the database only reads, as a standby does';
