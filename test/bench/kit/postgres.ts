/** The embedded PostgreSQL of a bench: durable, `synchronous_commit` on, as `npm start` runs it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../prisma/migrate.ts';
import { startCluster } from '../../../src/local/postgres-cluster.ts';
import type { Lab } from './lab.ts';

export interface Postgres {
  /** Process id of the server, whose backends are its children. */
  readonly pid: number;
  readonly version: string;
  /** Makes a database with the service's tables. */
  database(name: string): Promise<Database>;
  drop(name: string): Promise<void>;
}

export interface Database {
  readonly url: string;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Connections of a bench's own to one database. */
const ownConnections = 4;

export async function startPostgres(lab: Lab): Promise<Postgres> {
  const folder = join(lab.folder, 'postgres');
  const cluster = await startCluster({ folder, durable: true });
  lab.atEnd(() => cluster.stop());
  const admin = new pg.Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  lab.atEnd(() => admin.end());
  const { rows } = await admin.query<{ version: string; commit: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS commit",
  );
  const [found] = rows;
  if (found?.commit !== 'on') throw new Error('synchronous_commit is not on.');
  const [pid = ''] = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(pid),
    version: found.version,
    async database(name) {
      await admin.query(`CREATE DATABASE ${name}`);
      const url = cluster.url(name);
      await migrate(url);
      const pool = new pg.Pool({ connectionString: url, max: ownConnections });
      let closed = false;
      const close = async () => {
        if (closed) return;
        closed = true;
        await pool.end();
      };
      lab.atEnd(close);
      return { url, pool, close };
    },
    drop: async (name) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}
