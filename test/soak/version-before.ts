/**
 * The version before: the code of the last tag, in a folder of its own, as `npm start` bundles it. Before the first tag,
 * and in a copy without git, it is the present code.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeBundle } from '../../src/make-bundle.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

export interface VersionBefore {
  /** The tag; null for the present code. */
  readonly tag: string | null;
  /** The file that a process of it runs. */
  readonly bundle: string;
  remove(): Promise<void>;
}

export async function versionBefore(): Promise<VersionBefore> {
  const described = run('git', ['describe', '--tags', '--abbrev=0'], { cwd: root });
  const tag = await described.then(({ stdout }) => stdout.trim()).catch(() => null);
  if (tag === null) {
    const bundle = await makeBundle('src/main.ts', 'node_modules/.cache/tidings');
    return { tag, bundle, remove: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'tidings-before-'));
  await run('git', ['worktree', 'add', '--detach', folder, tag], { cwd: root });
  // Its own packages, which may be others than those of the present code.
  await run(process.execPath, [join('src', 'local', 'prepare.mjs'), '--bundle'], { cwd: folder });
  return {
    tag,
    bundle: join(folder, 'node_modules', '.cache', 'tidings', 'main.mjs'),
    async remove() {
      await run('git', ['worktree', 'remove', '--force', folder], { cwd: root });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
