import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PreviewFolders, writePreviewEntries } from '../../src/local/preview-entries.ts';

let folder: string;
let folders: PreviewFolders;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-previews-'));
  folders = { starters: folder, entries: join(folder, 'entries') };
});
afterEach(() => rm(folder, { recursive: true }));

const save = (name: string, text: string) => writeFile(join(folder, name), text);
const starter = (locale: string, ...translated: readonly string[]) =>
  JSON.stringify({ template: { locale, translations: Object.fromEntries(translated.map((tag) => [tag, {}])) } });
const entries = async () => (await readdir(folders.entries)).sort();

test('each language of each starter has an entry, and those that are gone have none', async () => {
  await save('receipt.json', starter('en', 'de', 'pt-BR'));
  await save('welcome.json', starter('fr'));
  await save('index.ts', '');
  writePreviewEntries(folders);
  expect(await entries()).toEqual(['receipt.de.js', 'receipt.js', 'receipt.pt-BR.js', 'welcome.js']);
  expect(await readFile(join(folders.entries, 'receipt.de.js'), 'utf8')).toContain('locale: "de"');

  await save('receipt.json', starter('en', 'ar'));
  await rm(join(folder, 'welcome.json'));
  writePreviewEntries(folders);
  expect(await entries()).toEqual(['receipt.ar.js', 'receipt.js']);
});

test('a change that leaves the languages alone writes nothing, and neither does half a file', async () => {
  await save('receipt.json', starter('en', 'de'));
  writePreviewEntries(folders);
  const before = await stat(join(folders.entries, 'receipt.de.js'), { bigint: true });
  for (const text of [`${starter('en', 'de')}\n`, starter('en', 'de').slice(0, 20), '']) {
    await save('receipt.json', text);
    writePreviewEntries(folders);
    expect(await entries()).toEqual(['receipt.de.js', 'receipt.js']);
  }
  expect((await stat(join(folders.entries, 'receipt.de.js'), { bigint: true })).mtimeNs).toBe(before.mtimeNs);
});

test.each(['"; alert(1); "', '../x', ''])('a locale %j becomes no code and no path', async (locale) => {
  await save('receipt.json', starter(locale));
  writePreviewEntries(folders);
  expect(await entries()).toEqual([]);
});
