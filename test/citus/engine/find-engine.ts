/**
 * A PostgreSQL with Citus in it: built from the archive of Citus's source that `CITUS_ARCHIVE` names, and kept for the
 * next run, or as it is installed.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildEngine } from './build-engine.ts';
import { findServer } from './find-server.ts';

/** Folder of the programs `initdb` and `postgres`. */
export async function findEngine(): Promise<string> {
  const server = await findServer();
  const archive = process.env.CITUS_ARCHIVE;
  if (archive !== undefined) return buildEngine(archive, server);
  if (existsSync(join(server.libraries, 'citus.so'))) return server.programs;
  throw new Error(`${server.version} has no Citus. Install it there, or name an archive of its source by CITUS_ARCHIVE,
such as CITUS_ARCHIVE=citus-13.2.2.tar.xz: it is built once, into a copy of that PostgreSQL.`);
}
