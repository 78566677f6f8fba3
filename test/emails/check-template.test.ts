import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../emails/check/check-template.ts';
import { coverageOf } from '../../emails/check/coverage.ts';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { threadTime } from '../support/thread-time.ts';
import { block, type ContentInput, content, errorsOf, known, text } from './sample.ts';

const BLOCKS = 'composition.document.blocks';

describe('checkTemplate', () => {
  it('answers the content as it was sent, with its nulls filled in', () => {
    const { displayName: _none, ...sent } = content({ blocks: [text('Hi')] });
    const checked = checkTemplate(sent, known);
    expect(checked).toMatchObject({ ok: true, content: { ...sent, displayName: null } });
  });

  it('takes a document without settings and theme, and blocks whose children and columns stand empty', () => {
    const blocks = [{ ...text('Hi'), children: [], columns: [] }];
    const sent = { ...content(), composition: { editorVersion: 3, target: 'email', document: { blocks } } };
    expect(errorsOf(sent)).toEqual({});
  });

  it('tells which variables the template reads, sorted and once, in all languages, repeats and conditions', () => {
    const lines = block(
      'repeat',
      { each: 'event.items', as: 'line' },
      { children: [text('{{ line.price }} {{ line.name }} {{ contact.email }}')] },
    );
    const gift = block('condition', { when: 'event.is_gift', is: 'present' }, { children: [lines] });
    const checked = checkTemplate(
      content({
        subject: '{{ event.order_number }} {{ event.order_number }}',
        displayName: '{{ system.workspace_name }}',
        replyTo: '{{ contact.reference }}@shop.example',
        settings: { preheader: '{{ attributes.plan }}' },
        blocks: [gift, text('{{ event.address.city }}')],
        translations: { de: { subject: { text: '{{ event.city }}' } } },
      }),
      known,
    );
    expect(checked).toMatchObject({
      variables: {
        event: ['address.city', 'city', 'is_gift', 'items', 'items.name', 'items.price', 'order_number'],
        contact: ['attributes.plan', 'email', 'reference'],
        system: ['workspace_name'],
      },
    });
  });

  it('tells the faults of the envelope, of settings and theme, and of all blocks at once', () => {
    const inside = text('{{ oder_number }}');
    const errors = errorsOf({
      ...content({
        settings: { preheader: '{{ event.nope }}', widht: 600 },
        blocks: [
          { id: 'no-attrs', type: 'text', text: 'beside attrs' } as unknown as CompositionBlock,
          block('heding', { text: 'x' }),
          block('section', { paddding: 3 }, { children: [inside] }),
          block('button', { href: 'https://x.example', label: '{{ event.city | uper }}', level: 2 }),
        ],
        translations: { de: { subject: { text: '{{ event.nope }}' }, 'no-attrs.text': { text: 'hidden by a fault' } } },
      }),
      subject: undefined,
      locale: 'english language',
    });
    expect(errors).toEqual({
      subject: ['is required'],
      locale: ['must be a language tag such as en or pt-BR'],
      'composition.document.settings.widht': ['Unknown key. Did you mean `width`?'],
      'composition.document.settings.preheader': [expect.stringContaining('Unknown variable')],
      [`${BLOCKS}.0.attrs`]: ['is required'],
      [`${BLOCKS}.0.text`]: ['Unknown key. It belongs in `attrs`.'],
      [`${BLOCKS}.1.type`]: ['Unknown block type. Did you mean `heading`?'],
      [`${BLOCKS}.2.attrs.paddding`]: ['Unknown key. Did you mean `padding`?'],
      [`${BLOCKS}.2.children.0.attrs.text`]: ['Unknown variable `oder_number`. Did you mean `event.order_number`?'],
      [`${BLOCKS}.3.attrs.level`]: [
        expect.stringMatching(/^Unknown key\. Did you mean|^Unknown key\. There are `label`, /),
      ],
      'translations.de.subject': [expect.stringContaining('Unknown variable')],
    });
  });

  it('does not read inside a repeat whose list is not known, nor a block that is none', () => {
    const lines = block('repeat', { eech: 'event.items' }, { children: [text('{{ item.name }}')] });
    expect(errorsOf(content({ blocks: [lines, 'text', null] as CompositionBlock[] }))).toEqual({
      [`${BLOCKS}.0.attrs.each`]: ['is required'],
      [`${BLOCKS}.0.attrs.eech`]: ['Unknown key. Did you mean `each`?'],
      [`${BLOCKS}.1`]: ['must be an object'],
      [`${BLOCKS}.2`]: ['must be an object'],
    });
  });

  it.each([
    ['{{ colour }}', 'colour', ''],
    ['{{ customer_nmae }}', 'customer_nmae', 'event.customer_name'],
    ['{{ oder_number }}', 'oder_number', 'event.order_number'],
    ['{{ order.number }}', 'order.number', 'event.order_number'],
    ['{{ orderNumber }}', 'orderNumber', 'event.order_number'],
    ['{{ event.adress.city }}', 'event.adress.city', 'event.address.city'],
    ['{{ attributes.plann }}', 'attributes.plann', 'attributes.plan'],
    ['{{ system.unsubscribeUrl }}', 'system.unsubscribeUrl', 'system.unsubscribe_url'],
  ])('names the variable that %s is near', (words, name, near) => {
    const message = `Unknown variable \`${name}\`.${near === '' ? '' : ` Did you mean \`${near}\`?`}`;
    expect(errorsOf(content({ blocks: [text(words)] }))).toEqual({ [`${BLOCKS}.0.attrs.text`]: [message] });
  });

  it('names the item of a repeat, and a list that is near', () => {
    const lines = (each: string) => block('repeat', { each, as: 'line' }, { children: [text('{{ line.pirce }}')] });
    expect(errorsOf(content({ blocks: [lines('event.items')] }))).toEqual({
      [`${BLOCKS}.0.children.0.attrs.text`]: ['Unknown variable `event.items.pirce`. Did you mean `line.price`?'],
    });
    expect(errorsOf(content({ blocks: [lines('itmes')] }))).toMatchObject({
      [`${BLOCKS}.0.attrs.each`]: ['Unknown variable `itmes`. Did you mean `event.items`?'],
    });
  });

  it.each([
    ['{{ event.colour }}', 'Unknown variable `event.colour`.'],
    ['{{ event.nope }}', 'Unknown variable `event.nope`. Did you mean `event.note`?'],
    ['{{ events.city }}', 'Unknown variable `events.city`. Did you mean `event.city`?'],
    ['{{ event }}', 'Unknown variable `event`.'],
    ['{{ attributes.nope }}', 'Unknown variable `attributes.nope`.'],
    ['{{ contact.name }}', 'Unknown variable `contact.name`.'],
    ['{{ system.secret }}', 'Unknown variable `system.secret`.'],
    ['{{ event.address.nope }}', 'Unknown variable `event.address.nope`.'],
    ['{{ event.city.length }}', 'Unknown variable `event.city.length`.'],
    ['{{ event.__proto__ }}', 'Unknown variable `event.__proto__`.'],
    ['{{ event.items.name }}', 'Unknown variable `event.items.name`.'],
    ['{{ item.name }}', 'Unknown variable `item.name`.'],
    ['{{ event.items }}', '`event.items` is a list, which is no text.'],
    ['{{ event.address }}', '`event.address` is an object, which is no text.'],
    ['{{ event.city | shout }}', 'Unknown filter `shout`.'],
    [
      '{{ event.total | currency }}',
      'The filter `currency` takes a currency code in quotes, such as `currency: "EUR"`, or a variable that has one, such as `currency: event.currency`.',
    ],
    ['{{ event.total | currency: event.note.x }}', 'Unknown variable `event.note.x`. Did you mean `event.note`?'],
    ['{{ event.total | currency: event.items }}', '`event.items` is a list, which is no text.'],
    ['{{ event.total | number: event.note }}', '`| number: event.note ` is not a filter.'],
    ['{{ event.total | number: "2" }}', 'The filter `number` takes no argument.'],
    ['{{ event.placed_at | date: "tiny" }}', 'The filter `date` takes one of full, long, medium, short.'],
    ['{{ event.city', 'A merge tag is opened with {{ and never closed with }}.'],
    ['{{ event city }}', '`{{ event city }}` is not a merge tag.'],
    ['nul \u0000', 'This text holds characters that cannot be stored.'],
    ['half \ud800', 'This text holds characters that cannot be stored.'],
  ])('refuses %j in a text, under its path', (words, message) => {
    expect(errorsOf(content({ blocks: [text('fine'), text(words)] }))).toEqual({
      [`${BLOCKS}.1.attrs.text`]: [message],
    });
  });

  it('names the path of a text wherever it stands', () => {
    const deep = block(
      'section',
      {},
      { children: [block('columns', {}, { columns: [{ id: 'left', children: [text('{{ event.x }}')] }] })] },
    );
    const table = block('table', {
      each: 'event.items',
      columns: [{ label: '{{ item.name }}', cell: '{{ item.x }}' }],
    });
    const errors = errorsOf(
      content({
        subject: '{{ event.x }}',
        displayName: '{{ event.x }}',
        replyTo: '{{ event.x }}',
        settings: { preheader: '{{ event.x }}' },
        blocks: [deep, table, block('button', { label: '{{ event.x }}', href: '{{ event.x }}' })],
      }),
    );
    expect(Object.keys(errors).sort()).toEqual([
      `${BLOCKS}.0.children.0.columns.0.children.0.attrs.text`,
      `${BLOCKS}.1.attrs.columns.0.cell`,
      `${BLOCKS}.1.attrs.columns.0.label`,
      `${BLOCKS}.2.attrs.href`,
      `${BLOCKS}.2.attrs.label`,
      'composition.document.settings.preheader',
      'displayName',
      'replyTo',
      'subject',
    ]);
  });

  it.each([
    ['javascript:alert(1)'],
    ['java{{ event.code }}'],
    ['//evil.example'],
    ['/relative'],
    ['data:text/html,x'],
    ['http://'],
    [' '],
  ])('refuses the link %j', (href) => {
    expect(errorsOf(content({ blocks: [block('button', { label: 'Go', href })] }))).toHaveProperty([
      `${BLOCKS}.0.attrs.href`,
    ]);
    expect(errorsOf(content({ blocks: [text(`[Go](${href.trim() || 'x'})`)] }))).toHaveProperty([
      `${BLOCKS}.0.attrs.text`,
    ]);
  });

  it('takes links to the web, to mail and to telephones, and any that begins with a tag', () => {
    const hrefs = [
      'https://a.example/{{ event.code }}',
      'http://a.example',
      'mailto:a@b.example',
      'tel:+39011',
      '{{ event.tracking_url }}',
      'https://{{ event.city }}.example',
    ];
    expect(errorsOf(content({ blocks: hrefs.map((href) => block('button', { label: 'Go', href })) }))).toEqual({});
  });

  it('takes images from https alone', () => {
    expect(errorsOf(content({ blocks: [block('image', { src: 'http://a.example/x.png' })] }))).toHaveProperty([
      `${BLOCKS}.0.attrs.src`,
    ]);
  });

  it.each<[string, Partial<Record<string, unknown>>, string]>([
    ['an unknown type', { type: 'marquee' }, 'type'],
    ['an unknown key', { style: {} }, 'style'],
    ['a missing attribute', { attrs: {} }, 'attrs.text'],
    ['a missing id', { id: undefined }, 'id'],
    ['a wrong value', { attrs: { text: 'x', align: 'justify' } }, 'attrs.align'],
    ['children where none may be', { children: [text('x')] }, 'children'],
    ['columns where none may be', { columns: [{ id: 'c' }] }, 'columns'],
  ])('refuses a block with %s', (_what, change, path) => {
    const changed = { ...text('x'), ...change } as CompositionBlock;
    expect(errorsOf(content({ blocks: [changed] }))).toHaveProperty([`${BLOCKS}.0.${path}`]);
  });

  it('refuses unknown keys of content, composition, document, settings and theme', () => {
    const { composition, ...rest } = content();
    const errors = errorsOf({
      ...rest,
      extra: 1,
      composition: {
        ...composition,
        more: 1,
        document: { blocks: [], settings: { size: 1 }, theme: { font: 'x' }, odd: 1 },
      },
    });
    expect(Object.keys(errors).sort()).toEqual([
      'composition.document.odd',
      'composition.document.settings.size',
      'composition.document.theme.font',
      'composition.more',
      'extra',
    ]);
  });

  it.each<[string, (value: never) => ContentInput, readonly unknown[], readonly unknown[]]>([
    ['settings.width', (width) => ({ settings: { width } }), [320, 800], [319, 801, '600']],
    ['settings.direction', (direction) => ({ settings: { direction } }), ['ltr', 'rtl', 'auto'], ['up']],
    ['theme.font_size', (font_size) => ({ theme: { font_size } }), [10, 32], [9, 33]],
    ['theme.line_height', (line_height) => ({ theme: { line_height } }), [1, 3], [0.9, 3.1]],
    ['theme.spacing', (spacing) => ({ theme: { spacing } }), [0, 100], [-1, 101]],
    ['theme.border_radius', (border_radius) => ({ theme: { border_radius } }), [0, 100], [-1, 101]],
    ['theme.text_color', (text_color) => ({ theme: { text_color } }), ['#abc', '#A1B2C3'], ['red', '#abcd', '#xyz']],
    ['blocks.0.attrs.level', (level) => ({ blocks: [block('heading', { text: 'x', level })] }), [1, 4], [0, 5, 1.5]],
    ['blocks.0.attrs.limit', (limit) => ({ blocks: [block('repeat', { each: 'event.items', limit })] }), [1], [0]],
    ['blocks.0.attrs.height', (height) => ({ blocks: [block('spacer', { height })] }), [1, 400], [0, 401]],
    [
      'blocks.0.attrs.variant',
      (variant) => ({ blocks: [block('button', { label: 'Go', href: 'https://a.example', variant })] }),
      ['primary', 'secondary'],
      ['third'],
    ],
    [
      'blocks.0.columns',
      (count: never) => ({
        blocks: [block('columns', {}, { columns: Array.from({ length: count }, (_none, n) => ({ id: `c${n}` })) })],
      }),
      [1, 4],
      [0, 5],
    ],
  ])('takes %s up to its bounds and nothing beyond', (path, input, within, beyond) => {
    for (const value of within) expect(errorsOf(content(input(value as never))), String(value)).toEqual({});
    for (const value of beyond) {
      const found = errorsOf(content(input(value as never)));
      expect(Object.keys(found), String(value)).toEqual([`composition.document.${path}`]);
    }
  });

  it('refuses another editor version or target', () => {
    const composition = { editorVersion: 2, target: 'sms', document: { blocks: [] } };
    expect(Object.keys(errorsOf({ ...content(), composition })).sort()).toEqual([
      'composition.editorVersion',
      'composition.target',
    ]);
  });

  it('refuses an id that two blocks share', () => {
    const one = text('x');
    expect(errorsOf(content({ blocks: [one, block('section', {}, { children: [one] })] }))).toHaveProperty([
      `${BLOCKS}.1.children.0.id`,
    ]);
  });

  it('says of a variable in braces that it stands without them', () => {
    const faultOf = (type: string, attrs: Readonly<Record<string, unknown>>, name: string) =>
      errorsOf(content({ blocks: [block(type, attrs)] }))[`${BLOCKS}.0.attrs.${name}`];
    const items = ['A variable stands here without braces, such as `event.items`.'];
    expect(faultOf('repeat', { each: '{{ event.items }}' }, 'each')).toEqual(items);
    expect(faultOf('repeat', { each: '{event.items}' }, 'each')).toEqual(items);
    expect(faultOf('repeat', { each: '{{ event.items | upper }}' }, 'each')).toEqual(items);
    expect(faultOf('condition', { when: '{{event.city}}', is: 'present' }, 'when')).toEqual([
      'A variable stands here without braces, such as `event.city`.',
    ]);
  });

  it('refuses a repeat over what is no list, and an item whose name means something else', () => {
    const over = (attrs: Readonly<Record<string, unknown>>) => errorsOf(content({ blocks: [block('repeat', attrs)] }));
    expect(over({ each: 'event.city' })).toEqual({ [`${BLOCKS}.0.attrs.each`]: ['`event.city` is not a list.'] });
    expect(over({ each: 'event.items', as: 'event' })).toHaveProperty([`${BLOCKS}.0.attrs.as`]);
    const inner = block('repeat', { each: 'item.parts' }, { children: [] });
    expect(
      errorsOf(content({ blocks: [block('repeat', { each: 'event.items' }, { children: [inner] })] })),
    ).toHaveProperty([`${BLOCKS}.0.children.0.attrs.as`]);
  });

  it('asks for a value where a condition compares', () => {
    const compared = block('condition', { when: 'event.city', is: 'equals' });
    expect(errorsOf(content({ blocks: [compared] }))).toHaveProperty([`${BLOCKS}.0.attrs.value`]);
  });

  it('refuses a merge tag in an html block where sanitising would lose it', () => {
    const html = '<p style="color:{{ event.code }}">x</p>';
    expect(errorsOf(content({ blocks: [block('html', { html })] }))).toHaveProperty([`${BLOCKS}.0.attrs.html`]);
  });

  it.each([
    ['subject', { subject: '' }],
    ['subject', { subject: 'a\r\nBcc: x@evil.example' }],
    ['displayName', { displayName: 'x'.repeat(256) }],
    ['replyTo', { replyTo: 'not an address' }],
    ['replyTo', { replyTo: '.ada@example.com' }],
    ['replyTo', { replyTo: 'ada..b@example.com' }],
    ['replyTo', { replyTo: 'ada@example..com' }],
    ['replyTo', { replyTo: 'a\u200bda@example.com' }],
    ['replyTo', { replyTo: 'a\ufe0fda@example.com' }],
    ['replyTo', { replyTo: 'a@b.example, c@d.example' }],
    ['locale', { locale: 'not a tag' }],
    ['locale', { locale: 'a'.repeat(36) }],
  ])('refuses a faulty %s', (path, change) => {
    expect(errorsOf(content(change))).toHaveProperty([path]);
  });

  it('refuses what is no object at all', () => {
    for (const wrong of [null, 1, 'x', [], true]) expect(checkTemplate(wrong, known).ok).toBe(false);
  });
});

describe('translations', () => {
  const title = block('heading', { text: 'Thanks' });

  it('may name the texts of the template, and are checked as those are', () => {
    const translated = (fields: Readonly<Record<string, { text: string }>>) =>
      errorsOf(content({ blocks: [title], settings: { preheader: 'x' }, translations: { de: fields } }));
    const ids = ['subject', 'display_name', 'preheader', `${title.id}.text`];
    expect(translated(Object.fromEntries(ids.map((id) => [id, { text: 'Danke' }])))).toEqual({});
    expect(translated({ [`${title.id}.level`]: { text: '1' } })).toEqual({
      [`translations.de.${title.id}.level`]: [`The template has no such text. Did you mean \`${title.id}.text\`?`],
    });
    expect(translated({ subject: { text: '{{ event.colour }}' } })).toEqual({
      'translations.de.subject': ['Unknown variable `event.colour`.'],
    });
  });

  it('can read the item of the repeat that their text stands in', () => {
    const inside = text('{{ line.name }}');
    const lines = block('repeat', { each: 'event.items', as: 'line' }, { children: [inside] });
    const translations = { de: { [`${inside.id}.text`]: { text: 'Artikel {{ line.name }}' } } };
    expect(errorsOf(content({ blocks: [lines], translations }))).toEqual({});
  });

  it('are outdated when they were written for a text that has changed since', () => {
    const translations = {
      de: { subject: { text: 'Hallo', source: 'Hello' }, [`${title.id}.text`]: { text: 'Danke', source: 'Thank you' } },
      fr: { subject: { text: 'Bonjour', source: null } },
    };
    expect(checkTemplate(content({ blocks: [title], translations }), known)).toMatchObject({
      ok: true,
      outdated: { [`translations.de.${title.id}.text`]: ['The text has changed since this translation was written.'] },
    });
  });

  it('that are empty are missing for the coverage, and outdated for neither the coverage nor a save', () => {
    const written = {
      [`${title.id}.text`]: { text: '', source: 'Older' },
      subject: { text: 'Hallo', source: 'Older' },
    };
    const checked = checkTemplate(content({ blocks: [title], translations: { de: written } }), known);
    if (!checked.ok) throw new Error('The template is refused.');
    expect(Object.keys(checked.outdated)).toEqual(['translations.de.subject']);
    expect(coverageOf(checked.content)).toMatchObject([{ missing: [`${title.id}.text`], outdated: ['subject'] }]);
  });

  it('stand under language tags', () => {
    const translations = JSON.parse('{"not a tag": {}, "__proto__": {}}');
    expect(checkTemplate(content({ translations }), known).ok).toBe(false);
  });
});

describe('hostile JSON', () => {
  it('is refused when it is too deep or has too many blocks', () => {
    let deep = text('x');
    for (let level = 0; level < 200; level += 1) deep = block('section', {}, { children: [deep] });
    expect(checkTemplate(content({ blocks: [deep] }), known).ok).toBe(false);
    const many = Array.from({ length: 501 }, () => block('spacer'));
    expect(errorsOf(content({ blocks: many }))).toHaveProperty([BLOCKS]);
    const halves = [0, 1].map(() => block('section', {}, { children: many.slice(0, 300) }));
    expect(checkTemplate(content({ blocks: halves }), known).ok).toBe(false);
  });

  it('does not hang the check', () => {
    const words = ['**_[', '[a](', '[a](b ', '{{', '{{ event.city }}', '_a_ ', '\\', '](', '**', '}}{{'];
    const start = threadTime();
    for (const word of words) {
      checkTemplate(content({ blocks: [text(word.repeat(Math.floor(20_000 / word.length)))] }), known);
      const html = `<${word.repeat(3)}`.repeat(Math.floor(90_000 / (word.length * 3 + 1)));
      checkTemplate(content({ blocks: [block('html', { html })] }), known);
    }
    expect(threadTime() - start).toBeLessThan(10_000);
  });

  it('nested in attributes beyond any schema is refused, not followed', () => {
    const attrs = JSON.parse(`{"text":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
    expect(errorsOf(content({ blocks: [block('text', attrs)] }))).toHaveProperty([`${BLOCKS}.0.attrs.text`]);
  });
});
