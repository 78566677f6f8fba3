/** The PostgreSQL that the engine is built for and runs in: a package of Debian's, or the one that `PG_CONFIG` names. */
import { globSync } from 'node:fs';
import { insistOn } from '../../interop/programs/run.ts';

export interface Server {
  readonly pgConfig: string;
  /** Such as `PostgreSQL 15.18 (Debian …)`. */
  readonly version: string;
  /** Folders of its programs, its libraries and its other files. */
  readonly programs: string;
  readonly libraries: string;
  readonly shared: string;
}

/** Versions of PostgreSQL that Citus 13 can be built for. */
const supported = [17, 16, 15] as const;

/** Debian packages with which the engine can be built. */
const packages = (version: number) =>
  `postgresql-${version} postgresql-server-dev-${version} gcc make xz-utils libkrb5-dev liblz4-dev libssl-dev libzstd-dev`;

export async function findServer(): Promise<Server> {
  const given = process.env.PG_CONFIG;
  const found = supported.flatMap((version) => globSync(`/usr/lib/postgresql/${version}/bin/pg_config`));
  const pgConfig = given ?? found[0];
  if (pgConfig === undefined) {
    throw new Error(`No PostgreSQL that Citus can be built for is here. Install one with what a build takes:
  apt-get install --no-install-recommends ${packages(supported[0])}
or of version ${supported.slice(1).join(' or ')}, or name another one's pg_config by PG_CONFIG.`);
  }
  const ask = async (what: string) => (await insistOn(pgConfig, [`--${what}`])).trim();
  return {
    pgConfig,
    version: await ask('version'),
    programs: await ask('bindir'),
    libraries: await ask('pkglibdir'),
    shared: await ask('sharedir'),
  };
}
