/** One PostgreSQL for the whole run, with a migrated database that each test file gets a copy of. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate.ts';
import { startCluster } from '../../src/local/postgres-cluster.ts';
import { hostileSettings } from './hostile-settings.ts';
import { memoryFolder } from './memory-folder.ts';
import { openClient } from './open-client.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster's own database, from which others are made. */
    readonly postgresUrl: string;
    readonly templateDatabase: string;
  }
}

const templateDatabase = 'tidings_template';

/** Vitest loads this file once for each of its projects, all in one process: they share what the first one started. */
interface Shared {
  users: number;
  readonly cluster: Promise<{ readonly url: (database: string) => string; stop(): Promise<void> }>;
}

const sharers = globalThis as { tidingsTestCluster?: Shared };

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  sharers.tidingsTestCluster ??= { users: 0, cluster: start() };
  const shared = sharers.tidingsTestCluster;
  shared.users += 1;
  const { url, stop } = await shared.cluster;
  project.provide('postgresUrl', url('postgres'));
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete sharers.tidingsTestCluster;
    await stop();
  };
}

/**
 * The URL of a superuser's database on a server of others, for a run on it (test/interop/debian-postgres.test.ts).
 * Without it the run has a cluster of its own.
 */
const given = process.env.TEST_POSTGRES_URL;

async function start() {
  if (given !== undefined) return onServerOf(given);
  const folder = await mkdtemp(join(memoryFolder(), 'tidings-test-'));
  const cluster = await startCluster({ folder: join(folder, 'postgres'), durable: false, settings: hostileSettings });
  const stop = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const client = await openClient(cluster.url('postgres'));
    // Each new connection proves that it knows the password: one round of hashing takes 3 ms less than 4,096.
    await client.query('SET scram_iterations = 1');
    await client.query(`ALTER ROLE CURRENT_USER PASSWORD '${new URL(cluster.url('postgres')).password}'`);
    await client.query(`CREATE DATABASE ${templateDatabase}`);
    await client.end();
    await migrate(cluster.url(templateDatabase));
    return { url: cluster.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Suites may follow each other on it: the database that files copy is made anew. */
async function onServerOf(server: string) {
  const url = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const client = await openClient(server);
  await client.query(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  await migrate(url(templateDatabase));
  return { url, stop: async () => undefined };
}
