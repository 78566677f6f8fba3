import type pg from 'pg';
import type { Db, Queryable } from '../connections/pool.ts';

/**
 * Runs one write in a transaction, which an entry of the audit log joins (beside-commit.ts). Throws `missing()`, and
 * commits nothing, when the write finds no row. Returns the first row that it returns.
 */
export function changeRow<Row extends pg.QueryResultRow>(
  db: Db,
  write: (client: Queryable) => Promise<pg.QueryResult<Row>>,
  missing: () => Error,
): Promise<Row | undefined> {
  return db.transaction(async (client) => {
    const { rowCount, rows } = await write(client);
    if (rowCount === 0) throw missing();
    return rows[0];
  });
}
