/** What a cluster is asked while something runs, by the log of its coordinator. */
import { readFile, stat } from 'node:fs/promises';
import type pg from 'pg';
import type { Node } from '../../citus/cluster/start-node.ts';

export interface Asked {
  /** Statements that came to the coordinator, those of transactions with them. */
  readonly statements: number;
  /** Commands that it sent to workers, each a round trip. */
  readonly commands: number;
  /** Of these: that begin, prepare and end transactions. */
  readonly ends: number;
  /** Shards that were asked for rows, one for each statement that asked it. */
  readonly shards: number;
}

const told = {
  // A server process says what it sends as a notice.
  log_min_messages: 'notice',
  log_min_duration_statement: '0',
  'citus.log_remote_commands': 'on',
};

/** `pool`: of the coordinator's database. */
export async function countAsked(pool: pg.Pool, coordinator: Node, work: () => Promise<unknown>): Promise<Asked> {
  const from = (await stat(coordinator.log)).size;
  await setAll(pool, (name, value) => `ALTER SYSTEM SET ${name} = '${value}'`);
  await work();
  await setAll(pool, (name) => `ALTER SYSTEM RESET ${name}`);
  const said = (await readFile(coordinator.log)).subarray(from).toString('utf8');
  const sent = said.match(/NOTICE: {2}issuing .*/g) ?? [];
  const ends = sent.filter((line) => /issuing (?:BEGIN|COMMIT|PREPARE TRANSACTION|ROLLBACK)/.test(line)).length;
  return {
    statements: said.match(/LOG: {2}duration: [\d.]+ ms {2}(?:execute|statement)/g)?.length ?? 0,
    commands: sent.length,
    ends,
    shards: sent.length - ends,
  };
}

async function setAll(pool: pg.Pool, text: (name: string, value: string) => string): Promise<void> {
  for (const [name, value] of Object.entries(told)) await pool.query(text(name, value));
  await pool.query('SELECT pg_reload_conf()');
  // Sessions take it up before their next statement; this one has, once it says so.
  await pool.query('SELECT pg_sleep(0.2)');
}
