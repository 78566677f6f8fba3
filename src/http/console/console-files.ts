/** The built files of the console (src/make-console.ts), read at the first visit and kept in memory. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Where `npm start` builds the console. */
export const consoleFolder = fileURLToPath(new URL('../../../node_modules/.cache/tidings-console/', import.meta.url));

/** Written by the build: the scripts of each page. */
const pagesFile = 'pages.json';

export interface ConsoleFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Compressed with Brotli; null where that saves nothing. */
  readonly brotli: Buffer | null;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface BuiltConsole {
  /** By their path below /console, such as `assets/main-x1y2.js`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
  /** Of each page the scripts that it loads beside those that index.html names. */
  readonly pages: readonly PageScripts[];
}

const pageScripts = z.tuple([z.string(), z.array(z.string())]).readonly();
/** The path of a page, such as `/messages/$message`, and its scripts. */
type PageScripts = z.infer<typeof pageScripts>;

/** Null when the console has not been built. */
export async function readConsoleFiles(folder: string): Promise<BuiltConsole | null> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const served = names.map((name) => name.replaceAll('\\', '/')).filter((name) => extname(name) in types);
  if (!served.includes('index.html')) return null;
  const entries = served.map(async (name) => {
    const [plain, brotli] = await Promise.all([
      readFile(join(folder, name)),
      readFile(join(folder, `${name}.br`)).catch(() => null),
    ]);
    return [name, { type: types[extname(name)] ?? '', plain, brotli }] as const;
  });
  const pages = z.array(pageScripts).parse(JSON.parse(await readFile(join(folder, pagesFile), 'utf8')));
  return { files: new Map(await Promise.all(entries)), pages };
}

/** The scripts of the page at a path below /console, such as `messages/01K…`; none where no page is there. */
export function scriptsAt(path: string, pages: readonly PageScripts[]): readonly string[] {
  const asked = path.split('/');
  const isAt = (names: readonly string[]) =>
    names.length === asked.length && names.every((name, place) => name.startsWith('$') || name === asked[place]);
  return pages.find(([pattern]) => isAt(pattern.slice(1).split('/')))?.[1] ?? [];
}
