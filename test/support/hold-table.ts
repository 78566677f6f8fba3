/** Holds a table locked, so that a test decides when statements on it go on. */
import type pg from 'pg';
import { expect, vi } from 'vitest';
import { lockWaits } from './lock-waits.ts';

export interface HeldTable {
  /** Resolves once so many statements wait for the table. */
  waiters(count: number): Promise<void>;
  /** The most statements that `waiters` and `release` have seen waiting. */
  most(): number;
  cancelWaiters(): Promise<void>;
  release(): Promise<void>;
}

export async function holdTable(pool: pg.Pool, table: string): Promise<HeldTable> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${client.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
  let most = 0;
  const waiting = async () => {
    const { rows } = await client.query<{ pid: number }>(`SELECT pid FROM ${lockWaits} WHERE relation = $1::regclass`, [
      table,
    ]);
    most = Math.max(most, rows.length);
    return rows.map(({ pid }) => pid);
  };
  return {
    async waiters(count) {
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(count), { timeout: 60_000 });
    },
    most: () => most,
    async cancelWaiters() {
      for (const pid of await waiting()) await client.query('SELECT pg_cancel_backend($1)', [pid]);
    },
    async release() {
      await waiting();
      await client.query('COMMIT');
      client.release();
    },
  };
}
