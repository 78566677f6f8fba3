/** The shared service's database, for what only time or the outside world writes. */
import pg from 'pg';
import { inject } from 'vitest';

export async function querySql(text: string, values: readonly unknown[] = []): Promise<readonly pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: inject('restService').databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
