import { cp, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Copies the project's own files into `folder`, without what .gitignore names. Works in a downloaded archive, which has
 * no git history. Understands the two forms that .gitignore uses: `name/` and `*.suffix`.
 */
export async function copyProject(folder: string): Promise<void> {
  const lines = (await readFile(join(projectRoot, '.gitignore'), 'utf8')).split('\n').filter((line) => line !== '');
  const folders = ['.git', ...lines.filter((line) => line.endsWith('/')).map((line) => line.slice(0, -1))];
  const suffixes = lines.filter((line) => line.startsWith('*')).map((line) => line.slice(1));
  const unknown = lines.filter((line) => !line.endsWith('/') && !line.startsWith('*'));
  if (unknown.length > 0) throw new Error(`copyProject does not understand ${unknown.join(', ')} of .gitignore`);
  const isOwn = (path: string) =>
    !folders.some((name) => path === name || path.startsWith(`${name}/`) || path.includes(`/${name}/`)) &&
    !suffixes.some((suffix) => path.endsWith(suffix));
  await cp(projectRoot, folder, {
    recursive: true,
    filter: (source) => isOwn(relative(projectRoot, source).replaceAll('\\', '/')),
  });
}
