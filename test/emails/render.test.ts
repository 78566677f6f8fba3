import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../emails/compile/compile.tsx';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { fellBackTags, renderTemplate, TemplateTooLarge } from '../../emails/render/render.ts';
import { HeaderTooLong } from '../../emails/render/work-budget.ts';
import { block, compiled, content, options, rendered, text, values } from './sample.ts';

/** The HTML of one text, without the mail around it. */
async function said(
  words: string,
  event: Readonly<Record<string, unknown>> = values.event,
  more = {},
): Promise<string> {
  const { html } = await rendered({ blocks: [text(words)] }, event, more);
  return /<p [^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
}

describe('values', () => {
  it.each([
    ['text', '<b>&"\'', '&lt;b&gt;&amp;&quot;&#39;'],
    ['numbers', 12.5, '12.5'],
    ['booleans', false, 'false'],
    ['nothing where the type is wrong', { a: 1 }, ''],
    ['nothing of control characters', 'a\u0000\u0007b', 'ab'],
  ])('show %s', async (_what, value, shown) => {
    expect(await said('{{ event.city }}', { city: value })).toBe(shown);
  });

  it('come from the contact, its attributes and the service', async () => {
    expect(
      await said('{{ contact.email }} {{ contact.reference }} {{ attributes.plan }} {{ system.workspace_name }}'),
    ).toBe('ada@example.com ada-1 gold The Shop');
  });

  it('of the year and the day of sending are those of the time zone', async () => {
    const words = '{{ system.current_year }}, {{ system.sent_on }}';
    expect(await said(words)).toBe('2027, January\u00a01,\u00a02027');
    expect(await said(words, {}, { timezone: 'America/New_York' })).toBe('2026, December\u00a031,\u00a02026');
  });

  it('inside objects are read by path', async () => {
    expect(await said('{{ event.address.street }}')).toBe('1 Long Road');
    expect(await said('{{ event.address.street }}', { address: 'no object' })).toBe('');
  });
});

describe('filters', () => {
  it.each([
    ['{{ event.placed_at | date: "long" }}', 'January 1, 2027', '1. Januar 2027'],
    ['{{ event.placed_at | date }}', 'Jan 1, 2027', '01.01.2027'],
    ['{{ event.placed_at | time }}', '12:30 AM', '00:30'],
    ['{{ event.placed_at | datetime }}', 'Jan 1, 2027, 12:30 AM', '01.01.2027, 00:30'],
    ['{{ event.due_on | date: "full" }}', 'Friday, January 15, 2027', 'Freitag, 15. Januar 2027'],
    ['{{ event.total | number }}', '1,234.5', '1.234,5'],
    ['{{ event.total | currency: "EUR" }}', '€1,234.50', '1.234,50 €'],
    ["{{ event.total | currency: 'JPY' }}", '¥1,235', '1.235 ¥'],
    ['{{ event.total | percent }}', '123,450%', '123.450 %'],
    ['{{ event.city | upper }}', 'TURIN', 'TURIN'],
    ['{{ event.city | lower | upper }}', 'TURIN', 'TURIN'],
    ['{{ event.city | number }}', 'Turin', 'Turin'],
    ['{{ event.city | date }}', 'Turin', 'Turin'],
    ['{{ system.sent_on | time: "short" }}', '12:30 AM', '00:30'],
  ])('%s follows the language', async (words, english, german) => {
    const plain = (shown: string) => shown.replace(/[\u00a0\u202f]/g, ' ');
    expect(plain(await said(words))).toBe(english);
    const input = { blocks: [text(words)], translations: { de: {} } };
    const { text: translated } = await rendered(input, values.event, { locale: 'de' });
    expect(plain(translated).trim()).toBe(german);
  });

  it('leave a day where it is, whatever the time zone', async () => {
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      expect(await said('{{ event.due_on | date: "short" }}', values.event, { timezone })).toBe('1/15/27');
    }
  });

  it('take the currency of a price from a variable, whatever the size of its letters', async () => {
    const price = async (note: unknown, total: unknown = 1234.5) =>
      (await said('{{ event.total | currency: event.note }}', { total, note })).replaceAll('\u00a0', ' ');
    expect(await price('USD')).toBe('$1,234.50');
    expect(await price(' jpy ')).toBe('¥1,235');
    expect(await price('dollars')).toBe('1,234.5');
    const item = '{{ item.price | currency: event.note }}';
    const table = block('table', { each: 'event.items', columns: [{ cell: item }] });
    const mail = await rendered({ blocks: [table] }, { note: 'GBP', items: [{ price: 4 }] });
    expect(mail.text).toBe('£4.00\n');
  });

  it('name a currency that is missing, and take its fallback', async () => {
    const words = '{{ event.total | currency: event.note }} {{ event.total | currency: event.customer_name }}';
    const { text: plain, fellBack } = await rendered({ blocks: [text(words)] }, { total: 5, note: '' });
    expect(plain.trim()).toBe('5 5');
    expect(fellBack).toEqual(['event.note', 'event.customer_name']);
    const template = await compiled({ blocks: [text('{{ event.total | currency: event.note }}')] });
    const dollars = { ...options, fallbacks: { 'event.note': 'usd' } };
    expect(renderTemplate(template, { ...values, event: { total: 5 } }, dollars).text.trim()).toBe('$5.00');
  });

  it('format a fallback as they format a value', async () => {
    expect(await said('{{ event.total | currency: "EUR" }}', {})).toBe('€0.00');
    expect(await said('{{ event.customer_name | upper }}', {})).toBe('FRIEND');
  });
});

describe('what fell back', () => {
  it('is listed once, in order of subject, display name, reply-to, preheader and body', async () => {
    const template = await compiled({
      subject: '{{ event.order_number }}',
      displayName: '{{ contact.reference }}',
      replyTo: '{{ event.code }}@shop.example',
      settings: { preheader: '{{ event.city }}' },
      blocks: [
        text('{{ event.customer_name }} {{ event.order_number }} {{ event.address.city }} {{ attributes.plan }}'),
        block('button', { label: '{{ event.note }}', href: '{{ event.tracking_url }}' }),
        text('{{ system.unsubscribe_url }}'),
      ],
    });
    const none = {
      ...values,
      event: { city: null, note: '' },
      contact: { email: 'a@b.example', reference: null },
      attributes: {},
      system: { ...values.system, unsubscribe_url: null },
    };
    const tags = [
      'event.order_number',
      'contact.reference',
      'event.code',
      'event.city',
      'event.customer_name',
      'event.address.city',
      'attributes.plan',
      'event.tracking_url',
      'event.note',
      'system.unsubscribe_url',
    ];
    const message = renderTemplate(template, none, options);
    expect(message.fellBack).toEqual(tags);
    expect(fellBackTags(template, none, options)).toEqual(tags);
    expect(message.html).toContain('friend  your city ');
    expect(renderTemplate(template, values, options).fellBack).toEqual([]);
  });

  it('names the field of an item by its list', async () => {
    const inner = block('repeat', { each: 'line.parts', as: 'part' }, { children: [text('{{ part.name }}')] });
    const outer = block('repeat', { each: 'event.items', as: 'line' }, { children: [text('{{ line.name }}'), inner] });
    const labels = block('repeat', { each: 'event.labels' }, { children: [text('{{ item }}')] });
    const { fellBack, text: plain } = await rendered(
      { blocks: [outer, labels] },
      { items: [{ name: 'A', parts: [{}] }, {}], labels: ['x', null] },
    );
    expect(fellBack).toEqual(['event.items.parts.name', 'event.items.name', 'event.labels']);
    expect(plain).toBe('A\n\npart\n\nx\n');
  });

  it('leaves out what is not shown', async () => {
    const gift = block('condition', { when: 'event.is_gift', is: 'present' }, { children: [text('{{ event.note }}')] });
    expect((await rendered({ blocks: [gift] }, {})).fellBack).toEqual([]);
    expect((await rendered({ blocks: [gift] }, { is_gift: false })).fellBack).toEqual(['event.note']);
  });
});

describe('repeats and conditions', () => {
  it('show each item, at most so many', async () => {
    const lines = (limit?: number) =>
      block(
        'repeat',
        { each: 'event.items', as: 'line', ...(limit && { limit }) },
        { children: [text('{{ line.name }}.')] },
      );
    expect((await rendered({ blocks: [lines()] })).text).toBe('Kettle.\n\nTea.\n');
    expect((await rendered({ blocks: [lines(1)] })).text).toBe('Kettle.\n');
    expect((await rendered({ blocks: [lines()] }, { items: 'no list' })).text).toBe('\n');
  });

  it.each([
    ['present', undefined, { is_gift: false }, true],
    ['present', undefined, {}, false],
    ['absent', undefined, { is_gift: null }, true],
    ['equals', true, { is_gift: true }, true],
    ['equals', 'true', { is_gift: true }, true],
    ['equals', 'true', {}, false],
    ['not_equals', 'true', {}, true],
    ['not_equals', 'true', { is_gift: true }, false],
  ])('show their blocks when the value is %s %j of %j: %j', async (is, value, event, shows) => {
    const attrs = { when: 'event.is_gift', is, ...(value !== undefined && { value }) };
    const { text: plain } = await rendered(
      { blocks: [block('condition', attrs, { children: [text('shown')] })] },
      event,
    );
    expect(plain === 'shown\n').toBe(shows);
  });

  it('count a list as present when it has items', async () => {
    const some = block('condition', { when: 'event.labels', is: 'present' }, { children: [text('shown')] });
    expect((await rendered({ blocks: [some] }, { labels: [] })).text).toBe('\n');
    expect((await rendered({ blocks: [some] }, { labels: ['x'] })).text).toBe('shown\n');
  });

  it('end before they make more of a payload than any mail can carry', async () => {
    const within = (depth: number): ReturnType<typeof block> =>
      block(
        'repeat',
        { each: 'event.labels', as: `n${depth}` },
        { children: [depth === 0 ? text('x') : within(depth - 1)] },
      );
    const template = await compiled({ blocks: [within(4)] });
    const many = { ...values, event: { labels: Array.from({ length: 1_000 }, () => 'x') } };
    expect(() => renderTemplate(template, many, options)).toThrow(TemplateTooLarge);
    expect(fellBackTags(template, many, options)).toEqual([]);
  });
});

describe('headers', () => {
  it('that their values make too long are told before they are rendered', async () => {
    const long = { ...values, event: { ...values.event, customer_name: 'x'.repeat(20_000) } };
    const fits = { ...values, event: { ...values.event, customer_name: 'x'.repeat(19_990) } };
    for (const field of ['subject', 'displayName', 'replyTo']) {
      const template = await compiled({ [field]: 'For {{ event.customer_name }}' });
      expect(() => renderTemplate(template, long, options), field).toThrow(HeaderTooLong);
      expect(() => fellBackTags(template, long, options), field).toThrow(HeaderTooLong);
      expect(fellBackTags(template, fits, options), field).toEqual([]);
    }
  });

  it('stay one line, whatever the values hold', async () => {
    const name = 'Ada\r\nBcc: x@evil.example\u0000\u2028';
    const message = await rendered(
      { subject: 'Hi {{ event.customer_name }}', displayName: '{{ event.customer_name }}' },
      { customer_name: name },
    );
    expect(message.subject).toBe('Hi Ada Bcc: x@evil.example');
    expect(message.displayName).toBe('Ada Bcc:');
  });

  it('take one address as reply-to, or none', async () => {
    const replyTo = '{{ event.code }}@shop.example';
    const to = async (code: string) => (await rendered({ replyTo }, { code })).replyTo;
    expect(await to('orders')).toBe('orders@shop.example');
    for (const code of ['a@b.example, c', 'x\r\nBcc: y', '', '<x', 'a b']) expect(await to(code)).toBeNull();
  });

  it('leave out a display name that comes to nothing', async () => {
    expect((await rendered({ displayName: '{{ event.note }}' }, {})).displayName).toBeNull();
    expect((await rendered({ displayName: null })).displayName).toBeNull();
  });
});

describe('links', () => {
  const href = async (written: string, event: Readonly<Record<string, unknown>>) => {
    const { html } = await rendered({ blocks: [block('button', { label: 'Go', href: written })] }, event);
    const [, attributes = ''] = /<a\b([^>]*)>/.exec(html) ?? [];
    return /\bhref\b/.test(attributes) ? /href="([^"]*)"/.exec(attributes)?.[1] : null;
  };

  it.each([
    ['{{ event.note }}', { note: 'https://a.example/x y?b=1&c="' }, 'https://a.example/x%20y?b=1&amp;c=%22'],
    ['{{ event.note }}', { note: 'javascript:alert(1)' }, null],
    ['{{ event.note }}', { note: ' java\tscript:alert(1)' }, null],
    ['{{ event.note }}', { note: 'data:text/html,x' }, null],
    ['{{ event.note }}', { note: '//evil.example' }, null],
    ['{{ event.note }}', {}, null],
    ['{{ event.note }}{{ event.code }}', { note: 'java', code: 'script:alert(1)' }, null],
    ['{{ event.note }}:alert(1)', { note: 'javascript' }, null],
    ['https://a.example/{{ event.note }}', { note: '../b?c#d' }, 'https://a.example/../b%3Fc%23d'],
    ['https://a.example/?q={{ event.note }}', { note: 'a&b=c d' }, 'https://a.example/?q=a%26b%3Dc%20d'],
    ['https://{{ event.note }}/x', { note: 'shop.example:8443' }, 'https://shop.example:8443/x'],
    ['https://{{ event.note }}.shop.example/x', { note: 'evil.example/' }, 'https://evil.example%2F.shop.example/x'],
    ['mailto:{{ contact.email }}', {}, 'mailto:ada@example.com'],
    ['tel:{{ event.note }}', { note: '+39 011' }, 'tel:+39%20011'],
  ])('%s with %j lead to %s', async (written, event, expected) => {
    expect(await href(written, event)).toBe(expected);
  });

  it('that lead nowhere are left out of the plain text', async () => {
    const { text: plain } = await rendered(
      {
        blocks: [block('button', { label: 'Go', href: '{{ event.note }}' }), text('[here]({{ event.note }})')],
      },
      {},
    );
    expect(plain).toBe('Go\n\nhere\n');
  });

  it('of images take https alone', async () => {
    const blocks = [block('image', { src: '{{ event.note }}' })];
    expect((await rendered({ blocks }, { note: 'https://a.example/x.png' })).html).toContain(
      'src="https://a.example/x.png"',
    );
    expect((await rendered({ blocks }, { note: 'http://a.example/x.png' })).html).toMatch(
      /<img class="t-text" alt=""(?![^>]*src)/,
    );
  });
});

describe('paths that lead out of the data', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'])(
    'give the fallback: %s',
    async (name) => {
      const template = await compileTemplate(
        content({ blocks: [text(`[{{ event.${name} }}{{ attributes.${name} }}{{ event.city.${name} }}]`)] }),
        'en',
      );
      const fallbacks = { [`event.${name}`]: 'fallback' };
      const message = renderTemplate(template, values, { ...options, fallbacks });
      expect(message.text).toBe('[fallback]\n');
      expect(message.fellBack).toEqual([`event.${name}`, `attributes.${name}`, `event.city.${name}`]);
    },
  );

  it('give the fallback even where the payload names such a field', async () => {
    const template = await compileTemplate(
      content({ blocks: [text('{{ event.__proto__ }}{{ event.constructor }}')] }),
      'en',
    );
    const event = JSON.parse('{"__proto__": "a", "constructor": "b"}');
    expect(renderTemplate(template, { ...values, event }, options).text).toBe('\n');
  });
});

describe('languages', () => {
  const title = block('heading', { text: 'Thanks' });
  const rest = text('See you');
  const input = {
    subject: 'Order',
    displayName: 'Shop',
    settings: { preheader: 'Soon' },
    blocks: [title, rest],
    translations: {
      ar: { subject: { text: 'طلب' }, [`${title.id}.text`]: { text: 'شكرا' } },
      de: { subject: { text: 'Bestellung' }, display_name: { text: 'Laden' }, preheader: { text: 'Bald' } },
    },
  };

  it('say what is translated, and stay in the language of the template where it is not', async () => {
    const german = await rendered(input, {}, { locale: 'de' });
    expect(german).toMatchObject({ subject: 'Bestellung', displayName: 'Laden', text: 'Thanks\n\nSee you\n' });
    expect(german.html).toMatch(/<html dir="ltr" lang="de">.*<title>Bestellung<\/title>.*>Bald</s);
    expect(await rendered(input, {})).toMatchObject({ subject: 'Order', displayName: 'Shop' });
  });

  it('run from right to left where their script does', async () => {
    const { html } = await rendered(input, {}, { locale: 'ar' });
    expect(html).toContain('<html dir="rtl" lang="ar">');
    expect(html).toMatch(/<h1[^>]*text-align:right[^>]*>شكرا</);
  });
});

describe('a compiled template', () => {
  it('tells what it weighs and whether it reads the unsubscribe link, in whatever language', async () => {
    const small = await compiled({ blocks: [text('x')] });
    const large = await compiled({ blocks: Array.from({ length: 50 }, () => text('x'.repeat(1_000))) });
    expect(small.readsUnsubscribeUrl).toBe(false);
    expect(large.bytes - small.bytes).toBeGreaterThan(100_000);
    const one = text('x');
    const translations = { de: { [`${one.id}.text`]: { text: '{{ system.unsubscribe_url }}' } } };
    expect((await compiled({ blocks: [one], translations })).readsUnsubscribeUrl).toBe(true);
  });

  it('takes an open pixel at the end of the body', async () => {
    const { html } = await rendered({ blocks: [text('x')] }, {}, { openPixelUrl: 'https://mail.example/o/1?a=1&b=2' });
    expect(html).toMatch(/<img src="https:\/\/mail\.example\/o\/1\?a=1&amp;b=2"[^>]*><\/body><\/html>$/);
    expect((await rendered({ blocks: [text('x')] })).html).not.toContain('<img');
  });

  it('is not made of content that no check let pass', async () => {
    await expect(compileTemplate(content({ blocks: [text('{{ nope }}')] }), 'en')).rejects.toThrow(/attrs\.text/);
  });
});

describe('a link in plain text', () => {
  const shown = async (blocks: readonly CompositionBlock[], event: Readonly<Record<string, unknown>>) =>
    renderTemplate(
      await compiled({ blocks }),
      { ...values, event: { ...values.event, ...event } },
      options,
    ).text.trim();
  const url = '{{ event.tracking_url }}';
  const note = '{{ event.note }}';

  it.each([
    ['a button', block('button', { label: note, href: url })],
    ['a text', block('text', { text: `See [${note}](${url})` })],
    ['a bold label', block('text', { text: `See [**${note}**](${url})` })],
    ['HTML', block('html', { html: `<p>See <a href="${url}">${note}</a></p>` })],
    ['HTML with the same tag', block('html', { html: `<p>See <a href="${url}">${url}</a></p>` })],
  ])('stands once where its label has the same value: %s', async (_what, given) => {
    const link = 'https://track.example/17';
    const text = await shown([given], { tracking_url: link, note: link });
    expect(text.split(link)).toHaveLength(2);
    expect(text).not.toMatch(/[()]/);
  });

  it.each([
    ['a full stop', 'https://a.example/x.', 'https://a.example/x%2E'],
    ['several signs', 'https://a.example/?q=why?!', 'https://a.example/?q=why%3F%21'],
    ['a bracket without its partner', 'https://a.example/a)b', 'https://a.example/a%29b'],
    ['brackets the wrong way round', 'https://a.example/)(', 'https://a.example/%29%28'],
    ['brackets in pairs', 'https://a.example/Foo_(bar)', 'https://a.example/Foo_(bar)'],
  ])('is not cut by what its value holds: %s', async (_what, link, written) => {
    const event = { tracking_url: link };
    expect(await shown([block('button', { label: 'Track', href: url })], event)).toBe(`Track: ${written}`);
    expect(await shown([block('text', { text: `[Track](${url})` })], event)).toBe(`Track (${written})`);
    expect(await shown([block('html', { html: `<a href="${url}">Track</a>` })], event)).toBe(`Track (${written})`);
  });
});

describe('a day that does not exist', () => {
  it.each(['2026-02-30', '2026-13-01T09:00:00Z', '2025-02-29'])(
    'falls back, as a missing value does: %s',
    async (day) => {
      const template = await compiled({
        blocks: [{ id: 'b', type: 'text', attrs: { text: 'On {{ event.customer_name | date: "long" }}.' } }],
      });
      const given = { ...values, event: { ...values.event, customer_name: day } };
      const { text, fellBack } = renderTemplate(template, given, options);
      expect(text).toBe('On friend.\n');
      expect(fellBack).toEqual(['event.customer_name']);
      expect(fellBackTags(template, given, options)).toEqual(fellBack);
    },
  );
});
