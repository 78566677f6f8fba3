/**
 * Generates prisma/generated when schema.prisma or a generator has changed. Part of every start, so it costs nothing
 * when nothing has changed. Run by Node itself, before any other file of the project.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('.', import.meta.url));
const generated = join(folder, 'generated');
const stampFile = join(generated, '.stamp');

const stamp = createHash('sha256');
for (const file of ['schema.prisma', 'config.ts', 'generate.ts']) stamp.update(readFileSync(join(folder, file)));
for (const name of ['prisma', '@prisma/client', '@pothos/plugin-prisma']) stamp.update(`${name} ${versionOf(name)}\n`);
const wanted = stamp.digest('hex');

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wanted) {
  const started = performance.now();
  process.stderr.write('Generating the database client.\n');
  rmSync(stampFile, { force: true });
  const prisma = join(dirname(require.resolve('prisma/package.json')), 'build', 'index.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [prisma, 'generate', '--config', join(folder, 'config.ts')],
    {
      cwd: dirname(folder),
      encoding: 'utf8',
      // Generating needs no engine, and the command downloads one unless a program is configured: any program serves.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    process.exit(status ?? 1);
  }
  mkdirSync(generated, { recursive: true });
  writeFileSync(stampFile, wanted);
  process.stderr.write(`Database client generated in ${((performance.now() - started) / 1_000).toFixed(1)} s.\n`);
}

function versionOf(name: string): string {
  const file = join(dirname(folder), 'node_modules', name, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
