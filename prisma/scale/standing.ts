/** Where a database stands on its way to a cluster, as its own catalog and Citus's say. */
import type pg from 'pg';
import { placements } from './placements.ts';

export interface Standing {
  /** Of Citus; null: the database has no such extension. */
  readonly version: string | null;
  /** Whether the machines know the coordinator by a name. */
  readonly hasCoordinator: boolean;
  /** Such as `worker-1:5432`. */
  readonly workers: readonly string[];
  /** Tables that are divided already. */
  readonly divided: readonly string[];
  readonly tables: readonly TableSize[];
  /** What stands in the way of dividing them, each with what to do. */
  readonly faults: readonly string[];
}

export interface TableSize {
  readonly name: string;
  /** With its partitions and indexes. */
  readonly bytes: number;
}

/** Citus's own number for a table's shards where none is asked for. */
const shards = 32;

/** `client`: a session on what is, or is to be, the coordinator. */
export async function readStanding(client: Pick<pg.ClientBase, 'query'>): Promise<Standing> {
  const { rows: found } = await client.query<{ version: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  const version = found[0]?.version ?? null;
  const { rows: tables } = await client.query<TableSize>(
    `SELECT c.relname AS name, (SELECT sum(pg_total_relation_size(t.relid)) FROM pg_partition_tree(c.oid) t)::float8 AS bytes
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY 1`,
  );
  const placed = tables.filter(({ name }) => placements[name] !== undefined);
  const standing = { version, tables: placed };
  if (version === null) {
    const faults = ['Citus is missing: CREATE EXTENSION citus, in the database of that name on each machine.'];
    return { ...standing, hasCoordinator: false, workers: [], divided: [], faults };
  }
  const { rows: nodes } = await client.query<{ name: string; group: number }>(
    `SELECT nodename || ':' || nodeport AS name, groupid AS "group" FROM pg_dist_node
     WHERE noderole = 'primary' AND isactive ORDER BY groupid`,
  );
  const { rows: divided } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
     WHERE p.partmethod = 'h' AND NOT c.relispartition ORDER BY 1`,
  );
  const workers = nodes.filter(({ group }) => group !== 0).map(({ name }) => name);
  const hasCoordinator = nodes.some(({ group }) => group === 0);
  const faults = [
    ...(hasCoordinator ? [] : ['The coordinator has no name yet: npm run distribute -- --coordinator HOST:PORT.']),
    ...(workers.length > 0 ? [] : ['There is no worker yet: npm run distribute -- --add-worker HOST:PORT.']),
    ...(await faultsOfMachines(client, workers.length > 0)),
    ...missingTables(placed),
  ];
  return { ...standing, hasCoordinator, workers, divided: divided.map(({ name }) => name), faults };
}

function missingTables(tables: readonly TableSize[]): readonly string[] {
  const there = new Set(tables.map(({ name }) => name));
  const missing = Object.keys(placements).filter((name) => !there.has(name));
  return missing.length === 0 ? [] : [`Tables are missing: npm run migrate makes ${missing.join(', ')}.`];
}

/** Settings that Citus needs, on the coordinator and on every worker. */
const neededSettings = `
  SELECT json_build_object(
    'prepared', current_setting('max_prepared_transactions')::int, 'wal', current_setting('wal_level'),
    'locks', current_setting('max_locks_per_transaction')::int *
      (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int))`;

interface Settings {
  readonly prepared: number;
  readonly wal: string;
  /** Locks that the server has room for. */
  readonly locks: number;
}

async function faultsOfMachines(client: Pick<pg.ClientBase, 'query'>, asksAll: boolean): Promise<readonly string[]> {
  const { rows: own } = await client.query<{ isSuper: boolean; needed: number; connections: number }>(
    `SELECT rolsuper AS "isSuper", current_setting('max_connections')::int AS connections, ${shards} * (SELECT count(*)::int FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')) AS needed
     FROM pg_roles WHERE rolname = current_user`,
  );
  const { rows: all } = asksAll
    ? await client.query<{ success: boolean; result: string; place: string }>(
        `SELECT a.success, a.result, n.nodename || ':' || n.nodeport AS place
         FROM run_command_on_all_nodes($1) a JOIN pg_dist_node n USING (nodeid)`,
        [neededSettings],
      )
    : { rows: [] };
  const { isSuper = false, needed = 0, connections = 0 } = own[0] ?? {};
  return [
    ...(isSuper ? [] : ['The role is no superuser, as dividing tables takes one.']),
    ...all.flatMap(({ success, result, place }) => {
      if (!success) return [`${place} does not answer.`];
      const { prepared, wal, locks } = JSON.parse(result) as Settings;
      return [
        // Each connection to the coordinator may have a transaction that is prepared there (docs/rules.md#two-phase-commit).
        ...(prepared >= connections
          ? []
          : [
              `${place} has max_prepared_transactions = ${prepared}: as many as the coordinator has connections, ` +
                `${connections}, after a restart.`,
            ]),
        ...(wal === 'logical' ? [] : [`${place} has wal_level = ${wal}: logical lets shards move, after a restart.`]),
        ...(locks >= needed
          ? []
          : [`${place} has room for ${locks} locks of ${needed}: raise max_locks_per_transaction, and restart.`]),
      ];
    }),
  ];
}
