/**
 * The database: one pool, which hot paths speak raw SQL over (emit, claims, outcomes) and Prisma reads and writes
 * everything else over. May import npm, prisma/generated and its pulse alone.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../prisma/generated/client.ts';
import { watchPulse } from './db-pulse.ts';

/** Anything that takes a query: the pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

export interface Db {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Runs `work` in a transaction on one connection; commits what it returns from, rolls back what it throws from. */
  transaction<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface DbOptions {
  readonly url: string;
  readonly connections: number;
  /** Connections break when the server restarts; that is no crash of ours. */
  readonly onError: (error: Error) => void;
}

/** How long a connection may take to be made before the database counts as out of reach, in milliseconds. */
const connectTimeout = 1_500;
/** How long a request waits for one of the busy connections, in milliseconds: a crowd is no outage. */
const turnTimeout = 10_000;

/** How long a connection is kept for the next crowd, in milliseconds. */
const idleTime = 60_000;

export function openDb({ url, connections, onError }: DbOptions): Db {
  /** Connections that somebody waits on. */
  const busy = new Set<pg.PoolClient>();
  const pulse = watchPulse({
    url,
    // Who waits for an answer is told so. These connections cannot be trusted again.
    onSilence: () => {
      for (const client of busy) if (client instanceof pg.Client) void client.end().catch(onError);
    },
  });
  /** The pool has one time for both waits; its connections have the shorter one, and none while nobody answers. */
  class Connection extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super({ ...settings, connectionTimeoutMillis: pulse.isSilent() ? 1 : connectTimeout });
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: turnTimeout,
    Client: Connection,
    idleTimeoutMillis: idleTime,
    application_name: 'tidings',
  });
  pool.on('error', onError);
  // The pool listens to idle connections alone; one that breaks in a request's hands must not end the process either.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_error, client) => busy.delete(client));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    pool,
    prisma,
    async transaction(work) {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((broken: Error) => {
          failure = broken;
        });
        throw error;
      } finally {
        // A connection that cannot even roll back is closed, not given to the next request.
        client.release(failure);
      }
    },
    async close() {
      pulse.stop();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
