import { caniemail } from 'caniemail';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../emails/check/coverage.ts';
import { lookNames } from '../../emails/document/looks.ts';
import { blockStarter, catalogue } from '../../emails/starters/catalogue.ts';
import { starterNames, starters } from '../../emails/starters/index.ts';
import { renderStarter, starterContent } from '../../emails/starters/starter.ts';
import { checkPayload } from '../../src/event-types/check-payload.ts';
import { DECORATION, MAIL_CLIENTS, MAIL_RULES } from './mail-html.ts';

/** Bytes; Gmail cuts off what is larger. */
const clipped = 100 * 1024;

const validator = new HtmlValidate(MAIL_RULES);
const shown = starterNames.flatMap((name) => {
  const { locale, translations } = starterContent(starters[name]);
  return [locale, ...Object.keys(translations)].map((language) => [name, language] as const);
});

it('there are twelve starters in six languages each', () => {
  expect(shown).toHaveLength(72);
});

it.each(starterNames)('%s is translated whole', (name) => {
  const coverage = coverageOf(starterContent(starters[name]));
  expect(coverage).toHaveLength(5);
  for (const { texts, translated, missing, outdated } of coverage) {
    expect({ translated, missing, outdated }).toEqual({ translated: texts, missing: [], outdated: [] });
  }
});

it.each(starterNames)('%s makes a mail of each of its examples, which its fields accept', async (name) => {
  const { fields, examples } = starters[name];
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) {
    expect(checkPayload(fields, example.payload)).toEqual({});
    const { subject, html, text } = await renderStarter(starters[name], { locale: example.locale ?? 'en', example });
    expect(`${subject}${html}${text}`).not.toMatch(/\{\{|undefined|\[object/);
  }
});

it.each([
  ['en', 1, 'Your week in review: 1 visitor'],
  ['en', 12_480, 'Your week in review: 12,480 visitors'],
  ['fr', 1, 'Votre semaine en bref\u00a0: 1 visiteur'],
  ['es', 2, 'Resumen de tu semana: 2 visitantes'],
  ['ar', 1, 'ملخص أسبوعك: زائر واحد'],
  ['ar', 2, 'ملخص أسبوعك: زائران'],
])('the digest in %s counts %i as people do', async (locale, visitors, subject) => {
  const [first] = starters['weekly-digest'].examples;
  const example = { ...first, payload: { ...first.payload, visitors } };
  const mail = await renderStarter(starters['weekly-digest'], { locale, example });
  // Numbers may be isolated from the text around them.
  expect(mail.subject.replaceAll(/[\u2066-\u2069]/g, '')).toBe(subject);
});

it('a link that works for a minute or an hour says so', async () => {
  const textOf = async (name: 'magic-link' | 'verify-address', field: string, locale: string) => {
    const [first] = starters[name].examples;
    const example = { ...first, payload: { ...first.payload, [field]: 1 } };
    return (await renderStarter(starters[name], { locale, example })).text.replaceAll('\u00a0', ' ');
  };
  expect(await textOf('magic-link', 'expires_in_minutes', 'en')).toContain('expires in 1 minute.');
  expect(await textOf('magic-link', 'expires_in_minutes', 'de')).toContain('gilt 1 Minute und lässt');
  expect(await textOf('verify-address', 'expires_in_hours', 'ar')).toContain('لمدة ساعة واحدة');
});

it('the digest, which people may leave, ends with the postal address of the brand', async () => {
  const brand = { name: 'Acme', address: 'Hauptstrasse 1\n10115 Berlin' };
  expect((await renderStarter(starters['weekly-digest'], { locale: 'en', brand })).text).toContain('10115 Berlin');
});

it.each(starterNames)('%s shows the logo of the brand, and the name where there is none', async (name) => {
  const logo_url = 'https://acme.example/logo.png';
  const branded = await renderStarter(starters[name], { locale: 'en', brand: { name: 'Acme', logo_url } });
  expect(branded.html.split(`src="${logo_url}"`)).toHaveLength(3);
  const { html, fellBack } = await renderStarter(starters[name], { locale: 'en', brand: { name: 'Acme' } });
  expect(html).not.toContain('<img');
  expect(html).toContain('Harbour</td>');
  expect(fellBack).toEqual([]);
});

describe.each(shown)('the starter %s in %s', (name, locale) => {
  it('makes a whole mail of its sample, small enough for Gmail', async () => {
    const { subject, html, text, fellBack, displayName } = await renderStarter(starters[name], { locale });
    expect(fellBack).toEqual([]);
    expect(`${subject}${displayName}${html}${text}`).not.toMatch(/\{\{|undefined|\[object/);
    expect(Buffer.byteLength(html)).toBeLessThan(clipped);
    expect(html).toContain(`lang="${locale}"`);
    expect(html).toContain(`dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
  });

  it('has a plain text that reads: no markup, nothing twice empty, each link of the mail', async () => {
    const { html, text } = await renderStarter(starters[name], { locale });
    expect(text).not.toMatch(/<\/?[a-z]|&(?:[a-z]+|#\d+);|\*\*|\n{3}|[ \t]\n|^\s|\]\(/i);
    expect(text).toMatch(/\S\n$/);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThan(500);
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    expect(links.filter((link) => !text.includes(link))).toEqual([]);
    const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replaceAll(/<[^>]+>|\s/g, '');
    expect(text.replaceAll(/\s/g, '')).toContain(title);
  });

  it.each(lookNames)('is valid and accessible HTML that mail clients know, in the look %s', async (look) => {
    const { html } = await renderStarter(starters[name], { locale, look });
    expect(Buffer.byteLength(html)).toBeLessThan(clipped);
    const report = await validator.validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    const { issues } = caniemail({ clients: MAIL_CLIENTS, html });
    const unsupported = [...issues.errors.values()].flatMap((found) => found.map(({ title }) => title));
    expect([...new Set(unsupported)].filter((title) => !DECORATION.has(title))).toEqual([]);
  });
});

describe.each(catalogue)('the block $type in the catalogue', ({ type }) => {
  it.each(['en', 'ar'])('is a mail of its own in %s, with a value for each of its tags', async (locale) => {
    const starter = blockStarter(type);
    if (starter === null) throw new Error('No such block');
    const { html, fellBack } = await renderStarter(starter, { locale });
    expect(html).toContain(`dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
    expect(fellBack).toEqual([]);
    const { translated, texts } = coverageOf(starterContent(starter))[0] ?? {};
    expect(translated).toBe(texts);
  });
});

it('the catalogue has no block that there is not', () => {
  expect(blockStarter('hologram')).toBeNull();
});

it('a look of the bench takes the place of that of the template', async () => {
  const shown = async (look: 'bold' | null) => (await renderStarter(starters.welcome, { locale: 'en', look })).html;
  expect(await shown('bold')).toContain('#5b21b6');
  expect(await shown(null)).not.toContain('#5b21b6');
});
