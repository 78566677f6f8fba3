/** A file of a designer that cannot be used is told in words. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStarterFile, startersFolder } from '../../src/local/starter-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-files-'));
  await writeFile(join(folder, 'receipt.json'), '{\n  "fields": [\n}');
  await writeFile(join(folder, 'other.json'), '{"fields": [], "examples": []}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const faultOf = (file: string) =>
  readStarterFile(file).then(
    () => null,
    ({ message }: Error) => message,
  );

it('a wrong path says what there is', async () => {
  expect(await faultOf(join(folder, 'reciept.json'))).toBe(
    `There is no file ${folder}/reciept.json; did you mean ${folder}/receipt.json?`,
  );
  expect(await faultOf(join(folder, 'x.json'))).toBe(
    `There is no file ${folder}/x.json. ${folder} has other.json, receipt.json.`,
  );
  expect(await faultOf(join(folder, 'no', 'folder.json'))).toMatch(
    /^There is no file .*\. The starters are in emails\/starters: invitation\.json, .*welcome\.json\.$/,
  );
  expect(await faultOf(folder)).toBe(`${folder} is a folder: name a file in it, other.json, receipt.json.`);
});

it('JSON that does not parse is named with line and column', async () => {
  expect(await faultOf(join(folder, 'receipt.json'))).toMatch(/receipt\.json is no JSON\. line 3, column 1: /);
});

it('JSON that is no mail says what is missing, and no stack', async () => {
  const fault = (await faultOf(join(folder, 'other.json'))) ?? '';
  expect(fault).toContain('template');
  expect(fault).not.toMatch(/\n\s+at .*:\d+:\d+/);
});

it('says what is wrong in the words of the service, and needs neither sender nor reply address', async () => {
  const template = { subject: 'Hello', from_local_part: 'news', locale: 'en', composition: {} };
  const file = join(folder, 'short.json');
  const write = (json: object) => writeFile(file, JSON.stringify({ fields: [], examples: [], ...json }));
  await write({ template: { ...template, locale: undefined } });
  expect(await faultOf(file)).toBe(`${file}: template.locale: is required; examples.0: is required`);
  await write({ template, examples: [{ name: 'One', payload: {} }] });
  const { starter } = await readStarterFile(file);
  expect(starter.template).toMatchObject({ display_name: null, reply_to: null });
});

it('each starter is read', async () => {
  const { starter, json } = await readStarterFile(join(startersFolder, 'receipt.json'));
  expect(starter.examples.map(({ name, locale }) => [name, locale])).toEqual([
    ['Three items', undefined],
    ['One item, no name', undefined],
    ['In German', 'de'],
    ['In French', 'fr'],
    ['In Spanish', 'es'],
    ['In Arabic', 'ar'],
    ['In Japanese', 'ja'],
  ]);
  expect(Object.keys(json)).toEqual(['$schema', 'fields', 'template', 'examples']);
});
