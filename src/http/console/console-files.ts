/** The built files of the console (src/make-console.ts), read at the first visit and kept in memory. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm start` builds the console. */
export const consoleFolder = fileURLToPath(new URL('../../../node_modules/.cache/tidings-console/', import.meta.url));

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

/** Files by their path below /console, such as `assets/main-x1y2.js`. Null when the console has not been built. */
export async function readConsoleFiles(folder: string): Promise<ReadonlyMap<string, ConsoleFile> | null> {
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
  return new Map(await Promise.all(entries));
}
