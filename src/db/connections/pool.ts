/**
 * The database: one pool. Writes, locks and hot reads are SQL on the pool; Prisma runs the other reads on the same pool
 * and writes nothing.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../../prisma/generated/client.ts';
import { CountingClient, hasReadBudget } from '../../ground/lists/read-budget.ts';
import type { ClockReading } from '../clock/database-clock.ts';
import { readOnOwnBudgets } from '../own-budget-reads.ts';
import { commitBeside } from '../writes/beside-commit.ts';
import type { RoomUse } from './connection-room.ts';
import { connectionTo } from './connection-to.ts';
import { FairPool } from './fair-pool.ts';
import { type Listener, openListener } from './listener.ts';
import { PooledClient } from './pooled-client.ts';
import { type PulseWatch, watchPulse } from './pulse.ts';
import { createReach, type Reach } from './reach.ts';
import { beginTransaction, forSession } from './session-settings.ts';
import { requestLimits, type TimeLimits } from './time-limits.ts';

/** The pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

export interface Db {
  /** Where its pool leads. */
  readonly url: string;
  readonly pool: pg.Pool;
  /**
   * Work with a budget (read-budget.ts) gets a client of its own. Prisma joins equal reads of one moment: a read of a write
   * or a worker must never be part of a statement that a budget may drop.
   */
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in a transaction on one connection; commits when `work` returns, rolls back when it throws. `limits`:
   * those of requests by default. `settings`: further settings of PostgreSQL, such as `enable_sort = off`.
   */
  transaction<Result>(
    work: (client: Queryable) => Promise<Result>,
    limits?: TimeLimits,
    settings?: readonly string[],
  ): Promise<Result>;
  /** Opens a connection that calls `onNotice` for each notice on `channel`. */
  listen(channel: string, onNotice: () => void): Listener;
  /** The latest result of the pulse, without a query: whether the database responds. */
  isAnswering(): boolean;
  /**
   * From when the database has answered without an outage, in `monotonic`'s time: now while an outage lasts; minus
   * infinity: there was none.
   */
  answersSince(): number;
  /** Waits so many milliseconds, or until the database comes back from an outage. */
  pause(ms: number): Promise<void>;
  /** How crowded the pool is and was. */
  use(): PoolUse;
  /** Whether its connections lead to the coordinator of a cluster (src/db/by-workspace.ts); false before the first one. */
  isCluster(): boolean;
  readonly reach: Reach;
  close(): Promise<void>;
}

export interface PoolUse extends RoomUse {
  /** Connections that are open, and those of them that nobody uses. */
  readonly open: number;
  readonly idle: number;
}

export interface DbOptions {
  readonly url: string;
  /** A direct connection for LISTEN, where `url` goes through a pooler. */
  readonly listenUrl?: string;
  readonly connections: number;
  /** Connections break when the server restarts; that must not end the process. */
  readonly onError: (error: Error) => void;
  /** Time that work waits for one of the busy connections; milliseconds. */
  readonly patience?: number;
  /** Time after which a connection is replaced; milliseconds. */
  readonly life?: number;
  /** Names this process among those of the database, such as `api,worker 4711@host`. */
  readonly processName?: string;
  /** The monotonic time of the process; milliseconds. */
  readonly monotonic?: () => number;
  /** Takes what the database's clock said, several times a second. */
  readonly onClock?: (reading: ClockReading) => void;
  /** By how many seconds the machine's clock is ahead, as operators are told. */
  readonly clockOffset?: () => number;
  /** Is told when the database goes and comes back. */
  readonly watch?: PulseWatch;
}

/** Time that work waits behind other work of its platform, in milliseconds: a crowd is no outage. */
const turnTimeout = 30_000;
/** Time for a new connection, in milliseconds. The pulse reports a silent database sooner. */
const connectionTimeout = 10_000;
/** Time that an idle connection is kept, in milliseconds. */
const idleTime = 60_000;
/** Time after which a connection is replaced, in milliseconds: no plan that it keeps is older (docs/rules.md#plans-of-statements). */
const lifeTime = 300_000;

/** A cluster has this table of the places of all others. */
const clusterQuestion = `SELECT pg_catalog.to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS cluster`;

/**
 * Time for a connection of the coordinator to a worker, on a cluster alone; milliseconds. Citus waits thirty seconds, and so
 * no look at its workers (reach.ts) would end in the time of a statement.
 */
const workerTimeout = 3_000;
const forCluster = `SELECT pg_catalog.set_config('citus.node_connection_timeout', '${workerTimeout}', false)
  WHERE pg_catalog.to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL`;

/**
 * Of a transaction on a cluster: one connection to each worker. Where it asked several shards by more, it could neither read
 * what it wrote by another of them nor write what is on every machine.
 */
const oneConnection = ['citus.max_adaptive_executor_pool_size = 1', 'citus.multi_shard_modify_mode = sequential'];

export function openDb(options: DbOptions): Db {
  const { url, listenUrl = url, connections, onError, patience = turnTimeout, life = lifeTime } = options;
  const { processName = '' } = options;
  const isPooled = listenUrl !== url;
  const { monotonic = () => performance.now(), onClock, clockOffset, watch } = options;
  const pulse = watchPulse({
    url,
    processName,
    monotonic,
    ...(onClock ? { onClock } : {}),
    ...(clockOffset ? { clockOffset } : {}),
    ...(watch ? { watch } : {}),
  });
  let cluster = false;
  const pool = new FairPool({
    Client: isPooled ? PooledClient : CountingClient,
    ...connectionTo(url),
    max: connections,
    patience,
    connectionTimeoutMillis: connectionTimeout,
    stream: pulse.openStream,
    idleTimeoutMillis: idleTime,
    maxLifetimeSeconds: life / 1_000,
    application_name: 'tidings',
    onConnect: async (client) => {
      // Several statements have several results.
      const results: unknown = await client.query(`${forSession(requestLimits)}; ${forCluster}; ${clusterQuestion}`);
      cluster = [results].flat().some((result) => (result as pg.QueryResult).rows[0]?.cluster === true);
    },
  });
  pool.on('error', onError);
  // The pool listens to idle connections alone; a connection that breaks during a request must not end the process
  // either.
  pool.on('connect', (client) => client.on('error', onError));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  let withBudgets: PrismaClient | null = null;
  const db: Db = {
    url,
    pool,
    get prisma() {
      if (!hasReadBudget()) return prisma;
      withBudgets ??= readOnOwnBudgets(new PrismaClient({ adapter: new PrismaPg(pool) }));
      return withBudgets;
    },
    async transaction(work, limits = requestLimits, settings = []) {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query(beginTransaction(limits, cluster ? [...settings, ...oneConnection] : settings, isPooled));
        const result = await work(client);
        // The entry of the audit log is written here, as the last statement before COMMIT (src/audit/record-change.ts).
        await commitBeside(client);
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((broken: Error) => {
          failure = broken;
        });
        throw error;
      } finally {
        // A connection that cannot even roll back is closed, and not reused.
        client.release(failure);
      }
    },
    listen: (channel, onNotice) => openListener({ url: listenUrl, channel, onNotice }),
    isAnswering: () => pulse.isAnswering(),
    answersSince: () => pulse.answersSince(),
    pause: (ms) => pulse.pause(ms),
    isCluster: () => cluster,
    reach: createReach({ pool, isCluster: () => cluster, monotonic }),
    use: () => ({ ...pool.use(), open: pool.totalCount, idle: pool.idleCount }),
    async close() {
      pulse.stop();
      await withBudgets?.$disconnect();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
  return db;
}
