/** The statements that a piece of work sends over any connection of this process. */
import pg from 'pg';
import { vi } from 'vitest';
import { pulseQuestion } from '../../src/db/connections/read-pulse.ts';
import { forSession } from '../../src/db/connections/session-settings.ts';
import { requestLimits } from '../../src/db/connections/time-limits.ts';

/** The pulse goes on beside the work, and a new connection begins with its settings, whoever needs it first. */
const isBeside = (text: string) => text === pulseQuestion || text.startsWith(forSession(requestLimits));

/** Resolves once `work` has, to the texts in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([asked]) => textOf(asked)).filter((text) => !isBeside(text));
  } finally {
    query.mockRestore();
  }
}

const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : String((asked as pg.QueryConfig).text));
