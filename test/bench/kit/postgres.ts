/** The embedded PostgreSQL of a bench: durable, `synchronous_commit` on, as `npm start` runs it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../prisma/migrate.ts';
import { startCluster } from '../../../src/local/postgres-cluster.ts';
import { beginSession, openClient } from '../../support/open-client.ts';
import type { Lab } from './lab.ts';

export interface Postgres {
  /** Process id of the server, whose backends are its children. */
  readonly pid: number;
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

/** `settings`: further ones of the server. */
export async function startPostgres(lab: Lab, settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const folder = join(lab.folder, 'postgres');
  const cluster = await startCluster({ folder, durable: true, settings });
  lab.atEnd(() => cluster.stop());
  const admin = await openClient(cluster.url('postgres'));
  lab.atEnd(() => admin.end());
  const { rows } = await admin.query<{ commit: string }>("SELECT current_setting('synchronous_commit') AS commit");
  if (rows[0]?.commit !== 'on') throw new Error('synchronous_commit is not on.');
  const [pid = ''] = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(pid),
    async database(name) {
      await admin.query(`CREATE DATABASE ${name}`);
      const url = cluster.url(name);
      await migrate(url);
      const pool = new pg.Pool({ connectionString: url, max: ownConnections, onConnect: beginSession });
      let closed = false;
      // A database that is dropped, or a server that stops, ends connections that are just being closed.
      pool.on('error', (error) => closed || process.stderr.write(`A connection broke: ${error.message}\n`));
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
