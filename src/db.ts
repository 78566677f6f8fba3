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

/**
 * How long a request waits for one of the busy connections or for a new one, in milliseconds: a crowd is no outage. Of
 * one that never answers its pulse tells sooner.
 */
const connectionTimeout = 10_000;
/** How long a connection is kept for the next crowd, in milliseconds. */
const idleTime = 60_000;

export function openDb({ url, connections, onError }: DbOptions): Db {
  const pulse = watchPulse(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeout,
    stream: pulse.openSocket,
    idleTimeoutMillis: idleTime,
    application_name: 'tidings',
  });
  pool.on('error', onError);
  // The pool listens to idle connections alone; one that breaks in a request's hands must not end the process either.
  pool.on('connect', (client) => client.on('error', onError));
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
