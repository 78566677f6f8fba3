/** A folder with nothing but the project's files and its dependencies, for `npm start` as a person runs it. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Without its dependencies `npm start` installs them, which takes a minute. */
export async function copyProject({ dependencies = true } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-copy-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  for (const file of stdout.split('\n').filter((line) => line !== '')) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  if (dependencies) {
    await run('cp', ['-al', join(root, 'node_modules'), folder]);
    await rm(join(folder, 'node_modules', '.cache'), { recursive: true, force: true });
  }
  return folder;
}

/** The environment without what npm and vitest have put there: a person's shell has none of it. */
export function personsEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$)/.test(name)),
  );
}
