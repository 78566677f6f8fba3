/** The schemas of files of mails and layouts for editors, made from the schemas of a save (docs/rules.md#schema-of-mail-files). `vitest -u` renews it. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkLayoutInSteps } from '../../emails/check/check-layout.ts';
import { blockTypes } from '../../emails/document/blocks/index.ts';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { firstLayout } from '../../emails/starters/first-layout.ts';
import { layoutFileSchema, mailSchema } from '../../emails/starters/mail-schema.ts';
import { starterNames } from '../../emails/starters.ts';
import { atOnce } from '../../src/ground/steps.ts';

const ajv = () => new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const validate = ajv().compile(mailSchema());
const validateLayout = ajv().compile(layoutFileSchema());

/** Paths of what is wrong, without those of alternatives. */
function faultsOf(value: unknown, by = validate): readonly string[] {
  if (by(value)) return [];
  const told = (by.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return [...new Set(told.map(({ instancePath }) => instancePath))];
}

const mail = (...blocks: readonly object[]) => ({
  fields: [],
  template: {
    subject: 'Hello',
    from_local_part: 'shop',
    display_name: null,
    reply_to: null,
    locale: 'en',
    composition: { editorVersion: 3, target: 'email', document: { blocks } },
  },
  examples: [{ name: 'One', payload: {} }],
});
const at = '/template/composition/document/blocks/0';

it.each([
  ['mail', mailSchema],
  ['layout', layoutFileSchema],
] as const)('the file of the %s in the repository is the schema', async (name, schema) => {
  await expect(`${JSON.stringify(schema(), null, 2)}\n`).toMatchFileSnapshot(`../../emails/${name}.schema.json`);
});

it.each(starterNames)('%s fits it, and names it', async (name) => {
  const starter = JSON.parse(await readFile(new URL(`../../emails/starters/${name}.json`, import.meta.url), 'utf8'));
  expect(starter.$schema).toBe('../mail.schema.json');
  expect(faultsOf(starter)).toEqual([]);
});

describe.each(blockTypes.map((type) => [type.type, type] as const))('the block %s', (_name, { example }) => {
  const changed = (attrs: object): CompositionBlock => ({ ...example, attrs: { ...example.attrs, ...attrs } });

  it('fits with its example, and not with an attribute that it does not know', () => {
    expect(faultsOf(mail(example))).toEqual([]);
    expect(faultsOf(mail(changed({ onclick: 'x' })))).toEqual([`${at}/attrs`]);
  });
});

it('says of what is written wrong where it is', () => {
  expect(faultsOf(mail({ id: 'a', type: 'heading', attrs: { text: 'x', level: 9 } }))).toEqual([`${at}/attrs/level`]);
  expect(faultsOf(mail({ id: 'a', type: 'heading', attrs: {} }))).toEqual([`${at}/attrs`]);
  expect(faultsOf(mail({ id: 'a', type: 'headin', attrs: {} }))).toContain(`${at}/type`);
  const inside = { id: 'b', type: 'spacer', attrs: { height: 0 } };
  const section = { id: 'a', type: 'section', attrs: {}, children: [inside] };
  expect(faultsOf(mail(section))).toEqual([`${at}/children/0/attrs/height`]);
  expect(faultsOf(mail({ ...section, type: 'spacer' }))).toContain(`${at}/children`);
  const columns = { id: 'a', type: 'columns', attrs: {}, columns: [{ id: 'c', width: 200, children: [inside] }] };
  expect(faultsOf(mail(columns))).toEqual([`${at}/columns/0/width`, `${at}/columns/0/children/0/attrs/height`]);
  expect(faultsOf({ ...mail(), exmples: [] })).toEqual(['']);
  expect(faultsOf({ ...mail(), template: { ...mail().template, translations: { de: { subject: 'Hallo' } } } })).toEqual(
    ['/template/translations/de/subject'],
  );
});

describe('a layout', () => {
  const inLayout = (value: unknown) => faultsOf(value, validateLayout);

  it('that a designer begins with fits, and can be saved', () => {
    expect(inLayout({ $schema: '../../emails/layout.schema.json', ...firstLayout })).toEqual([]);
    expect(atOnce(checkLayoutInSteps(firstLayout)).ok).toBe(true);
  });

  it.each(blockTypes.map(({ example }) => [example.type, example] as const))('takes the block %s', (_type, example) => {
    expect(
      inLayout({ header: [example], footer: [{ ...example, attrs: { ...example.attrs, onclick: 'x' } }] }),
    ).toEqual(['/footer/0/attrs']);
  });

  it('says of what is written wrong where it is', () => {
    expect(inLayout({ headr: [] })).toEqual(['']);
    expect(inLayout({ footer: [{ id: 'a', type: 'heading', attrs: { text: 'x', level: 9 } }] })).toEqual([
      '/footer/0/attrs/level',
    ]);
    expect(inLayout({ translations: { de: { 'print.text': 'Berlin' } } })).toEqual(['/translations/de/print.text']);
    const spacer = { id: 'a', type: 'spacer', attrs: {} };
    expect(inLayout({ header: Array.from({ length: 51 }, (_, n) => ({ ...spacer, id: `s-${n}` })) })).toEqual([
      '/header',
    ]);
  });
});
