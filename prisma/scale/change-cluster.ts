/** What an operator changes of a cluster, each by Citus's own function. */
import type pg from 'pg';

type Session = Pick<pg.ClientBase, 'query'>;

interface Place {
  readonly host: string;
  readonly port: number;
}

const usualPort = 5432;

/** Such as `worker-1:5432`; null for what is none. */
export function placeOf(text: string): Place | null {
  const [, host = '', port] = /^([^\s:]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return host === '' ? null : { host, port: port === undefined ? usualPort : Number(port) };
}

/** Those that count row versions are made on a new machine and with a moved shard too (docs/rules.md#row-versions). */
async function takeTriggers(client: Session): Promise<void> {
  await client.query('SET citus.enable_unsafe_triggers = on');
}

/** The name by which workers reach the coordinator. */
export async function nameCoordinator(client: Session, { host, port }: Place): Promise<void> {
  await client.query('SELECT citus_set_coordinator_host($1, $2)', [host, port]);
}

/**
 * Where the tables are divided, it gets a copy of those that every machine has; shards come with `rebalance`. Writes of these tables
 * wait for the copy: one of them is not in the log of the server, by which Citus could copy it beside writes.
 */
export async function addWorker(client: Session, { host, port }: Place): Promise<void> {
  await takeTriggers(client);
  await client.query('SELECT citus_add_node($1, $2)', [host, port]);
  await client.query(`SELECT replicate_reference_tables('block_writes')`);
}

/** Moves shards while reads and writes go on, until each worker has as many; resolves then. */
export async function rebalance(client: Session): Promise<void> {
  await takeTriggers(client);
  const { rows } = await client.query<{ job: string | null }>('SELECT citus_rebalance_start()::text AS job');
  if ((rows[0]?.job ?? null) !== null) await client.query('SELECT citus_rebalance_wait()');
}
