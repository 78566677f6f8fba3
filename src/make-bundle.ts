/**
 * Bundles the service and its packages into one file: loading the two thousand modules behind main.ts one by one takes
 * most of a start, and a hundred MiB. Does nothing when no source has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleInto } from './bundle-into.ts';
import { documentSources, writeDocuments } from './write-documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders with sources of the service. */
const sources = ['src', 'schema', 'rest', 'emails', 'prisma'];
/** The entry of the process, and of what it runs in a thread and in a process of its own. */
const service = 'src/main.ts';
const thread = 'src/serve-queries.ts';
const rewriter = 'src/pictures/rewriting/rewriter-child.ts';

/**
 * Bundles `entry` and its imports into `folder`, unless `folder` has a bundle of the same sources; both paths are
 * relative to the project, as those of `more`: folders with sources beside the service's own. Returns the path of the
 * bundle.
 */
export async function makeBundle(entry: string, folder: string, more: readonly string[] = []): Promise<string> {
  const place = join(root, folder);
  const file = join(place, `${nameOf(entry)}.mjs`);
  const stampFile = join(place, '.stamp');
  const at = relative(root, place).replaceAll('\\', '/');
  const files = [...sources, ...more].flatMap((name) => filesIn(name));
  const wanted = stampOf(['package-lock.json', entry, ...documentSources, ...files]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return file;
  const started = performance.now();
  process.stderr.write('Bundling the service.\n');
  rmSync(place, { recursive: true, force: true });
  await bundleInto({
    entries: Object.fromEntries(
      (entry === service ? [entry, thread, rewriter] : [entry]).map((name) => [nameOf(name), name]),
    ),
    place,
    files: '../'.repeat(at.split('/').length),
    sourcemap: true,
    texts: {
      bundledDocuments: `${at}/documents.json`,
      ...(entry === service && {
        bundledThread: `${at}/${nameOf(thread)}.mjs`,
        bundledRewriter: `${at}/${nameOf(rewriter)}.mjs`,
      }),
    },
  });
  await writeDocuments(join(place, 'documents.json'));
  writeFileSync(stampFile, wanted);
  process.stderr.write(`Service bundled in ${((performance.now() - started) / 1_000).toFixed(1)} s.\n`);
  return file;
}

function nameOf(source: string): string {
  return basename(source, '.ts');
}

function stampOf(files: readonly string[]): string {
  const stamp = createHash('sha256');
  for (const file of files)
    stamp
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return stamp.digest('hex');
}

function filesIn(name: string): readonly string[] {
  return (
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      // The bundle contains the starters' JSON.
      .filter((file) => /\.(?:tsx?|json)$/.test(file))
      .map((file) => join(name, file))
      // A build of its own (make-console.ts).
      .filter((file) => !file.startsWith(join('src', 'console')))
      .sort()
  );
}
