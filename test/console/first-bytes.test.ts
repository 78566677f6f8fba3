/** The compressed bytes of the scripts and styles that the list of messages needs before its first rows. */
import { beforeAll, expect, test } from 'vitest';
import { type BuiltConsole, consoleFolder, readConsoleFiles, scriptsAt } from '../../src/http/console/console-files.ts';
import { makeConsole } from '../../src/make-console.ts';
import { firstRows } from './first-rows.ts';

let built: BuiltConsole;
beforeAll(async () => {
  await makeConsole();
  const read = await readConsoleFiles(consoleFolder);
  if (read === null) throw new Error('The console has not been built');
  built = read;
});

/** Scripts and styles that index.html names, and those that the service adds for the page. */
function namedFor(page: string): readonly string[] {
  const index = String(built.files.get('index.html')?.plain);
  const inIndex = [...index.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+)"/g)].map(([, name = '']) => name);
  return [...inIndex, ...scriptsAt(page, built.pages)];
}

const sizeOf = (name: string) => {
  const { brotli, plain } = built.files.get(name) ?? {};
  return (brotli ?? plain)?.length ?? Number.NaN;
};

test('those of the list of messages are within their budget, each named once', () => {
  const named = namedFor('messages');
  expect(new Set(named).size).toBe(named.length);
  const bytes = named.reduce((sum, name) => sum + sizeOf(name), 0);
  console.info(`${bytes} bytes in ${named.length} files`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(firstRows.files);
});

test('neither menus nor dialogs nor the font are among them', () => {
  for (const name of namedFor('messages').filter((each) => !each.endsWith('.css'))) {
    const text = String(built.files.get(name)?.plain);
    for (const sign of ['DropdownMenuContent', 'PopoverContent', 'DialogContent', 'ToastViewport', 'cmdk-'])
      expect(text.includes(sign), `${sign} in ${name}`).toBe(false);
    expect(name).not.toMatch(/woff2$/);
  }
});

test('every page has scripts of its own, all of which are there', () => {
  expect(built.pages.length).toBeGreaterThan(20);
  for (const [page, scripts] of built.pages)
    for (const name of scripts) expect(built.files.has(name), `${name} of ${page}`).toBe(true);
});
