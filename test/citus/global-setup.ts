/** One cluster for the whole run, with a migrated database whose tables are divided among its workers. */
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate.ts';
import { distribute } from '../../prisma/scale/distribute.ts';
import { readForeignKeys } from '../../prisma/scale/foreign-keys.ts';
import { openClient } from '../support/open-client.ts';
import { startCluster } from './cluster/start-cluster.ts';
import { findEngine } from './engine/find-engine.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the divided database, on the coordinator. */
    readonly citusUrl: string;
    /** Names of the foreign keys that the migrations made. */
    readonly foreignKeys: readonly string[];
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster(await findEngine());
  try {
    await migrate(cluster.url);
    const client = await openClient(cluster.url);
    try {
      const keys = await readForeignKeys(client);
      project.provide(
        'foreignKeys',
        keys.map(({ name }) => name),
      );
      await distribute(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('citusUrl', cluster.url);
  return cluster.stop;
}
