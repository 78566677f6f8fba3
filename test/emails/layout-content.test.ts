/** A layout in a mail: its language, its direction, its room, and a template without one. */
import { expect, test } from 'vitest';
import { checkLayoutInSteps } from '../../emails/check/check-layout.ts';
import { checkTemplate } from '../../emails/check/check-template.ts';
import { compileTemplate } from '../../emails/compile/compile.tsx';
import type { LayoutContent } from '../../emails/document/layout-content.ts';
import type { TemplateContent } from '../../emails/document/template.ts';
import { renderTemplate } from '../../emails/render/render.ts';
import { sampleValues } from '../../emails/render/sample-values.ts';
import { atOnce } from '../../src/ground/steps.ts';

const text = (words: string, id: string) => ({ id, type: 'text', attrs: { text: words } });
const known = { fields: [], attributes: [] };

const content = (
  blocks: readonly ReturnType<typeof text>[] = [text('Content', 'a')],
  more: object = {},
): TemplateContent => ({
  subject: 'Subject',
  displayName: null,
  replyTo: null,
  locale: 'en',
  composition: { editorVersion: 3, target: 'email', document: { blocks, ...more } },
  translations: { ar: { 'a.text': { text: 'محتوى' } }, 'de-AT': { 'a.text': { text: 'Inhalt' } } },
});

// The ids are those of the template: the texts of both are told apart all the same.
const layout: LayoutContent = {
  locale: 'en',
  header: [text('Above', 'h')],
  footer: [text('Below [leave]({{ system.unsubscribe_url }})', 'a')],
  translations: { ar: { 'a.text': { text: 'أسفل' } }, de: { 'h.text': { text: 'Oben' } } },
};

async function mail(locale: string, around: LayoutContent | null, of = content()) {
  const compiled = await compileTemplate(of, locale, null, around);
  const values = sampleValues([], []);
  return { compiled, ...renderTemplate(compiled, values, { locale, timezone: 'UTC', fallbacks: {} }) };
}

test('the layout has the language of the mail where it can, else its own, text by text', async () => {
  const order = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
  expect(order((await mail('en', layout)).text)).toMatch(/^Above Content Below leave/);
  expect(order((await mail('de-AT', layout)).text)).toMatch(/^Oben Inhalt Below leave/);
  expect(order((await mail('ar', layout)).text)).toBe('Above محتوى أسفل');
});

test('a mail from right to left has its layout in it', async () => {
  const { html } = await mail('ar', layout);
  expect(html).toMatch(/<html[^>]* dir="rtl"/);
  expect(html).toContain('أسفل');
});

test('an unsubscribe link in the layout counts, whatever the language', async () => {
  expect((await mail('en', layout)).compiled.readsUnsubscribeUrl).toBe(true);
  expect((await mail('ar', layout)).compiled.readsUnsubscribeUrl).toBe(true);
  expect((await mail('en', null)).compiled.readsUnsubscribeUrl).toBe(false);
});

test('the layout takes the theme of its template', async () => {
  const themed = content(undefined, { theme: { text_color: '#123456' } });
  expect((await mail('en', layout, themed)).html.match(/#123456[^>]*>(?:Above|Content|Below)/g)).toHaveLength(3);
});

test('a template that names a layout keeps room for it', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => text('x', `t${n}`));
  const checked = (count: number, settings: object) =>
    checkTemplate({ ...content(many(count), { settings }), translations: {} }, known).ok;
  expect([checked(450, { layout: 'default' }), checked(451, { layout: 'default' })]).toEqual([true, false]);
  expect([checked(500, {}), checked(501, {})]).toEqual([true, false]);
  const footer = (count: number) => atOnce(checkLayoutInSteps({ footer: many(count) })).ok;
  expect([footer(50), footer(51)]).toEqual([true, false]);
  const lines = (count: number) => atOnce(checkLayoutInSteps({ footer: [text('\n'.repeat(count), 'l')] })).ok;
  expect([lines(5_000), lines(5_001)]).toEqual([true, false]);
});

test('the check never throws, whatever the JSON', () => {
  for (const written of [
    null,
    7,
    [],
    {},
    { header: 'x' },
    { header: [null] },
    { footer: [[]], translations: { de: 7 } },
  ]) {
    expect(atOnce(checkLayoutInSteps(written)).ok).toBe(false);
  }
});
