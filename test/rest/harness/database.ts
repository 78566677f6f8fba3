/** The shared service's database, for what only time or the outside world writes. */
import type pg from 'pg';
import { inject } from 'vitest';
import { openClient } from '../../support/open-client.ts';

export async function querySql(text: string, values: readonly unknown[] = []): Promise<readonly pg.QueryResultRow[]> {
  const client = await openClient(inject('restService').databaseUrl);
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
