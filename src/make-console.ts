/**
 * Builds the console (src/console) with Vite into a folder that src/http/console serves. Does nothing when no source has
 * changed. Run by Node itself, without tsx.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { scriptsOfPages } from './make-console-pages.ts';
import { wordsApart } from './make-console-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const room = join(root, 'src', 'console');
/** The tokens, which its styles import. */
const look = join(root, 'src', 'ground', 'look');
const folder = join(root, 'node_modules', '.cache', 'tidings-console');
const compress = promisify(brotliCompress);
/** Kinds of files that compression makes smaller. */
const compressible = new Set(['.js', '.css', '.svg']);

/**
 * What every first visit loads is in few files: each has header fields of its own, and small files compress badly
 * (docs/rules.md#console-first-rows). With each module go those that it imports; the first group that has one keeps it.
 */
const firstGroups = [
  { name: 'asks', test: inConsole('api/(?:viewer|scopes|message-page)', 'parts/messages/message-search'), priority: 3 },
  { name: 'frame', test: /\/console\/router\.tsx$|\/react-dom\/client\.js$/, priority: 2 },
  {
    name: 'list',
    test: inConsole(
      'api/use-(?:message-list|subjects)',
      'parts/(?:live-sign|page|rows)',
      'parts/workspaces/workspace-picker',
      'parts/messages/(?:message-filters|message-columns|day-strip|list-place|use-mail-subjects)',
    ),
    priority: 1,
  },
];

function inConsole(...names: readonly string[]): RegExp {
  return new RegExp(`/console/(?:${names.join('|')})\\.tsx?$`);
}

/** Returns the folder of the built console. */
export async function makeConsole(): Promise<string> {
  const stampFile = join(folder, 'stamp');
  const wanted = stamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return folder;
  const started = performance.now();
  process.stderr.write('Building the console.\n');
  // Another process may serve from the folder, or build at the same time.
  const place = `${folder}-${process.pid}`;
  await throughPlainPath((at) => buildAt(at, `${relative(root, folder)}-${process.pid}`));
  await compressFiles(place);
  await writeFile(join(place, 'stamp'), wanted);
  await rm(folder, { recursive: true, force: true });
  await rename(place, folder);
  process.stderr.write(`Console built in ${((performance.now() - started) / 1_000).toFixed(1)} s.\n`);
  return folder;
}

/**
 * Calls `work` with a path of the project. Vite takes what is behind a `#` or `?` of a path for a part of a URL, so a
 * folder with one in its name gets a link beside it.
 */
async function throughPlainPath(work: (at: string) => Promise<void>): Promise<void> {
  if (!/[#?]/.test(root)) return work(root);
  const links = await mkdtemp(join(await realpath(tmpdir()), 'tidings-console-'));
  try {
    const link = join(links, 'project');
    await symlink(root, link, 'junction');
    await work(link);
  } finally {
    await rm(links, { recursive: true, force: true });
  }
}

/** `at`: the project, and `place` a folder in it. */
async function buildAt(at: string, place: string): Promise<void> {
  // Loaded here, because most calls have nothing to do.
  const { build } = await import('vite');
  const roomAt = join(at, relative(root, room));
  await build({
    configFile: false,
    root: roomAt,
    base: '/console/',
    publicDir: join(roomAt, 'public'),
    // Vite names libraries' builds for development where NODE_ENV is `test`: they hold what runs on servers, too.
    resolve: { preserveSymlinks: at !== root, conditions: ['module', 'browser', 'production'] },
    logLevel: 'error',
    // Readers get the fast build of React, also where NODE_ENV is `test`.
    mode: 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    plugins: [
      wordsApart(),
      {
        name: 'first-files',
        transformIndexHtml: {
          order: 'post',
          handler: (html, { bundle = {} }) => aheadFirst(frameFirst(html), Object.values(bundle)),
        },
      },
      {
        name: 'scripts-of-pages',
        generateBundle(_options, bundle) {
          const router = readFileSync(join(room, 'router.tsx'), 'utf8');
          const source = JSON.stringify(scriptsOfPages(Object.values(bundle), router));
          this.emitFile({ type: 'asset', fileName: 'pages.json', source });
        },
      },
    ],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: join(at, place),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // One file of styles, with the page: a part whose styles were not loaded once would stay without them.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      target: 'es2023',
      rolldownOptions: {
        input: { index: join(roomAt, 'index.html'), ahead: join(roomAt, 'ahead.ts') },
        // Texts of operations do nothing by themselves: a page loads the files of those that it sends.
        treeshake: { moduleSideEffects: (id) => !/\/console\/api\/operations/.test(id) },
        output: { codeSplitting: { groups: firstGroups } },
      },
    },
  });
}

/**
 * A file of styles in the head would keep the frame of index.html from being drawn until the file has come: it follows the
 * frame.
 */
function frameFirst(html: string): string {
  const [link] = /<link rel="stylesheet"[^<>]*>/.exec(html) ?? [];
  if (link === undefined) throw new Error('The page of the console has no file of styles.');
  return html.replace(link, '').replace('<noscript>', `${link}\n    <noscript>`);
}

/** The script that asks for the first rows runs as soon as it is there, before the others have come. */
function aheadFirst(
  html: string,
  files: readonly { readonly fileName: string; readonly name?: string | undefined }[],
): string {
  const script = files.find(({ name, fileName }) => name === 'ahead' && fileName.endsWith('.js'));
  if (script === undefined) throw new Error('The build of the console has no script ahead of the others.');
  const tag = `<script type="module" async crossorigin src="/console/${script.fileName}"></script>`;
  return html.replace('<script type="module"', () => `${tag}\n    <script type="module"`);
}

async function compressFiles(place: string): Promise<void> {
  const names = (await readdir(place, { recursive: true })).filter((name) => compressible.has(extname(name)));
  await Promise.all(
    names.map(async (name) => writeFile(join(place, `${name}.br`), await compress(await readFile(join(place, name))))),
  );
}

function stamp(): string {
  const sources = [room, look]
    .flatMap((from) => readdirSync(from, { recursive: true, encoding: 'utf8', withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const sum = createHash('sha256');
  const builders = ['make-console.ts', 'make-console-pages.ts', 'make-console-words.ts'].map((name) =>
    join(root, 'src', name),
  );
  for (const file of [join(root, 'package-lock.json'), ...builders, ...sources.sort()])
    sum.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return sum.digest('hex');
}
