/**
 * Folders as roots of processes: what a container runtime does, with the machine's own mount namespaces. Only root may;
 * what is mounted is gone with the process that it was mounted for.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readlink, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { insistOn } from './run.ts';

export interface ImageRoot {
  readonly folder: string;
  /** Folders of the machine that its processes see, by their place in the root. */
  readonly seen: Readonly<Record<string, string>>;
  /** Seen, and written to. */
  readonly shared: Readonly<Record<string, string>>;
}

export interface InRoot {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Null: root. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** Nothing below it can be written, not even in /tmp. */
  readonly isReadOnly: boolean;
}

/**
 * For npm in a root. The lock file names versions and their checksums, so what the run has in npm's cache is not asked for
 * again: a registry that is slow would be waited for once for each package.
 */
export const npmEnv = { HOME: '/root', npm_config_prefer_offline: 'true' };

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The process has this pid itself: each step becomes the next. */
export function startIn({ folder, seen, shared }: ImageRoot, given: InRoot): ChildProcess {
  const { command, cwd, env, user, isReadOnly } = given;
  const at = (place: string) => quote(join(folder, place));
  const mounts = [
    `mount --bind ${quote(folder)} ${quote(folder)}`,
    ...Object.entries(seen).flatMap(([place, from]) => [
      `mount --rbind ${quote(from)} ${at(place)}`,
      `mount -o remount,bind,ro ${at(place)}`,
    ]),
    ...Object.entries(shared).map(([place, from]) => `mount --bind ${quote(from)} ${at(place)}`),
    `mount -t proc proc ${at('proc')}`,
    `mount --rbind /dev ${at('dev')}`,
    ...(isReadOnly ? [`mount -o remount,bind,ro ${quote(folder)}`] : []),
  ];
  const as = user ? `--setuid=${user.uid} --setgid=${user.gid}` : '';
  const enter = `exec unshare ${as} --root=${quote(folder)} --wd=${quote(cwd)} ${command.map(quote).join(' ')}`;
  return spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-ec', [...mounts, enter].join('\n')], {
    env: { PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What every container has. */
async function makeMountPoints(folder: string, places: readonly string[]): Promise<void> {
  for (const place of ['proc', 'dev', ...places]) await mkdir(join(folder, place), { recursive: true });
}

/**
 * In the place of an image with Node on Debian: the programs of this machine, with the Node of the project and npm in
 * /usr/local, as such an image has them.
 */
export async function nodeRoot(folder: string): Promise<ImageRoot> {
  const npm = dirname(dirname(await realpath((await insistOn('sh', ['-c', 'command -v npm'])).trim())));
  const cache = (await insistOn('npm', ['config', 'get', 'cache'])).trim();
  await mkdir(cache, { recursive: true });
  const seen: Record<string, string> = {};
  const local = ['usr', 'local'].join('/');
  for (const place of [
    'etc',
    'run',
    'bin',
    'sbin',
    'lib',
    'lib64',
    ...(await readdir('/usr')).map((name) => `usr/${name}`),
  ]) {
    if (place === local || !existsSync(`/${place}`)) continue;
    await mkdir(dirname(join(folder, place)), { recursive: true });
    if ((await lstat(`/${place}`)).isSymbolicLink()) await symlink(await readlink(`/${place}`), join(folder, place));
    else seen[place] = `/${place}`;
  }
  await makeMountPoints(folder, [
    ...Object.keys(seen),
    'tmp',
    'root/.npm',
    `${local}/bin`,
    `${local}/lib/node_modules`,
  ]);
  await cp('node_modules/node/bin/node', join(folder, local, 'bin', 'node'), { dereference: true });
  await cp(npm, join(folder, local, 'lib', 'node_modules', 'npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(folder, local, 'bin', 'npm'));
  return { folder, seen, shared: { 'root/.npm': cache } };
}

/** What the image `distroless/cc` is made of, beside the certificates that Node brings itself. */
const basePackages = ['base-files', 'libc6', 'libgcc-s1', 'libgomp1', 'libssl3', 'libstdc++6', 'netbase', 'tzdata'];
/** Without them Node does not run; the others add to the size alone. */
const needed = new Set(['libc6', 'libgcc-s1', 'libstdc++6']);

/** In the place of the runtime's base image: the files of its packages, as this machine has them. There is no shell. */
export async function debianRoot(folder: string): Promise<ImageRoot> {
  await makeMountPoints(folder, ['tmp', 'etc', 'home/nonroot']);
  // The folders that Debian has moved into /usr.
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(folder, 'usr', name), { recursive: true });
    await symlink(`usr/${name}`, join(folder, name));
  }
  for (const name of basePackages) {
    const listed = await insistOn('dpkg', ['-L', name]).catch((error: unknown) => {
      if (needed.has(name)) throw error;
      return '';
    });
    for (const file of listed.split('\n')) {
      const stats = file.startsWith('/') ? await lstat(file).catch(() => null) : null;
      const target = join(folder, file);
      if (!stats || stats.isDirectory() || (await lstat(target).catch(() => null))) continue;
      await mkdir(dirname(target), { recursive: true });
      if (stats.isSymbolicLink()) await symlink(await readlink(file), target);
      else await cp(file, target);
    }
  }
  await writeFile(
    join(folder, 'etc', 'passwd'),
    'root:x:0:0::/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n',
  );
  await writeFile(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n');
  return { folder, seen: {}, shared: {} };
}

/** Bytes of all files of a root, as an image counts them: each name of a file that has several once. */
export async function sizeOf(folder: string): Promise<number> {
  const counted = new Set<number>();
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size, ino, nlink } = await lstat(join(entry.parentPath, entry.name));
    if (nlink > 1 && counted.has(ino)) continue;
    counted.add(ino);
    bytes += size;
  }
  return bytes;
}
