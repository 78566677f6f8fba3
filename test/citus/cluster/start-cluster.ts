/** A coordinator and two workers, with a database that the cluster divides among the workers. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryFolder } from '../../support/memory-folder.ts';
import { openClient } from '../../support/open-client.ts';
import { type Node, startNode } from './start-node.ts';

export interface Cluster {
  /** Of the database, on the coordinator. */
  readonly url: string;
  readonly coordinator: Node;
  readonly workers: readonly Node[];
  /** Starts one more server, which the others do not know yet. */
  spare(): Promise<Node>;
  stop(): Promise<void>;
}

const database = 'tidings';
const workers = ['worker-1', 'worker-2'] as const;

/** `programs`: the folder of `initdb` and `postgres`. */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = await mkdtemp(join(memoryFolder(), 'tidings-citus-'));
  // The servers' user enters it.
  await chmod(folder, 0o755);
  const nodes: Node[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (name: string) => {
    const node = await startNode(programs, folder, name);
    nodes.push(node);
    await run(node.url('postgres'), `CREATE DATABASE ${database}`);
    await run(node.url(database), 'CREATE EXTENSION citus');
    return node;
  };
  try {
    for (const name of ['coordinator', ...workers]) await start(name);
    const [coordinator, ...others] = nodes;
    if (coordinator === undefined) throw new Error('A cluster has a coordinator');
    const url = coordinator.url(database);
    await run(url, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of others) await run(url, `SELECT citus_add_node('127.0.0.1', ${port})`);
    return { url, coordinator, workers: others, spare: () => start('spare'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(url: string, text: string): Promise<void> {
  const client = await openClient(url);
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
