/** A cluster that one test file has for itself, since it changes servers of it: migrated. */
import { migrate } from '../../../prisma/migrate.ts';
import { distribute } from '../../../prisma/scale/distribute.ts';
import { openClient } from '../../support/open-client.ts';
import { findEngine } from '../engine/find-engine.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

/** `isDivided`: whether its tables are divided among the workers. */
export async function startOwnCluster(isDivided: boolean): Promise<Cluster> {
  const cluster = await startCluster(await findEngine());
  try {
    await migrate(cluster.url);
    if (!isDivided) return cluster;
    const client = await openClient(cluster.url);
    try {
      await distribute(client);
    } finally {
      await client.end();
    }
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
