/**
 * Chooses the host of a URL with several, and TLS where `sslmode` leaves it open (docs/rules.md#database-urls), by
 * trial connections as libpq makes them. What was found serves until it fails, or for a second where a host must take
 * writes: it may have become a standby.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { DatabaseUrl } from '../../ground/config/database-url.ts';
import { databaseCode } from '../database-code.ts';
import { type Way, waysTo } from './open-way.ts';

export interface WayChooser {
  choose(): Promise<Way>;
  /** The way failed: the next choice tries all again. */
  forget(way: Way): void;
}

/** For how long a host is taken for one that takes writes; milliseconds. */
const trustedFor = 1_000;
/** Time for a trial, where the URL names none and another host may be better; milliseconds. */
const trialTime = 2_000;

/** `open`: makes the stream of a way, as node-postgres takes it. */
export function createWayChooser(url: DatabaseUrl, open: (way: Way) => Duplex): WayChooser {
  const ways = url.hosts.map((host) => waysTo(host, url));
  const [first] = ways.flat();
  if (first === undefined) throw new Error('The URL of a database has no host');
  const isOnly = ways.flat().length === 1 && url.attributes === 'any';
  let known: { readonly way: Way; readonly at: number } | null = null;
  let finding: Promise<Way> | null = null;

  async function find(): Promise<Way> {
    let failure: unknown;
    for (const each of ways) {
      for (const way of each) {
        try {
          if (await fits(way)) {
            known = { way, at: performance.now() };
            return way;
          }
          failure = Object.assign(new Error('No host of the URL takes writes'), { code: '25006' });
          // The other way leads to the same server.
          break;
        } catch (error) {
          failure = error;
        }
      }
      // A server that answers and refuses would be alike elsewhere: the name, the password or the database is wrong.
      if (isRefusal(failure)) throw failure;
    }
    throw failure;
  }

  async function fits(way: Way): Promise<boolean> {
    const stream = open(way);
    const trial = new pg.Client({
      ...loginOf(url),
      application_name: 'tidings-trial',
      connectionTimeoutMillis: url.connectTimeout ?? trialTime,
      query_timeout: url.connectTimeout ?? trialTime,
      stream: () => stream,
    });
    trial.on('error', () => undefined);
    try {
      await trial.connect();
      if (url.attributes === 'any') return true;
      const { rows } = await trial.query<{ primary: boolean; writes: boolean }>(
        `SELECT NOT pg_catalog.pg_is_in_recovery() AS primary,
                pg_catalog.current_setting('transaction_read_only') = 'off' AS writes`,
      );
      const [found] = rows;
      return Boolean(url.attributes === 'primary' ? found?.primary : found?.writes);
    } finally {
      endTrial(trial, stream);
    }
  }

  return {
    async choose() {
      if (isOnly) return first;
      if (known && (url.attributes === 'any' || performance.now() - known.at < trustedFor)) return known.way;
      finding ??= find().finally(() => {
        finding = null;
      });
      return finding;
    },
    forget(way) {
      if (known?.way === way) known = null;
    },
  };
}

/** Ends a trial without waiting for it: a server that is frozen, or gone behind a firewall, never says goodbye. */
function endTrial(trial: pg.Client, stream: Duplex): void {
  const late = setTimeout(() => stream.destroy(), trialTime);
  stream.once('close', () => clearTimeout(late));
  void trial.end().catch(() => undefined);
}

/** Of node-postgres' configuration. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user?: string;
  readonly password?: string;
  readonly options?: string;
  readonly ssl: false;
}

/** What node-postgres sends of a URL. TLS and the host are the stream's. */
export function loginOf({ user, password, database, hosts, options }: DatabaseUrl): Login {
  const [{ host, port } = { host: 'localhost', port: 5_432 }] = hosts;
  return {
    // A folder would be a Unix socket to the driver too, which it need not know.
    host: host.startsWith('/') ? 'localhost' : host,
    port,
    database,
    ssl: false,
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : { password }),
    ...(options === '' ? {} : { options }),
  };
}

/** invalid_authorization_specification, invalid_catalog_name and their like. */
function isRefusal(error: unknown): boolean {
  const code = databaseCode(error);
  return typeof code === 'string' && /^(?:28|3D)/.test(code);
}
