/** Files for translators, out and in (docs/rules.md#translation-files). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bringTranslations } from '../../emails/translate/bring-translations.ts';
import { textsToTranslate } from '../../emails/translate/texts-to-translate.ts';
import { atOnce } from '../../src/ground/steps.ts';
import {
  type TranslationFile,
  TranslationFileFault,
  translationFormats,
} from '../../src/templates/translation-files/translation-file.ts';
import {
  readTranslationFile,
  writeTranslationFile,
} from '../../src/templates/translation-files/translation-formats.ts';
import { block, content } from '../emails/sample.ts';

const read = (text: string) => atOnce(readTranslationFile(text));

const title = { ...block('heading', { text: 'Hello {{ event.customer_name }}' }), id: 'title' };
const price = { ...block('text', { text: '{{ event.total | currency: "EUR" }}' }), id: 'price' };
const body = {
  ...block('text', { text: 'Your **order** is here.\n[Follow it]({{ event.tracking_url }})' }),
  id: 'body',
};
const go = { ...block('button', { label: 'Go', href: 'https://shop.example' }), id: 'go' };
const mail = content({
  subject: 'Your order',
  blocks: [title, price, body, go],
  translations: {
    de: {
      subject: { text: 'Ihre Bestellung', source: 'Your order' },
      'body.text': { text: 'Alt', source: 'An older text' },
      'go.label': { text: '' },
    },
  },
});

describe('the texts of a language', () => {
  it('are the outdated ones first, then the missing ones, then the others, without prices and links', () => {
    const texts = atOnce(textsToTranslate(mail, 'de'));
    expect(texts.map(({ fieldId, state, text, before }) => [fieldId, state, text, before])).toEqual([
      ['body.text', 'outdated', 'Alt', 'An older text'],
      ['title.text', 'missing', '', null],
      ['go.label', 'missing', '', null],
      ['subject', 'translated', 'Ihre Bestellung', null],
    ]);
  });

  it('are all missing in a language that the template does not have', () => {
    const texts = atOnce(textsToTranslate(mail, 'it'));
    expect(new Set(texts.map(({ state }) => state))).toEqual(new Set(['missing']));
    expect(texts.map(({ fieldId }) => fieldId)).toEqual(['subject', 'title.text', 'body.text', 'go.label']);
  });
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => one.isWellFormed() && !/[\r\ufeff]/.test(one)),
  fc.constantFrom(
    'Hello {{ event.customer_name }} and {{ event.customer_name }}',
    '<b>&amp; ]]> "quoted" \'it\'</b>',
    '=1+1',
    "'=1+1",
    '-5;6,7\t8',
    ' blanks ',
    'two\nlines',
    '{{ a | date: "long" }}{{ b }}',
    'never {{ closed',
    '\u0001\u001f\uffff',
    '日本 😀 שלום',
  ),
);

const file = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,8}\.json$/), { minLength: 1, maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z0-9._:-]{0,20}$/), { minLength: 1, maxLength: 4 })
          .chain((ids) =>
            fc.tuple(
              ...ids.map((fieldId) =>
                fc.record({
                  fieldId: fc.constant(fieldId),
                  state: fc.constantFrom('outdated', 'missing', 'translated'),
                  source: text.filter((one) => one !== ''),
                  text,
                  before: fc.option(text),
                }),
              ),
            ),
          )
          .map((texts) => ({ name, texts })),
      ),
    ),
  )
  .map((templates): TranslationFile => ({ locale: 'pt-BR', sourceLocale: 'en', templates }));

describe.each(translationFormats)('a file in %s', (format) => {
  it('comes back as it went, whatever its texts are', () => {
    fc.assert(
      fc.property(file, (written) => {
        const back = read(writeTranslationFile(written, format));
        expect(back).toEqual({
          locale: 'pt-BR',
          templates: written.templates.map(({ name, texts }) => ({
            name,
            texts: texts.map(({ fieldId, source, text }) => ({ fieldId, source, text })),
          })),
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('XLIFF', () => {
  const written = writeTranslationFile(
    {
      locale: 'de',
      sourceLocale: 'en',
      templates: [{ name: 'order.paid', texts: atOnce(textsToTranslate(mail, 'de')) }],
    },
    'xliff',
  );

  it('has merge tags as codes, the older text as a note, and the state of each text', () => {
    expect(written).toContain('<data id="d1">{{ event.customer_name }}</data>');
    expect(written).toContain('<source>Hello <ph id="1" dataRef="d1" disp="{{ event.customer_name }}"/></source>');
    expect(written).toContain('<note category="outdated">Was written for: An older text</note>');
    expect(written.match(/<segment state="initial">/g)).toHaveLength(3);
    expect(written.match(/<segment state="translated">/g)).toHaveLength(1);
  });

  it('is read as other tools write it: with prefixes, segments, codes moved, marks and comments', () => {
    const other = `<?xml version="1.0"?><!-- x --><x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
      <x:file id="a" original="order.paid"><x:skeleton href="y"/><x:unit id="title.text"><x:notes/>
        <x:originalData><x:data id="d1">{{ event.customer_name }}</x:data></x:originalData>
        <x:segment><x:source>Hello. </x:source><x:target>Hallo. </x:target></x:segment>
        <x:ignorable><x:source>&#160;</x:source></x:ignorable>
        <x:segment><x:source><x:ph id="1" dataRef="d1"/>!</x:source><x:target><x:mrk id="m" type="term">Na,</x:mrk> <x:ph id="1" dataRef="d1"/>&#x21;</x:target></x:segment>
      </x:unit><x:unit id="go.label"><x:segment><x:source>Go</x:source><x:target/></x:segment></x:unit>
      <x:unit id="half.text"><x:segment><x:source>a</x:source><x:target>b</x:target></x:segment><x:segment><x:source>c</x:source></x:segment></x:unit></x:file></x:xliff>`;
    expect(read(other)).toEqual({
      locale: 'de',
      templates: [
        {
          name: 'order.paid',
          texts: [
            {
              fieldId: 'title.text',
              source: 'Hello. \u00a0{{ event.customer_name }}!',
              text: 'Hallo. \u00a0Na, {{ event.customer_name }}!',
            },
            { fieldId: 'go.label', source: 'Go', text: '' },
            { fieldId: 'half.text', source: 'ac', text: '' },
          ],
        },
      ],
    });
  });

  it('expands no entities of its own making', () => {
    const bomb = written.replace('<xliff', '<!DOCTYPE x [<!ENTITY a "aaaa">]><xliff').replace('Your order', '&a;');
    expect(read(bomb).templates[0]?.texts.at(-1)?.source).toBe('&a;');
  });

  it.each([
    ['<xliff version="1.2"><file/></xliff>', 'is XLIFF 1.2: version 2 is read'],
    ['<xliff version="2.0"></xliff>', 'names no language in trgLang'],
    ['<html></html>', 'it has no element <xliff>'],
    [written.slice(0, -30), 'is no XML: <'],
    [written.replace('</source>', '</target>'), 'is no XML: <'],
    [written.replace('dataRef="d1"', 'dataRef="d9"'), 'has a code 1 without its merge tag'],
    [`<xliff version="2.0" trgLang="de">${'<a>'.repeat(100_000)}`, 'has elements more than 50 deep'],
    ['<xliff version="2.0" trgLang="de"><unit id="a"/></xliff>', 'a <unit> stands in no <file>'],
  ])('says what is wrong with %s', (text, fault) => {
    expect(() => read(text)).toThrow(TranslationFileFault);
    expect(() => read(text)).toThrow(fault);
  });
});

describe('CSV', () => {
  it('is read as a spreadsheet saves it: with semicolons, blank rows and columns in another order', () => {
    const csv = '\ufeffid;template;note;en;de\r\ntitle.text;order.paid;;Hello;"Hallo; Du"\r\n;;;;\r\n';
    expect(() => read(csv)).toThrow('has other columns than template, id, state, before and the two languages');
    expect(read(csv.replace('note', 'State'))).toEqual({
      locale: 'de',
      templates: [{ name: 'order.paid', texts: [{ fieldId: 'title.text', source: 'Hello', text: 'Hallo; Du' }] }],
    });
  });

  it.each([
    ['id,en,de\nx,y,z', 'has other columns'],
    ['template,id,en,German text\nx,y,z,a', 'has a column `German text`, which is no language'],
    ['template,id,en,de\nx,y,"z', 'has quotes that do not fit in row 2'],
    [`template,id,en,de\n${','.repeat(300_000)}`, 'has more than 262144 bytes in row 2'],
    [`template,id,en,de\n"${'x'.repeat(300_000)}`, 'has more than 262144 bytes in row 2'],
  ])('says what is wrong with %s', (text, fault) => {
    expect(() => read(text)).toThrow(fault);
  });
});

it.each([
  ['', 'is empty'],
  ['{', 'is no JSON'],
  [`{"locale":${'['.repeat(1_000_001)}`, 'has more than 1000000 opening brackets'],
  ['x'.repeat(8_000_001), 'has more than 8000000 characters'],
  ['{"locale":"de"}', 'has another form at templates'],
  ['{"locale":"d","templates":[]}', 'has another form at locale: must be a language tag'],
])('says what is wrong with %s', (text, fault) => {
  expect(() => read(text)).toThrow(fault);
});

describe('translations that come back', () => {
  const bring = (texts: Parameters<typeof bringTranslations>[2], locale = 'de') =>
    atOnce(bringTranslations(mail, locale, texts));

  it('keep what the language has besides, and name what is unknown or outdated', () => {
    const { translations, ...said } = bring([
      { fieldId: 'title.text', source: 'Hello {{ event.customer_name }}', text: 'Hallo {{ event.customer_name }}' },
      { fieldId: 'go.label', source: 'Start', text: 'Los' },
      { fieldId: 'body.text', source: 'x', text: '' },
      { fieldId: 'gone.text', source: 'x', text: 'y' },
      { fieldId: 'subject', source: 'Your order', text: 'Ihre Bestellung' },
    ]);
    expect(said).toEqual({ changed: ['title.text', 'go.label'], unknown: ['gone.text'], outdated: ['go.label'] });
    expect(translations.de).toEqual({
      subject: { text: 'Ihre Bestellung', source: 'Your order' },
      'title.text': { text: 'Hallo {{ event.customer_name }}', source: 'Hello {{ event.customer_name }}' },
      'body.text': { text: 'Alt', source: 'An older text' },
      'go.label': { text: 'Los', source: 'Start' },
    });
  });

  it('belong to the present text where line ends alone differ', () => {
    const source = 'Your **order** is here.\r\n[Follow it]({{ event.tracking_url }}) ';
    const { translations, outdated } = bring([{ fieldId: 'body.text', source, text: 'Neu' }]);
    expect(outdated).toEqual([]);
    expect(translations.de?.['body.text']?.source).toBe(body.attrs.text);
  });

  it('make a language where there is one, and none where there is not', () => {
    expect(bring([{ fieldId: 'go.label', source: 'Go', text: 'Vai' }], 'it').translations.it).toEqual({
      'go.label': { text: 'Vai', source: 'Go' },
    });
    expect(bring([{ fieldId: 'go.label', source: 'Go', text: '' }], 'it').translations).toBe(mail.translations);
  });
});
