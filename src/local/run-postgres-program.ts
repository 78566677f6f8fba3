import { spawn } from 'node:child_process';
import type { PostgresPrograms } from './postgres-programs.ts';

/**
 * The cluster's folder as the server sees it. The user `postgres` may not be able to enter the folders above it, so
 * where that can be it is told to stay where it is: its working folder is entered by us, before we become that user.
 */
export function viewOf(cluster: string, { user }: PostgresPrograms): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Starts one of PostgreSQL's programs in the cluster's folder, as the user that it runs as. */
export function runPostgresProgram(
  program: string,
  cluster: string,
  { user }: PostgresPrograms,
  output: 'pipe' | number,
  args: readonly string[],
) {
  return spawn(program, args, {
    cwd: cluster,
    // A session of its own: a terminal's Ctrl-C goes to us, and we stop it when the last row is written.
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(user ?? {}),
  });
}
