/** One PostgreSQL for the whole run, with a migrated database that each test file gets a copy of. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate.ts';
import { startCluster } from '../../src/local/postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster's own database, from which others are made. */
    readonly postgresUrl: string;
    readonly templateDatabase: string;
  }
}

const templateDatabase = 'tidings_template';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-test-'));
  const cluster = await startCluster({ folder: join(folder, 'postgres'), durable: false });
  const tearDown = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const client = new pg.Client({ connectionString: cluster.url('postgres') });
    await client.connect();
    await client.query(`CREATE DATABASE ${templateDatabase}`);
    await client.end();
    await migrate(cluster.url(templateDatabase));
    project.provide('postgresUrl', cluster.url('postgres'));
    project.provide('templateDatabase', templateDatabase);
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}
