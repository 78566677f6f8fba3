/**
 * A start waits for a database that starts beside it, in a failover, or until a standby is promoted
 * (docs/rules.md#waiting-for-the-database).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../../ground/config/config.ts';
import { databaseCode } from '../database-code.ts';
import { connectionTo } from './connection-to.ts';
import { isUnavailable } from './is-unavailable.ts';
import { WithoutTls } from './open-way.ts';
import { type PulseRow, pulseQuestion } from './read-pulse.ts';

/** Time that a start waits, in milliseconds: then it ends, and says why. */
const patience = 60_000;
const pause = 250;
/** Between two lines of the log, in milliseconds. */
const tellEvery = 10_000;
/** Time for one try, in milliseconds. */
const tryTime = 5_000;

/** Receives a line; the service's log is one. */
interface WaitLog {
  warn(details: object, message: string): void;
}

/** How time passes while a start waits. */
export interface Passing {
  /** Milliseconds. */
  readonly monotonic: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

const really: Passing = { monotonic: () => performance.now(), pause: (ms) => sleep(ms) };

/** Resolves once the database takes writes. Rejects with a ConfigError after a minute, and at once where it refuses us. */
export async function awaitDatabase(
  variable: string,
  url: string,
  log: WaitLog,
  passing: Passing = really,
): Promise<void> {
  const began = passing.monotonic();
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const reason = await whatIsMissing(url);
    if (reason === null) return;
    const now = passing.monotonic();
    if (now - began > patience) {
      throw new ConfigError([`${variable}: ${reason}; waited ${patience / 1_000} seconds for it`]);
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
    // Waiting does not mend the URL.
    if (error instanceof WithoutTls) throw error;
    if (isUnavailable(error)) return `the database does not answer (${String(code ?? 'no connection in time')})`;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const onlyReads = 'the database only reads, as a standby does';
