/** Rows as a great many emits to one person leave them. */
import type pg from 'pg';

const copied: Readonly<Record<string, string>> = {
  id: "id || '-' || n",
  event_id: "event_id || '-' || n",
  idempotency_key: "idempotency_key || '-' || n",
  key: "key || '-' || n",
};

/** Copies the one event that there is, with its message and its key, so that there are `count`; under ids of their own. */
export async function copyEvents(db: pg.Pool, count: number): Promise<void> {
  for (const table of ['events', 'messages', 'idempotency_keys']) {
    const { rows: columns } = await db.query<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position',
      [table],
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map(({ name }) => copied[name] ?? `"${name}"`).join(', ');
    await db.query(`INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, generate_series(2, ${count}) n`);
  }
}
