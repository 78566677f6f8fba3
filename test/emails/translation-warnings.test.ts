/** What in a translation is likely a mistake (docs/rules.md#warnings-of-translations). */
import { describe, expect, it } from 'vitest';
import { translationWarnings } from '../../emails/check/translation-warnings.ts';
import { starterContent } from '../../emails/starters/starter.ts';
import { starterNames, starters } from '../../emails/starters.ts';
import { atOnce } from '../../src/ground/steps.ts';
import { block, content } from './sample.ts';

const one = {
  ...block('text', {
    text: 'Hello {{ event.customer_name }}, [go](https://a.example): {{ event.total | currency: "EUR" }}',
  }),
  id: 'one',
};

function warned(text: string, subject = 'Hello'): readonly string[] {
  const translations = { de: { 'one.text': { text }, subject: { text: subject } } };
  return atOnce(translationWarnings(content({ blocks: [one], translations }), 'de')).map(
    ({ fieldId, message }) => `${fieldId}: ${message}`,
  );
}

describe('a translation', () => {
  it('with the tags and links of its text is not warned of, whatever their order and dates are', () => {
    expect(
      warned('[los](https://b.example): {{ event.total | currency: "USD" }}, {{ event.customer_name | upper }}'),
    ).toEqual([]);
    expect(warned('')).toEqual([]);
  });

  it('that lost a tag, a link or a currency, or has one more, is warned of', () => {
    expect(warned('Hallo {{ event.city }}: {{ event.total }}')).toEqual([
      'one.text: The text reads `event.customer_name`, the translation does not.',
      'one.text: The text reads `event.total | currency`, the translation does not.',
      'one.text: The translation reads `event.city`, the text does not.',
      'one.text: The translation reads `event.total`, the text does not.',
      'one.text: The text has one link, the translation none.',
    ]);
  });

  it('that fixes the currency which its text takes from a variable is warned of', () => {
    const priced = { ...block('text', { text: '{{ event.total | currency: event.note }}' }), id: 'priced' };
    const translations = { de: { 'priced.text': { text: '{{ event.total | currency: "EUR" }}' } } };
    expect(
      atOnce(translationWarnings(content({ blocks: [priced], translations }), 'de')).map(({ message }) => message),
    ).toEqual([
      'The text reads `event.total | currency: event.note`, the translation does not.',
      'The translation reads `event.total | currency`, the text does not.',
    ]);
  });

  it('with plurals is compared as a whole, and warned of a form that its language has besides', () => {
    const count = '{event.total, plural, one {one [thing](https://a.example)} other {# [things](https://a.example)}}';
    const plural = { ...block('text', { text: count }), id: 'plural' };
    const found = (text: string, locale: string) => {
      const translations = { [locale]: { 'plural.text': { text } } };
      return atOnce(translationWarnings(content({ blocks: [plural], translations }), locale)).map(
        ({ message }) => message,
      );
    };
    expect(found(count, 'de')).toEqual([]);
    // Its form for millions is not asked for.
    expect(found(count, 'fr')).toEqual([]);
    expect(found(count, 'pl')).toEqual([
      'The plural of `event.total` has no form `few`, which pl has.',
      'The plural of `event.total` has no form `many`, which pl has.',
    ]);
    expect(found('{event.total, plural, other {# [things](https://a.example)}}', 'ja')).toEqual([]);
    expect(found('[things](https://a.example)', 'ja')).toEqual([
      'The text reads `event.total`, the translation does not.',
    ]);
  });

  it('that is much longer than its text is warned of', () => {
    const good = '{{ event.customer_name }} [go](https://a.example) {{ event.total | currency: "EUR" }}';
    expect(warned(good, 'x'.repeat(29))).toEqual([]);
    expect(warned(good, 'x'.repeat(30))).toEqual([
      'subject: The translation has 30 characters, the text 5: look whether it still fits.',
    ]);
  });
});

it.each(starterNames)('the translations of %s have none', (name) => {
  const written = starterContent(starters[name]);
  const found = Object.keys(written.translations).flatMap((locale) =>
    atOnce(translationWarnings(written, locale)).map(({ fieldId, message }) => `${locale} ${fieldId}: ${message}`),
  );
  expect(found).toEqual([]);
});
