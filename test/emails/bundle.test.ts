/**
 * @react-email/components also exports Tailwind, a Markdown parser and the grammars of Prism: together they take most
 * of a second to load and 45 MiB. Blocks use none of the three, so the bundle that `npm start` runs leaves them out.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBundle } from '../../src/make-bundle.ts';

const folder = join('node_modules', '.cache', `tidings-emails-${process.pid}`);
/** esbuild writes the path of each module before what it keeps of that module. */
const KEPT_MODULE = /^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm;

test('the bundle holds the components that blocks use, and leaves out Tailwind, Markdown and Prism', async () => {
  const place = dirname(await makeBundle('emails/index.ts', folder));
  try {
    const files = readdirSync(place).filter((name) => name.endsWith('.mjs'));
    const kept = files.flatMap((name) => [...readFileSync(join(place, name), 'utf8').matchAll(KEPT_MODULE)]);
    const packages = new Set(kept.map(([, name]) => name));
    for (const used of ['@react-email/button', '@react-email/render']) expect(packages).toContain(used);
    for (const unused of ['@react-email/tailwind', '@react-email/markdown', '@react-email/code-block', 'prismjs']) {
      expect(packages).not.toContain(unused);
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
