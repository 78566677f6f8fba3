/**
 * A write that belongs to whatever the current work commits: an entry of the audit log beside the change that it tells
 * of. The first transaction of the work that commits takes it along, so that both are there or neither is.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

export interface Beside {
  /** Null once a transaction has committed it. */
  write: ((client: Client) => Promise<void>) | null;
}

const current = new AsyncLocalStorage<Beside>();

/** Runs `work`, whose first committed transaction runs `beside.write` as its last statement. */
export function besideCommit<Result>(beside: Beside, work: () => Promise<Result>): Promise<Result> {
  return current.run(beside, work);
}

/** Commits with the write of the current work, if there is one that no other transaction has taken. */
export async function commitBeside(client: Client): Promise<void> {
  const beside = current.getStore();
  const write = beside?.write ?? null;
  if (!beside || write === null) return void (await client.query('COMMIT'));
  beside.write = null;
  try {
    await write(client);
    await client.query('COMMIT');
  } catch (error) {
    beside.write = write;
    throw error;
  }
}
