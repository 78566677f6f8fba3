/** Texts of a template as files for translators, over GraphQL (docs/rules.md#translation-files). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let stranger: Tenant;
const translations = {
  de: { 'title.text': { text: 'Alt', source: 'Older' }, subject: { text: 'Bestellung', source: 'An order' } },
  fr: { 'title.text': { text: 'Vieux', source: 'Older' } },
};
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test' });
  stranger = await world.tenant();
  await saveEventType(tenant.ctx, { name: 'order.paid', input: { fields: [{ name: 'name', type: 'string' }] } });
  const blocks = [{ id: 'title', type: 'heading', attrs: { text: 'Hello {{ event.name }}' } }];
  const composition = { editorVersion: 3, target: 'email', document: { blocks } };
  const input = { subject: 'An order', fromLocalPart: 'orders', composition, translations, acceptOutdated: true };
  await saveTemplate(tenant.ctx, { eventType: 'order.paid', input });
});
afterAll(() => world.close());

const fileIn = (locale: string, format = '') =>
  tenant.ask(`{ template(eventType: "order.paid") { translationFile(locale: "${locale}"${format}) } }`);

const translate = (content: string, more = '', by: Tenant = tenant) =>
  by.ask(
    `mutation ($content: String!) {
      templateTranslate(eventType: "order.paid", input: { content: $content${more} }) {
        templateVersion { version translations }
        locale changed unknown outdated warnings { fieldId message }
      }
    }`,
    { content },
  );

const json = (texts: readonly object[], locale = 'it', name = 'order.paid') =>
  JSON.stringify({
    locale,
    templates: [
      { name: 'other.type', texts: [] },
      { name, texts },
    ],
  });

it('go out with what is outdated first, and come back as the next version', async () => {
  const { data } = await fileIn('de');
  const written: string = data.template.translationFile;
  expect(written).toMatch(/original="order\.paid"[\s\S]*<unit id="title\.text">[\s\S]*<unit id="subject">/);
  const back = await translate(written.replace('<target>Alt</target>', '<target>Hallo</target>'));
  expect(back.errors).toEqual([]);
  expect(back.data.templateTranslate).toMatchObject({
    templateVersion: { version: 2 },
    locale: 'de',
    changed: ['title.text'],
    unknown: [],
    outdated: [],
    warnings: [{ fieldId: 'title.text', message: 'The text reads `event.name`, the translation does not.' }],
  });
  // What another language has stays, outdated as it is.
  const { translations: saved } = back.data.templateTranslate.templateVersion;
  expect(saved).toEqual({
    de: { ...translations.de, 'title.text': { text: 'Hallo', source: 'Hello {{ event.name }}' } },
    fr: translations.fr,
  });
});

it('write no version where nothing differs', async () => {
  const { data } = await fileIn('de', ', format: csv');
  const version = async (answer: ReturnType<typeof translate>) =>
    (await answer).data.templateTranslate.templateVersion.version;
  const before = await version(translate(json([])));
  expect(await version(translate(data.template.translationFile))).toBe(before);
});

it('add a language that the template does not have', async () => {
  const text = { id: 'title.text', source: 'Hello {{ event.name }}', text: 'Ciao {{ event.name }}' };
  const { data } = await translate(json([text, { id: 'gone.text', source: 'x', text: 'y' }]));
  expect(data.templateTranslate).toMatchObject({ changed: ['title.text'], unknown: ['gone.text'], warnings: [] });
  const asked = await tenant.ask(
    '{ template(eventType: "order.paid") { coverage { locale translated } translationWarnings(locale: "it") { fieldId } } }',
  );
  expect(asked.data.template).toMatchObject({ translationWarnings: [] });
  expect(asked.data.template.coverage).toContainEqual({ locale: 'it', translated: 1 });
});

it('are refused with what is wrong, under its path', async () => {
  const refused = async (...asked: Parameters<typeof translate>) => {
    const { refusal } = await translate(...asked);
    return [refusal?.code, refusal?.details.errors];
  };
  expect(await refused('')).toEqual(['validation_failed', { content: ['must not be empty'] }]);
  expect(await refused('<xliff version="1.2"/>')).toMatchObject([
    'validation_failed',
    { content: [expect.stringContaining('is XLIFF 1.2')] },
  ]);
  expect(await refused(json([], 'it', 'order.other'))).toEqual([
    'validation_failed',
    { content: ['has no texts of `order.paid`'] },
  ]);
  expect(await refused(json([], 'en'))).toEqual([
    'validation_failed',
    { content: ['is of en, the language of the template itself'] },
  ]);
  const old = json([{ id: 'title.text', source: 'Older', text: 'Vecchio' }]);
  expect(await refused(old)).toEqual([
    'translations_outdated',
    { 'translations.it.title.text': ['The text has changed since this translation was written.'] },
  ]);
  expect((await translate(old, ', acceptOutdated: true')).data.templateTranslate.outdated).toEqual(['title.text']);
  expect(await refused(json([]), ', baseVersion: 1')).toMatchObject(['version_conflict', {}]);
  const unknown = json([{ id: 'subject', source: 'An order', text: '{{ event.nobody }}' }]);
  expect(await refused(unknown)).toMatchObject([
    'validation_failed',
    { 'translations.it.subject': [expect.any(String)] },
  ]);
});

it('need a language of their own, and are nobody else’s', async () => {
  for (const locale of ['en', 'no such']) {
    const { refusal } = await fileIn(locale);
    expect({ code: refusal?.code, errors: refusal?.details.errors }).toMatchObject({
      code: 'validation_failed',
      errors: { locale: [expect.any(String)] },
    });
  }
  expect((await translate(json([]), '', stranger)).refusal?.code).toBe('not_found');
});
