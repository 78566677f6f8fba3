import { spawn } from 'node:child_process';
import type { PostgresPrograms } from './postgres-programs.ts';

/**
 * The path of the cluster's folder for the server. The user `postgres` may not be able to enter the folders above it.
 * In that case the path is `.`: this process enters the folder before it becomes that user.
 */
export function viewOf(cluster: string, { user }: PostgresPrograms): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Starts one of PostgreSQL's programs in the cluster's folder, as its user. */
export function runPostgresProgram(
  program: string,
  cluster: string,
  { user }: PostgresPrograms,
  output: 'pipe' | number,
  args: readonly string[],
) {
  return spawn(program, args, {
    cwd: cluster,
    // A session of its own: a terminal's Ctrl-C reaches only this process, which stops the server after the last write.
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(user ?? {}),
  });
}
