/** One PostgreSQL for the whole run, with migrated databases that test files get copies of. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { startCluster } from '../../src/local/postgres-cluster.ts';
import { startBoss } from '../../src/turns/boss.ts';
import { hostileSettings } from './hostile-settings.ts';
import { memoryFolder } from './memory-folder.ts';
import { openClient } from './open-client.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster's own database, from which others are made. */
    readonly postgresUrl: string;
    readonly templateDatabase: string;
    /** The same with the queue of a service that has started. */
    readonly serviceDatabase: string;
  }
}

const templateDatabase = 'tidings_template';
const serviceDatabase = 'tidings_service';

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
  project.provide('serviceDatabase', serviceDatabase);
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
    await makeTemplates(client, cluster.url);
    await client.end();
    return { url: cluster.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function onServerOf(server: string) {
  const url = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const client = await openClient(server);
  await makeTemplates(client, url);
  await client.end();
  return { url, stop: async () => undefined };
}

async function makeTemplates(client: pg.Client, url: (database: string) => string): Promise<void> {
  // Suites may follow each other on one server.
  for (const name of [templateDatabase, serviceDatabase]) {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await migrate(url(templateDatabase));
  await client.query(`CREATE DATABASE ${serviceDatabase} TEMPLATE ${templateDatabase}`);
  const boss = await startBoss({ url: url(serviceDatabase), log: createLog('silent'), worker: false });
  await boss.stop({ graceful: false });
}
