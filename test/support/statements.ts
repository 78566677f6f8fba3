/** The statements that a piece of work sends over any connection of this process. */
import pg from 'pg';
import { vi } from 'vitest';
import { pulseQuestion } from '../../src/db/pulse.ts';

/** Resolves once `work` has, to the texts in their order; the database's pulse goes on beside them and is not counted. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([asked]) => textOf(asked)).filter((text) => text !== pulseQuestion);
  } finally {
    query.mockRestore();
  }
}

const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : String((asked as pg.QueryConfig).text));
