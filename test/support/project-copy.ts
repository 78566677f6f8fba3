/** A folder with nothing but the project's files and its dependencies, for `npm start` as a person runs it. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Without its dependencies `npm start` installs them, which takes a minute. The folder's name has a sign that means
 * something else in a URL, as names of people's folders may.
 */
export async function copyProject({ dependencies = true, prefix = 'tidings-#1-copy-' } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const isIgnored = ignored(await readFile(join(root, '.gitignore'), 'utf8'));
  await cp(root, folder, {
    recursive: true,
    filter: (source) => !isIgnored(relative(root, source).replaceAll('\\', '/')),
  });
  if (dependencies) {
    await linkDependencies(folder);
  }
  return folder;
}

/** What npm wrote, as hard links. Tools keep caches of their own in the folder, and other tests change them meanwhile. */
async function linkDependencies(folder: string): Promise<void> {
  const source = join(root, 'node_modules');
  const npms = ['.bin', '.package-lock.json'];
  const names = (await readdir(source)).filter((name) => !name.startsWith('.') || npms.includes(name));
  await mkdir(join(folder, 'node_modules'));
  await run('cp', ['-al', ...names.map((name) => join(source, name)), join(folder, 'node_modules')]);
}

/**
 * Whether .gitignore names a path. A downloaded archive has no git to ask. Understands the two forms that the file uses:
 * `name/` and `*.suffix`.
 */
function ignored(gitignore: string): (path: string) => boolean {
  const lines = gitignore.split('\n').filter((line) => line !== '');
  const unknown = lines.filter((line) => !/^(?:[^*]+\/|\*\.[^*/]+)$/.test(line));
  if (unknown.length > 0) throw new Error(`copyProject does not understand ${unknown.join(', ')} of .gitignore`);
  const folders = ['.git', ...lines.filter((line) => line.endsWith('/')).map((line) => line.slice(0, -1))];
  const suffixes = lines.filter((line) => line.startsWith('*')).map((line) => line.slice(1));
  return (path) =>
    folders.some((name) => `/${path}/`.includes(`/${name}/`)) || suffixes.some((suffix) => path.endsWith(suffix));
}

/** The environment without what npm and vitest have put there: a person's shell has none of it. */
export function personsEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$)/.test(name)),
  );
}
