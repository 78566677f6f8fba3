/** How many rows and entries of indexes transactions read, as PostgreSQL itself counts them. */
import type { App } from '../../src/context.ts';
import type { Db, Queryable } from '../../src/db/connections/pool.ts';

export interface CountedReads {
  /** The app, whose transactions are counted. */
  readonly app: App;
  /** Rows read since the last call, by table; of each transaction. */
  take(): readonly Readonly<Record<string, number>>[];
  /** Numbers of the transactions that wrote, since the beginning. */
  readonly written: readonly string[];
}

interface Read {
  readonly table: string;
  readonly rows: number;
}

/** An entry of an index counts, whether or not its row was read: a scan of a whole index is no cheap one. */
const readSql = `
  SELECT t.relname AS table,
         (t.seq_tup_read + greatest(coalesce(t.idx_tup_fetch, 0), (
           SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(i.indexrelid)), 0)
           FROM pg_index i WHERE i.indrelid = t.relid)))::int AS rows
  FROM pg_stat_xact_user_tables t`;

async function readBy(client: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<Read>(readSql);
  return new Map(rows.map(({ table, rows: read }) => [table, read]));
}

export function countReads(app: App): CountedReads {
  let taken: Readonly<Record<string, number>>[] = [];
  const written: string[] = [];
  const transaction: Db['transaction'] = (work, ...rest) =>
    app.db.transaction(
      async (client: Queryable) => {
        // What earlier transactions of the connection read counts until PostgreSQL hands it on.
        const before = await readBy(client);
        const result = await work(client);
        const after = await readBy(client);
        const { rows: own } = await client.query<{ xid: string | null }>(
          'SELECT pg_current_xact_id_if_assigned()::xid::text AS xid',
        );
        written.push(...own.flatMap(({ xid }) => xid ?? []));
        const read = [...after].map(([table, rows]): [string, number] => [table, rows - (before.get(table) ?? 0)]);
        taken.push(Object.fromEntries(read.filter(([, rows]) => rows > 0)));
        return result;
      },
      ...rest,
    );
  // `prisma` is made when it is asked for.
  const db: Db = Object.create(app.db, { transaction: { value: transaction } });
  return {
    app: { ...app, db },
    written,
    take() {
      const reads = taken;
      taken = [];
      return reads;
    },
  };
}

/** Rows of all tables together. */
export const rowsIn = (reads: readonly Readonly<Record<string, number>>[]) =>
  reads.flatMap((read) => Object.values(read)).reduce((sum, rows) => sum + rows, 0);
