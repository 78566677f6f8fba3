/** `npm run email:texts` and `npm run email:translate` (docs/rules.md#translation-files). */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bringTexts } from '../../src/local/bring-texts.ts';
import { type TextsAsked, writeTexts } from '../../src/local/write-texts.ts';

let folder: string;
let to: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-texts-'));
  for (const name of ['welcome.json', 'receipt.json']) {
    await cp(fileURLToPath(new URL(`../../emails/starters/${name}`, import.meta.url)), join(folder, name));
  }
  to = join(folder, 'texts.xlf');
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const print = (line: string) => void said.push(line);
const write = (more: Partial<TextsAsked> = {}) =>
  writeTexts({ locale: 'it', paths: [folder], format: 'xliff', to, onlyOpen: false, ...more }, print);
const bring = (acceptOutdated = false) => bringTexts({ file: to, folder, acceptOutdated }, print);
const mail = (name: string) => readFile(join(folder, name), 'utf8');
const change = async (file: string, edit: (text: string) => string) =>
  writeFile(file, edit(await readFile(file, 'utf8')));

/** What a translator does: each text becomes its own translation, marked. */
async function translate(): Promise<void> {
  await change(to, (text) =>
    text.replace(/<source>([\s\S]*?)<\/source>/g, (whole, words: string) => `${whole}<target>${words}</target>`),
  );
}

it('a new language is one command out and one in, over all mails of a folder', async () => {
  await write();
  expect(said).toEqual([
    'receipt.json: 0 of 16 texts translated, 16 missing',
    'welcome.json: 0 of 10 texts translated, 10 missing',
    expect.stringMatching(
      /^.*texts\.xlf has the texts for it\. Bring it back with npm run email:translate .*texts\.xlf \S+tidings-\S+$/,
    ),
  ]);
  await translate();
  said = [];
  await bring();
  expect(said).toEqual(['receipt.json: 16 texts brought in for it', 'welcome.json: 10 texts brought in for it']);
  const { template } = JSON.parse(await mail('welcome.json'));
  expect(template.translations.it['title.text']).toEqual({
    text: 'Welcome to {{ event.product_name }}',
    source: 'Welcome to {{ event.product_name }}',
  });
  said = [];
  await write();
  expect(said[1]).toBe('welcome.json: 10 of 10 texts translated');
});

it.each(['xliff', 'csv', 'json'] as const)(
  'a language comes back from %s as it went, byte for byte',
  async (format) => {
    const before = [await mail('welcome.json'), await mail('receipt.json')];
    await write({ locale: 'ar', format });
    await bring();
    expect([await mail('welcome.json'), await mail('receipt.json')]).toEqual(before);
  },
);

it('a file of texts is none of the mails of its folder', async () => {
  await expect(write({ format: 'json', to: join(folder, 'it.json') })).rejects.toThrow(
    'it.json would stand among the mails, as one of them: name another folder.',
  );
});

it('only what is open can be written', async () => {
  await change(join(folder, 'welcome.json'), (text) =>
    text.replace('"subject": "Welcome to', '"subject": "Hello from'),
  );
  await write({ locale: 'de', onlyOpen: true });
  expect(await readFile(to, 'utf8')).toMatch(/^[\s\S]*<unit id="subject">[\s\S]*Was written for: Welcome to/);
  expect((await readFile(to, 'utf8')).match(/<unit /g)).toHaveLength(1);
});

it('warns of a translation that lost a merge tag, and brings it in', async () => {
  await write({ paths: [join(folder, 'welcome.json')] });
  await translate();
  await change(to, (text) => text.replace(/<target>Welcome to <ph[^>]*>/, '<target>Benvenuto'));
  said = [];
  await bring();
  expect(said).toEqual([
    'welcome.json: 10 texts brought in for it',
    '  subject: The text reads `event.product_name`, the translation does not.',
  ]);
});

it('refuses what has changed since, unless told to take it', async () => {
  await write();
  await translate();
  await change(join(folder, 'welcome.json'), (text) => text.replace('"label": "Open {{', '"label": "Start {{'));
  const before = [await mail('welcome.json'), await mail('receipt.json')];
  await expect(bring()).rejects.toThrow(
    /have changed since the translators saw them[\s\S]*welcome\.json: open\.label$/,
  );
  expect([await mail('welcome.json'), await mail('receipt.json')]).toEqual(before);
  await bring(true);
  expect(said).toContain('welcome.json: 10 texts brought in for it; outdated: open.label');
});

it('writes nothing where one translation could not be saved', async () => {
  await write();
  await translate();
  await change(to, (text) => text.replace('<target>Thanks for', '<target>{{ event.nobody }}'));
  const before = [await mail('welcome.json'), await mail('receipt.json')];
  await expect(bring()).rejects.toThrow(
    /welcome\.json could not be saved:\n {2}translations\.it\.intro\.text: Unknown variable `event\.nobody`/,
  );
  expect([await mail('welcome.json'), await mail('receipt.json')]).toEqual(before);
});

it('layouts go with the mails of their folder', async () => {
  await mkdir(join(folder, 'layouts'));
  const print = { id: 'print', type: 'footer', attrs: { text: 'Sent by {{ brand.name }}' } };
  const layout = { locale: 'en', header: [], footer: [print], translations: {} };
  await writeFile(join(folder, 'layouts', 'default.json'), JSON.stringify(layout));
  await write({ paths: [folder] });
  expect(said[2]).toBe('layouts/default.json: 0 of 1 texts translated, 1 missing');
  await translate();
  await bring();
  expect(JSON.parse(await mail('layouts/default.json'))).toEqual({
    ...layout,
    translations: { it: { 'print.text': { text: 'Sent by {{ brand.name }}', source: 'Sent by {{ brand.name }}' } } },
  });
  await change(to, (text) => text.replaceAll('{{ brand.name }}', '{{ event.name }}'));
  await expect(bring(true)).rejects.toThrow(
    /layouts\/default\.json could not be saved:\n {2}translations\.it\.print\.text/,
  );
});

it('names what is wrong with a language, a file or a mail', async () => {
  await expect(write({ locale: 'x' })).rejects.toThrow('`x` is no language tag');
  await expect(write({ locale: 'en' })).rejects.toThrow('The mails are written in en themselves.');
  await expect(bring()).rejects.toThrow('There is no file');
  await write();
  await change(to, (text) => text.replace('welcome.json', 'welcom.json'));
  await expect(bring()).rejects.toThrow(/has no mail welcom\.json\. Did you mean welcome\.json\?/);
  await writeFile(to, '<xliff version="1.2"/>');
  await expect(bring()).rejects.toThrow(/texts\.xlf is XLIFF 1\.2: version 2 is read/);
  await change(join(folder, 'receipt.json'), (text) => text.replace('"locale": "en"', '"locale": "fr"'));
  await expect(write()).rejects.toThrow('The mails are written in fr and en: write their texts apart.');
});
