/**
 * Builds Citus into a copy of a PostgreSQL, which stays as it was. The copy has the folders of the original below one of
 * its own, and PostgreSQL finds its files by where its programs are: so nothing is installed, and nobody has to be root.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { insistOn } from '../../interop/programs/run.ts';
import type { Server } from './find-server.ts';

/** Built engines; `CITUS_CACHE` names another folder. */
const cache = resolve(
  process.env.CITUS_CACHE ?? fileURLToPath(new URL('../../../node_modules/.cache/tidings-citus', import.meta.url)),
);
/** Bytes of the name of a built engine. */
const nameLength = 16;
/** The compiler that makes a second form of all code, which no test needs. */
const withoutLlvm = 'with_llvm=no';

/** Folder of the programs of the copy. */
export async function buildEngine(archive: string, server: Server): Promise<string> {
  const source = await readFile(archive).catch((error: Error) => {
    throw new Error(`CITUS_ARCHIVE: ${error.message}`);
  });
  const hash = createHash('sha256').update(source).update(server.version).update(server.programs).digest('hex');
  const engine = join(cache, hash.slice(0, nameLength));
  if (!existsSync(engine)) await build(resolve(archive), server, engine);
  return join(engine, server.programs);
}

async function build(archive: string, server: Server, engine: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'tidings-citus-'));
  const copy = `${engine}.${process.pid}`;
  try {
    await insistOn('tar', ['-xf', archive, '-C', work]);
    const [name = ''] = await readdir(work);
    const tree = join(work, name);
    await adapt(tree);
    // Without curl it sends nobody's statistics anywhere.
    const configure = [`cd '${tree}'`, `./configure PG_CONFIG='${server.pgConfig}' --without-libcurl`];
    await insistOn('sh', ['-c', configure.join(' && ')]);
    const make = ['-s', '-C', tree, withoutLlvm, `PG_CONFIG=${server.pgConfig}`];
    await insistOn('make', [...make, `-j${availableParallelism()}`, 'extension']);
    await copyServer(server, copy);
    await insistOn('make', [...make, 'install-extension', `DESTDIR=${copy}`]);
    await rename(copy, engine);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(copy, { recursive: true, force: true });
  }
}

/** Later versions of PostgreSQL 15 declare this function themselves, where the header has a copy of it. */
async function adapt(tree: string): Promise<void> {
  const header = join(tree, 'src', 'include', 'pg_version_compat.h');
  const text = await readFile(header, 'utf8');
  const start = text.indexOf('static inline bool\nhave_createdb_privilege(void)\n{');
  const end = text.indexOf('\n}\n', start);
  if (start >= 0 && end >= 0) await writeFile(header, text.slice(0, start) + text.slice(end + '\n}\n'.length));
}

/** All but what the compiler of statements has, which is larger than the rest. */
async function copyServer({ programs, libraries, shared }: Server, copy: string): Promise<void> {
  const needed = (path: string) => !/\/(?:bitcode|pgxs)(?:\/|$)|\/llvmjit/.test(path);
  for (const folder of [programs, libraries, shared]) {
    await mkdir(join(copy, folder), { recursive: true });
    cpSync(folder, join(copy, folder), { recursive: true, dereference: true, filter: needed });
  }
}
