import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const name = 'order.shipped';
await makeEventType(acme, name);
await makeEventType(acme, 'bare', { withTemplate: false });
const file = (locale: string, query: Record<string, string> = {}, type = name) =>
  acme.ask('getTranslationFile', { path: { name: type, locale }, query });

refusesAsUsual('getTranslationFile', acme, () => ({ path: { name, locale: 'it' } }));

it('gives the texts of the current version in each form, for a language that the template does not have', async () => {
  const { status, body } = await file('it');
  expect([status, body.data]).toEqual([200, { version: 1, content: expect.stringContaining('trgLang="it"') }]);
  expect(body.data.content).toContain('original="order.shipped"');
  expect((await file('it', { format: 'csv' })).body.data.content).toContain('template,id,state,before,en,it\r\n');
  expect(JSON.parse((await file('it', { format: 'json' })).body.data.content)).toMatchObject({ locale: 'it' });
});

it('has what is outdated first', async () => {
  const translations = { de: { 'title.text': { text: 'Hallo', source: 'Good day' } } };
  await acme.ask('saveTemplate', { path: { name }, body: { ...template, translations, accept_outdated: true } });
  const { content } = (await file('de', { format: 'json' })).body.data;
  expect(JSON.parse(content).templates[0].texts[0]).toEqual({
    id: 'title.text',
    state: 'outdated',
    before: 'Good day',
    source: 'Hello {{ event.customer_name }}',
    text: 'Hallo',
  });
});

it('refuses the language of the template, what is no language, and an unknown form', async () => {
  expect((await file('en')).body).toMatchObject({
    code: 'validation_failed',
    errors: { locale: [expect.any(String)] },
  });
  expect((await file('no_tag')).body.errors).toEqual({ locale: ['must be a language tag such as en or pt-BR'] });
  expect((await file('it', { format: 'pdf' })).body.errors).toEqual({ format: [expect.any(String)] });
});

it('is not found without a template', async () => {
  for (const type of ['bare', 'none']) {
    const { status, body } = await file('it', {}, type);
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});
