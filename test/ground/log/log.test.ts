/** Errors in the log: their place in the code, never their contents. */
import { describe, expect, it } from 'vitest';
import { createLog, type Log } from '../../../src/ground/log/log.ts';
import { startBoss } from '../../../src/turns/boss.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** The lines that `write` logs. */
async function linesOf(write: (log: Log, lines: readonly string[]) => unknown): Promise<readonly string[]> {
  const lines: string[] = [];
  await write(createLog('info', { write: (line) => lines.push(line) }), lines);
  return lines;
}

describe('an error in the log', () => {
  it('has its causes with their codes, and no message of any', async () => {
    const socket = Object.assign(new Error('connect ECONNREFUSED ada@example.com'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
      address: '10.0.0.1',
    });
    const error = new Error('Failed for ada@example.com', { cause: new AggregateError([socket], 'ada@example.com') });
    const [line = ''] = await linesOf((log) => log.warn({ err: error }, 'x'));
    expect(JSON.parse(line).err).toMatchObject({
      name: 'Error',
      stack: expect.stringContaining('    at '),
      cause: { name: 'AggregateError', causes: [{ name: 'Error', code: 'ECONNREFUSED', syscall: 'connect' }] },
    });
    expect(line).not.toMatch(/ada@|10\.0\.0\.1/);
  });

  it('tells what PostgreSQL names of its schema, not the values of the row', async () => {
    const error = Object.assign(new Error('duplicate key value ada@example.com'), {
      code: '23505',
      severity: 'ERROR',
      detail: 'Key (email)=(ada@example.com) already exists.',
      table: 'contacts',
      constraint: 'contacts_pkey',
    });
    const [line = ''] = await linesOf((log) => log.error({ err: error }, 'x'));
    expect(JSON.parse(line).err).toMatchObject({ code: '23505', table: 'contacts', constraint: 'contacts_pkey' });
    expect(line).not.toContain('ada@');
  });

  it('ends where causes go round', async () => {
    const error = new Error('a');
    error.cause = error;
    expect(await linesOf((log) => log.error({ err: error }, 'x'))).toHaveLength(1);
  });

  it('pg-boss’ own, which is a plain object, has its code and where it came from', async () => {
    const database = await createTestDatabase();
    const lines = await linesOf(async (log, soFar) => {
      const boss = await startBoss({ url: database.url, log, worker: true });
      await boss.work('sending', { pollingIntervalSeconds: 0.5 }, async () => undefined);
      await boss.getDb().executeSql('ALTER TABLE pgboss.job RENAME TO gone', []);
      try {
        await expect.poll(() => soFar.length).toBeGreaterThan(0);
      } finally {
        await boss.stop({ graceful: false });
      }
    });
    await database.drop();
    const { err } = JSON.parse(lines[0] ?? '{}');
    expect(err).toMatchObject({ code: '42P01', stack: expect.stringContaining('pg-boss') });
  });
});
