/** The pictures of blocks, and the examples of tags and filters, which the documentation shows. */
import { describe, expect, it } from 'vitest';
import { blockTypes } from '../../emails/document/blocks/index.ts';
import { brandFields } from '../../emails/document/brand.ts';
import { CONTACT_NAMES, SYSTEM_NAMES } from '../../emails/language/variable-names.ts';
import { describeLanguageInSteps } from '../../emails/starters/describe-language.ts';
import { blockViews, drawBlockInSteps } from '../../emails/starters/draw-block.ts';
import { atOnce } from '../../src/ground/steps.ts';

const draw = (type: string, view: (typeof blockViews)[number]) => atOnce(drawBlockInSteps(type, view)) ?? '';

describe.each(blockTypes.map(({ type }) => type))('the block %s', (type) => {
  it.each(blockViews)('is drawn %s, loads nothing and leads nowhere', (view) => {
    const html = draw(type, view);
    expect(html).toMatch(/^<!DOCTYPE html/);
    const loaded = [...html.matchAll(/(?:src|background)="([^"]*)"|url\(([^)]*)\)/g)].map(
      ([, attribute, style]) => attribute ?? style?.replace(/^(?:'|&#x27;|&quot;)/, ''),
    );
    for (const address of loaded) expect(address).toMatch(/^data:image\/(?:svg\+xml|png);base64,/);
    expect(html).not.toMatch(/href=|prefers-color-scheme|light dark/);
    expect(html.includes('<html dir="rtl"')).toBe(view === 'rtl');
  });

  it('is dark only where it is drawn dark', () => {
    expect(draw(type, 'dark')).toContain('@media all{.t-ground');
    expect(draw(type, 'light')).toContain('@media not all{.t-ground');
  });
});

it('a block that there is not has no picture', () => {
  expect(atOnce(drawBlockInSteps('headin', 'light'))).toBeNull();
});

describe('the language of texts', () => {
  const { tags, filters, variables } = atOnce(describeLanguageInSteps());

  it('has what each tag and filter becomes in a mail', () => {
    expect(Object.fromEntries(tags.map(({ written, shown }) => [written, shown.en]))).toMatchObject({
      '{{ event.customer_name }}': 'Ada',
      '{event.count, plural, =0 {no items} one {# item} other {# items}}': '3 items',
      '{event.rank, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}': '2nd',
    });
    const price = filters.find(({ name }) => name === 'currency')?.examples[0];
    expect(price).toEqual({
      written: '{{ event.total | currency: "EUR" }}',
      shown: { en: '€1,234.50', de: '1.234,50\u00a0€', ja: '€1,234.50' },
    });
    for (const { examples } of filters) {
      expect(examples.length).toBeGreaterThan(0);
      for (const { shown } of examples) for (const text of Object.values(shown)) expect(text).not.toBe('');
    }
  });

  it('has every variable that a save knows without an event type', () => {
    const ofBrand = brandFields.flatMap(({ name, fields = [] }) => [
      name,
      ...fields.map((inner) => `${name}.${inner.name}`),
    ]);
    expect(variables.map(({ path }) => path).toSorted()).toEqual(
      [
        ...CONTACT_NAMES.map((name) => `contact.${name}`),
        ...SYSTEM_NAMES.map((name) => `system.${name}`),
        ...ofBrand.map((name) => `brand.${name}`),
      ].toSorted(),
    );
  });
});
