/**
 * Makes what `npm start` runs and serves: `node_modules/.cache/tidings/main.mjs` and the console. Tests and the other
 * scripts run the sources.
 */
import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeBundle } from './make-bundle.ts';
import { makeConsole } from './make-console.ts';

/** What is made lies in it. */
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

try {
  await Promise.all([makeBundle('src/main.ts', 'node_modules/.cache/tidings'), makeConsole()]);
} catch (error) {
  // Not by the error's code: of a file system that is only read, Node removes no folder, and names no code.
  if (isWritable(modules)) throw error;
  process.stderr.write(
    'What npm start runs is older than its sources or missing, and its folder cannot be written. Run npm ci --omit=dev ' +
      'where it can be.\n',
  );
  process.exit(1);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
