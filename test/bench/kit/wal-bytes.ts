import type pg from 'pg';

/** Bytes that PostgreSQL wrote ahead while `work` ran, divided by how many things `work` says it did. */
export async function walBytesEach(pool: pg.Pool, work: () => Promise<number>): Promise<number> {
  const place = async () => {
    const { rows } = await pool.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn() AS lsn');
    return rows[0]?.lsn ?? '0/0';
  };
  const before = await place();
  const done = await work();
  const { rows } = await pool.query<{ bytes: string }>('SELECT pg_wal_lsn_diff($1, $2) AS bytes', [
    await place(),
    before,
  ]);
  return Math.round(Number(rows[0]?.bytes ?? 0) / done);
}
