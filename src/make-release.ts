/**
 * Makes the folder that a deployment runs (docs/rules.md#release): the bundle with the files and the few packages that it
 * reads, for any place. It needs Node and nothing else of the project, and nobody writes to it. It serves in production
 * alone: there is no embedded part in it.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, parse, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleInto } from './bundle-into.ts';
import { makeConsole } from './make-console.ts';
import { writeDocuments } from './write-documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The process, its thread, what reads pictures, the commands of an operator and the probe of a container, by their names
 * in the release.
 */
export const entries = {
  main: 'src/main.ts',
  'serve-queries': 'src/serve-queries.ts',
  'rewriter-child': 'src/pictures/rewriting/rewriter-child.ts',
  migrate: 'src/migrate-database.ts',
  restored: 'src/restored.ts',
  'rotate-secrets': 'src/rotate-secrets.ts',
  probe: 'src/probe.ts',
} as const;

/** What the service reads beside its code: files, and folders with the names of their files that it reads. */
export const readFiles: Readonly<Record<string, RegExp>> = {
  'CHANGELOG.md': /./,
  'docs/guides': /\.(?:md|svg|ts)$/,
  'node_modules/minisearch/dist/es/index.js': /./,
  prisma: /\.(?:json|sql|toml)$/,
  'rest/examples.json': /./,
  'rest/operations': /\.graphql$/,
  'rest/webhook-examples.json': /./,
  'schema/examples': /\.graphql$/,
  'src/docs/assets': /\.(?:css|js)$/,
  'src/ground/look': /\.(?:css|svg)$/,
  'src/pages/verifiers': /./,
};

/** Files of a package that a program loads, and what its licence asks to be kept. */
const packageFiles = /\.(?:[cm]?js|json|wasm|node|dylib|dll)$|\.so(?:\.\d+)*$|^licen[cs]e/i;
/** Folders of packages that no program loads. */
const unloaded = /^(?:benchmarks?|docs?|examples?|tests?|node_modules|\..+)$/;
const configSource = join(root, 'src', 'ground', 'config', 'config.ts');

/** Makes `folder`, relative to the project, anew. */
export async function makeRelease(folder: string): Promise<void> {
  const place = join(root, folder);
  const started = performance.now();
  process.stderr.write('Making the release.\n');
  rmSync(place, { recursive: true, force: true });
  const documents = 'documents.json';
  const [console, packages] = await Promise.all([
    makeConsole(),
    bundleInto({
      entries,
      place,
      files: './',
      sourcemap: false,
      texts: { bundledDocuments: documents, bundledThread: 'serve-queries.mjs', bundledRewriter: 'rewriter-child.mjs' },
      plugins: [productionAlone],
    }),
  ]);
  await writeDocuments(join(place, documents));
  for (const [name, kind] of Object.entries(readFiles)) copy(name, place, (file) => kind.test(file));
  copy(relative(root, console), place, (file) => file !== 'stamp');
  for (const name of packagesOf(packages)) copy(name, place, (file) => packageFiles.test(file), unloaded);
  writeFileSync(join(place, 'licenses.txt'), licences());
  process.stderr.write(`Release made in ${((performance.now() - started) / 1_000).toFixed(1)} s.\n`);
}

/** What only a local run loads (src/local) says so instead: its parts are not in the release. */
const productionAlone: Plugin = {
  name: 'production-alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/local\// }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'local' } : null,
    );
    onLoad({ filter: /./, namespace: 'local' }, () => ({
      resolveDir: join(root, 'src'),
      loader: 'ts',
      contents: `import { ConfigError } from ${JSON.stringify(configSource)};
        throw new ConfigError(['NODE_ENV: must be production in this release, which has no embedded parts']);`,
    }));
  },
};

/** Copies a file or folder of the project to the same place of the release. `isWanted` takes the name of a file. */
function copy(name: string, place: string, isWanted: (file: string) => boolean, skipped = /^generated$/): void {
  cpSync(join(root, name), join(place, name), {
    recursive: true,
    filter: (source) => {
      const { base } = parse(source);
      if (source === join(root, name)) return true;
      return isFolder(source) ? !skipped.test(base) : isWanted(base);
    },
  });
}

function isFolder(path: string): boolean {
  return !!statSync(path, { throwIfNoEntry: false })?.isDirectory();
}

/** Folders of the packages and of those that they need, relative to the project. */
function packagesOf(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = names.map((name) => `node_modules/${name}`);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, place, 'package.json'), 'utf8'),
    ) as Readonly<Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>> | undefined>>;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = findPackage(name, place);
      if (found !== null) open.push(found);
      // Those of other systems are not installed.
      else if (!(name in optionalDependencies)) throw new Error(`${place} needs ${name}, which is not installed`);
    }
  }
  return found;
}

/** As Node finds it from the folder `from`: in the nearest `node_modules`. Null where it is not installed. */
function findPackage(name: string, from: string): string | null {
  for (let at = from; ; at = posix.dirname(at)) {
    const place = posix.join(at, 'node_modules', name);
    if (existsSync(join(root, place, 'package.json'))) return place;
    if (at === '.') return null;
  }
}

function isOfImages(place: string, name: string): boolean {
  return place.startsWith('node_modules/@img/sharp-libvips') && /^readme/i.test(name);
}

/** The licences of all packages of production: of most, code is in the bundle. */
function licences(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly version?: string }>>;
  };
  const texts = Object.entries(packages).flatMap(([place, { dev, version }]) => {
    if (place === '' || dev || !existsSync(join(root, place))) return [];
    const files = readdirSync(join(root, place)).filter((name) => !isFolder(join(root, place, name)));
    // The libraries beneath sharp come without one: what they are and under which licence is in their README.
    const file = files.find((name) => /^licen[cs]e/i.test(name)) ?? files.find((name) => isOfImages(place, name));
    const name = `${place.split('node_modules/').at(-1)} ${version}`;
    return file === undefined ? [] : [`${name}\n\n${readFileSync(join(root, place, file), 'utf8').trim()}\n`];
  });
  return [readFileSync(join(root, 'LICENSE'), 'utf8'), ...texts].join(`\n${'-'.repeat(72)}\n\n`);
}
