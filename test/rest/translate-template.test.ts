import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, translationsOf } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const name = 'order.shipped';
await makeEventType(acme, name);
await makeEventType(acme, 'bare', { withTemplate: false });
const source = 'Hello {{ event.customer_name }}';
const translate = (texts: readonly object[], more: object = {}, type = name) =>
  acme.ask('translateTemplate', { path: { name: type }, body: { content: translationsOf(type, texts), ...more } });
const text = (words: string, from = source) => ({ id: 'title.text', source: from, text: words });

refusesAsUsual('translateTemplate', acme, () => ({ path: { name }, body: { content: translationsOf(name, []) } }));

it('adds a language as the next version, and says what it brought', async () => {
  const { status, body } = await translate([text('Ciao'), { id: 'gone.text', source: 'x', text: 'y' }]);
  expect([status, body.data]).toEqual([
    200,
    {
      version: 2,
      locale: 'it',
      changed: ['title.text'],
      unknown: ['gone.text'],
      outdated: [],
      warnings: [
        { field_id: 'title.text', message: 'The text reads `event.customer_name`, the translation does not.' },
      ],
    },
  ]);
  const saved = await acme.ask('getTemplate', { path: { name } });
  expect(saved.body.data.translations).toEqual({ it: { 'title.text': { text: 'Ciao', source } } });
  expect((await translate([text('Ciao')])).body.data).toMatchObject({ version: 2, changed: [] });
});

it('takes the file that was handed out', async () => {
  const { body } = await acme.ask('getTranslationFile', { path: { name, locale: 'it' } });
  const { version } = (await acme.ask('getTemplate', { path: { name } })).body.data;
  const brought = await acme.ask('translateTemplate', { path: { name }, body: { content: body.data.content } });
  expect(brought.body.data).toMatchObject({ version, changed: [], unknown: [], outdated: [] });
});

it('refuses what has changed since, unless told to take it', async () => {
  const old = [text('Salve', 'Good day')];
  const refused = await translate(old);
  expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
    422,
    'translations_outdated',
    ['translations.it.title.text'],
  ]);
  expect((await translate(old, { accept_outdated: true })).body.data.outdated).toEqual(['title.text']);
});

it('refuses a version that is not the current one', async () => {
  const conflict = await translate([text('Ehi')], { base_version: 1 });
  expect([conflict.status, conflict.body.code]).toEqual([409, 'version_conflict']);
  expect((await translate([text('Ehi')], { base_version: 99 })).body.errors).toEqual({
    base_version: [expect.any(String)],
  });
});

it('says what is wrong with a file, beside what else is wrong', async () => {
  const { status, body } = await acme.ask('translateTemplate', {
    path: { name },
    body: { content: '<xliff version="1.2"/>', zebra: 1 },
  });
  expect([status, body.errors]).toEqual([
    422,
    { content: [expect.stringContaining('is XLIFF 1.2')], zebra: ['is not a known field'] },
  ]);
  expect((await translate([text('{{ event.nobody }}')])).body.errors).toEqual({
    'translations.it.title.text': [expect.stringContaining('Unknown variable')],
  });
  const other = await acme.ask('translateTemplate', { path: { name }, body: { content: translationsOf('x.y', []) } });
  expect(other.body.errors).toEqual({ content: ['has no texts of `order.shipped`'] });
});

it('is not found without a template', async () => {
  for (const type of ['bare', 'none']) {
    const { status, body } = await translate([], {}, type);
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});
