/** The two databases of the bench `citus`: one that is divided among two workers, and one, on the same build of PostgreSQL. */
import { chmod } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '../../../prisma/migrate.ts';
import { distribute } from '../../../prisma/scale/distribute.ts';
import type { App } from '../../../src/context.ts';
import { startCluster } from '../../citus/cluster/start-cluster.ts';
import { type Node, startNode } from '../../citus/cluster/start-node.ts';
import { findEngine } from '../../citus/engine/find-engine.ts';
import { beginSession, openClient } from '../../support/open-client.ts';
import { openWorld } from '../../support/open-world.ts';
import { createTestClock } from '../../support/test-clock.ts';
import type { Lab } from './lab.ts';
import { makePlatform } from './make-platform.ts';
import type { Where } from './start-load.ts';
import { type ServiceProcess, startService } from './start-service.ts';

export interface Side {
  readonly pool: pg.Pool;
  readonly service: ServiceProcess;
  /** Claims in this process. */
  readonly app: App;
  readonly platformId: string;
  /** Ids of its workspaces. */
  readonly workspaces: readonly string[];
  readonly where: Where;
  /** Brings the clock of `app` to the present time. */
  setClock(): void;
}

interface Sides {
  readonly cluster: Side;
  readonly one: Side;
  readonly coordinator: Node;
  readonly workers: readonly Node[];
  /** The server of the one database. */
  readonly single: Node;
}

/** A crash of the machine loses nothing, and tables are cleaned, as where it counts. */
const durable = { fsync: 'on', full_page_writes: 'on', autovacuum: 'on', 'citus.recover_2pc_interval': '60000' };
const ownConnections = 4;

export async function startSides(lab: Lab): Promise<Sides> {
  const programs = await findEngine();
  // The servers' user enters it.
  await chmod(lab.folder, 0o755);
  const cluster = await startCluster(programs, lab.folder, durable);
  lab.atEnd(() => cluster.stop());
  await migrate(cluster.url);
  const client = await openClient(cluster.url);
  await distribute(client);
  await client.end();
  const single = await startNode(programs, lab.folder, 'single', durable);
  lab.atEnd(() => single.stop());
  const admin = await openClient(single.url('postgres'));
  await admin.query('CREATE DATABASE tidings');
  await admin.end();
  await migrate(single.url('tidings'));
  return {
    cluster: await makeSide(lab, cluster.url),
    one: await makeSide(lab, single.url('tidings')),
    coordinator: cluster.coordinator,
    workers: cluster.workers,
    single,
  };
}

async function makeSide(lab: Lab, url: string): Promise<Side> {
  const pool = new pg.Pool({ connectionString: url, max: ownConnections, onConnect: beginSession });
  // The server stops last, and ends connections that are being closed.
  pool.on('error', () => undefined);
  lab.atEnd(() => pool.end());
  const service = await startService(lab, { databaseUrl: url, roles: 'api' });
  const platform = await makePlatform(service, pool);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
  const clock = createTestClock(new Date());
  const world = openWorld(url, {}, clock);
  lab.atEnd(() => world.close());
  return {
    pool,
    service,
    app: world.app,
    platformId: platform.id,
    workspaces: rows.map(({ id }) => id),
    where: { url: service.url, apiKey: platform.apiKey, kind: 'emit' },
    setClock: () => clock.set(new Date()),
  };
}
