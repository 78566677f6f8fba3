/** Plurals and choices in texts, in ICU MessageFormat (docs/rules.md#plurals-and-choices). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variantsOf } from '../../emails/language/choices.ts';
import { fellBackTags } from '../../emails/render/render.ts';
import { block, compiled, content, errorsOf, options, rendered, text, values } from './sample.ts';

const items = '{event.total, plural, =0 {no items} one {# item} other {# items}}';

async function said(written: string, event: Readonly<Record<string, unknown>>, locale = 'en'): Promise<string> {
  return (await rendered({ blocks: [text(written)], locale }, event, { locale })).text.trim();
}

describe('a plural', () => {
  it.each([
    [0, 'no items'],
    [1, '1 item'],
    ['1', '1 item'],
    [1234.5, '1,234.5 items'],
    ['many', 'many items'],
    [-1, '-1 item'],
  ])('of %j is %s', async (total, expected) => {
    expect(await said(items, { total })).toBe(expected);
  });

  it('chooses by the rules of its language', async () => {
    const polish = '{event.total, plural, one {# rzecz} few {# rzeczy} many {# rzeczy-} other {# rzeczy+}}';
    const forms = [1, 2, 5, 22, 1.5].map((total) => said(polish, { total }, 'pl'));
    expect(await Promise.all(forms)).toEqual(['1 rzecz', '2 rzeczy', '5 rzeczy-', '22 rzeczy', '1,5 rzeczy+']);
    const arabic = '{event.total, plural, zero {a} one {b} two {c} few {d} many {e} other {f}}';
    const six = [0, 1, 2, 3, 11, 100].map((total) => said(arabic, { total }, 'ar'));
    expect(await Promise.all(six)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    const ordinal = '{event.total, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
    const places = [1, 2, 3, 4, 11, 21].map((total) => said(ordinal, { total }));
    expect(await Promise.all(places)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '21st']);
  });

  it('keeps the rules of the language in which it is written where a translation lacks it', async () => {
    const one = { ...text('{event.total, plural, one {one item} other {# items}}'), id: 'one' };
    const input = { blocks: [one], translations: { ja: { subject: { text: 'こんにちは' } } } };
    expect((await rendered(input, { total: 1 }, { locale: 'ja' })).text).toBe('one item\n');
    const translated = {
      ...input,
      translations: { ja: { 'one.text': { text: '{event.total, plural, other {#個}}' } } },
    };
    expect((await rendered(translated, { total: 1 }, { locale: 'ja' })).text).toBe('1個\n');
  });

  it('takes the fallback of a value that is absent, and names it where it is shown', async () => {
    const { text: plain, fellBack } = await rendered({ blocks: [text(items.replace('=0 {no items} ', ''))] }, {});
    expect([plain, fellBack]).toEqual(['0 items\n', ['event.total']]);
    expect((await rendered({ blocks: [text(items)] }, {})).fellBack).toEqual([]);
    expect(fellBackTags(await compiled({ blocks: [text(items)] }), { ...values, event: {} }, options)).toEqual([]);
  });
});

describe('a select', () => {
  const gift = '{event.is_gift, select, true {A gift for {{ event.customer_name | upper }}} other {No gift}}';

  it('compares text, and takes `other` for the rest', async () => {
    expect(await said(gift, { is_gift: true, customer_name: 'Ada' })).toBe('A gift for ADA');
    expect(await said(gift, { is_gift: false })).toBe('No gift');
    expect(await said(gift, {})).toBe('No gift');
    expect(await said('{event.city, select, constructor {a} other {b}}', { city: 'toString' })).toBe('b');
  });

  it('stands within marks, links and other choices', async () => {
    const nested = `**{event.total, plural, one {one} other {# {event.city, select, Turin {things in [Turin](https://turin.example)} other {things}}}}** here`;
    const { html, text: plain } = await rendered({ blocks: [text(nested)] }, { total: 2, city: 'Turin' });
    expect(html).toMatch(/<strong>2 things in <a href="https:\/\/turin\.example"[^>]*>Turin<\/a><\/strong> here/);
    expect(plain).toBe('2 things in Turin (https://turin.example) here\n');
  });

  it('has its values escaped, which choose nothing themselves', async () => {
    const evil = '<b>{event.total, plural, other {x}}';
    const { html } = await rendered(
      { blocks: [text('{event.city, select, other {{{ event.city }}}}')] },
      { city: evil },
    );
    expect(html).toContain('&lt;b&gt;{event.total, plural, other {x}}</p>');
  });
});

it('choices stand in subjects, preheaders, lists, alternative texts, codes and calendars', async () => {
  const blocks = [
    block('list', {
      items: `a {event.total, plural, one {x} other {y}}\nb\nc {event.total, plural, one {x} other {y}}`,
    }),
    block('image', { src: 'https://shop.example/a.png', alt: '{event.city, select, Turin {A "map"} other {none}}' }),
    block('code', { text: '{event.city, select, Turin {AB} other {CD}}', boxed: true }),
    block('calendar', { title: '{event.total, plural, one {x} other {# teas}}', starts: '2027-01-15', when: 'soon' }),
    block('table', {
      each: 'event.items',
      columns: [{ cell: '{item.quantity, plural, one {# piece} other {# pieces}}' }],
    }),
  ];
  const subject = '{event.total, plural, one {One} other {# items for {{ event.city }}}}';
  const settings = { preheader: '{event.city, select, Turin {Ciao} other {Hi}}' };
  const mail = await rendered({ subject, settings, blocks }, { ...values.event, total: 3 });
  expect(mail.subject).toBe('3 items for Turin');
  expect(mail.html).toContain('<title>3 items for Turin</title>');
  expect(mail.html).toContain('overflow:hidden">Ciao<span>');
  expect(mail.html).toMatch(/<li[^>]*>a y<\/li><li[^>]*>b<\/li><li[^>]*>c y<\/li>/);
  expect(mail.html).toContain('alt="A &quot;map&quot;"');
  expect(mail.html).toMatch(/>A<\/span><span[^>]*>B<\/span>/);
  expect(mail.text).toContain('1 piece\n12 pieces');
  expect(String(mail.files[0]?.content)).toContain('SUMMARY:3 teas');
});

describe('a save', () => {
  const faultsOf = (written: string) => Object.values(errorsOf(content({ subject: written }))).flat();

  it.each([
    ['{event.total, plural, one {x}}', 'A choice needs a branch `other {…}`.'],
    ['{event.total, plural, other {x}', 'A choice is opened with { and never closed with }.'],
    ['{event.total, plural, other {x} other {y}}', 'A choice has a branch more than once.'],
    ['{event.total, plural, ones {x} other {y}}', /^A plural has no branch `ones`/],
    ['{event.total, plural, offset:1 other {y}}', 'A choice takes no offset.'],
    ['{event.total, plural, other {{ event.city }}', /^A /],
    ['{event.total, plural, other {a {b} c}}', /^A brace within a choice/],
    ['{event.total, plural, }', /^A choice is not written as ICU MessageFormat has it/],
    ['{event.totl, plural, other {x}}', 'Unknown variable `event.totl`. Did you mean `event.total`?'],
    ['{event.items, select, other {x}}', '`event.items` is a list, which is no text.'],
    ['{event.city, select, a {{{ event.cty }}} other {x}}', 'Unknown variable `event.cty`. Did you mean `event.city`?'],
    [items.repeat(4), /^The choices of a text make more than 36 variants/],
    [
      `{event.total, plural, ${Array.from({ length: 30 }, (_none, n) => `=${n} {x}`).join(' ')} other {y}}${'z'.repeat(300)}`,
      undefined,
    ],
    [
      `{event.total, plural, ${Array.from({ length: 36 }, (_none, n) => `=${n} {x}`).join(' ')} other {y}}`,
      /^The choices of a text make more than 36/,
    ],
  ])('of %s says %s', (written, fault) => {
    const found = faultsOf(written);
    if (fault === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([typeof fault === 'string' ? fault : expect.stringMatching(fault)]);
  });

  it('counts what its choices make', () => {
    const branch = `{event.total, plural, one {${'{{ event.city }} '.repeat(500)}} other {${'{{ event.city }} '.repeat(500)}}}`;
    const blocks = Array.from({ length: 50 }, () => text(branch));
    expect(Object.values(errorsOf(content({ blocks }))).flat()).toEqual([
      expect.stringMatching(/at most 50000 merge tags/),
    ]);
  });

  it('reads what a text chooses by', async () => {
    const { errors } = {
      errors: errorsOf(content({ blocks: [text('{attributes.plan, select, gold {x} other {y}}')] })),
    };
    expect(errors).toEqual({});
  });
});

describe('a text without choices', () => {
  it.each(['{a, b}', 'a { b } c', '{{ event.city }}, {x, plurals, y}', "{'x', plural}", '{0, plural, other {x}}'])(
    'such as %s stays as it is',
    async (written) => {
      expect(variantsOf(written)).toBeNull();
      expect(await said(written, { city: 'Turin' })).toBe(written.replace('{{ event.city }}', 'Turin'));
    },
  );

  it('is any text that opens no choice, and a choice never loses its words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '{{', '}}', "'", '#', 'x', ' ', '{a, select, other {', 'plural,')),
        (parts) => {
          const found = variantsOf(parts.join(''));
          if (found === null || found.faults.length > 0) return;
          for (const { chosen } of found.variants) expect(chosen.length).toBeGreaterThan(0);
          expect(found.variants.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
