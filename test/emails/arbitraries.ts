/** Random compositions and values: templates that the check lets pass, and payloads as hostile as JSON can be. */
import fc from 'fast-check';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { variantsOf } from '../../emails/language/choices.ts';
import type { TemplateValues } from '../../emails/render/values.ts';
import { known, values } from './sample.ts';

/** Words that have meant trouble somewhere: markup, marks, schemes, headers, and what ends each of them. */
export const TROUBLE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  ' JaVa\tScRiPt:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:x',
  '//evil.example/x',
  'https://good.example/a b?c=d&e="f"#g',
  'http://[::1]/',
  '\r\nBcc: evil@evil.example',
  '\u0000\u0001\u001f\u007f\u2028',
  '{{ event.code }}',
  '**b** _i_ [l](javascript:x)',
  '</title></style></textarea></p></td>',
  '<!-- -->',
  ']]>',
  '&lt;&#x3C;&amp',
  '\\',
  '\ud83d\ude00 \u202e \u0301',
  '\u05e9\u05dc\u05d5\u05dd (a) 12',
  'a\n\u0645\u062d\u0645\u062f, 7',
  '+39 06 12-34',
  '2026-02-30',
  '2026-11-21T14:00:00Z',
  '-12.50',
  'https://',
  'mailto:a@b.example?bcc=c@d.example',
] as const;

const scalar = fc.oneof(
  fc.constantFrom(...TROUBLE),
  fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => text.isWellFormed()),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant(''),
);

const item = fc.record(
  { name: scalar, quantity: scalar, price: scalar, parts: fc.array(fc.record({ name: scalar }), { maxLength: 2 }) },
  { requiredKeys: [] },
);

const scalarNames = known.fields.filter(({ type }) => type !== 'list' && type !== 'object').map(({ name }) => name);

export const anyValues: fc.Arbitrary<TemplateValues> = fc
  .record({
    event: fc.record(
      {
        ...Object.fromEntries(scalarNames.map((name) => [name, scalar])),
        address: fc.oneof(fc.record({ street: scalar, city: scalar }), scalar),
        items: fc.oneof(fc.array(item, { maxLength: 3 }), scalar),
        labels: fc.array(scalar, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    plan: scalar,
    reference: fc.constantFrom('ada-1', null),
    unsubscribe: fc.constantFrom(values.system.unsubscribe_url, null),
  })
  .map(({ event, plan, reference, unsubscribe }) => ({
    event,
    attributes: { plan },
    contact: { email: 'ada@example.com', reference },
    system: { ...values.system, unsubscribe_url: unsubscribe },
  }));

const FILTERS = [
  '',
  ' | upper',
  ' | lower',
  ' | number',
  ' | currency: "EUR"',
  ' | currency: event.note',
  ' | percent',
  ' | date: "long"',
  ' | time',
  ' | datetime',
  ' | datetime: "zoned"',
];
const OUTSIDE = [
  ...scalarNames.map((name) => `event.${name}`),
  ...['event.address.city', 'contact.email', 'contact.reference', 'attributes.plan', 'system.workspace_name'],
  ...['system.current_year', 'system.sent_on', 'system.unsubscribe_url'],
];
const INSIDE = ['line.name', 'line.price', 'line.quantity'];

const tag = (inside: boolean) =>
  fc
    .tuple(
      fc.constantFrom(...(inside ? [...OUTSIDE, ...INSIDE, ...INSIDE, ...INSIDE] : OUTSIDE)),
      fc.constantFrom(...FILTERS),
    )
    .map(([path, filter]) => `{{ ${path}${filter} }}`);

const CONSTANTS = [
  'Hello',
  ' ',
  '\n',
  '<b>&amp;',
  '"quoted"',
  '**',
  '_',
  '**bold**',
  '_soft_',
  'a_b',
  '[',
  '](',
  ')',
  '\\*',
  'é日本',
  '$&',
  '2 * 3',
];

/** Whether the choices of a text are no more than one text may have, here with those of a link beside it. */
const hasRoom = (text: string) =>
  (variantsOf(text)?.variants.length ?? 1) <= 6 && variantsOf(text)?.variants.length !== 0;

const choice = (inside: boolean) =>
  fc
    .tuple(fc.constantFrom(...(inside ? [...OUTSIDE, ...INSIDE] : OUTSIDE)), tag(inside))
    .chain(([path, other]) =>
      fc.constantFrom(
        `{${path}, plural, =0 {none} one {# thing} other {**#** things of ${other}}}`,
        `{ ${path}, select, Ada {${other}} true {it's '{true}'} other {}}`,
        `{${path}, selectordinal, one {#st} two {#nd {${path}, select, x {y} other {z}}} other {l'${other}}}`,
      ),
    );

const words = (inside: boolean) =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...CONSTANTS) },
        { weight: 4, arbitrary: tag(inside) },
        choice(inside),
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(''))
    .filter(hasRoom);

const href = (inside: boolean) =>
  fc.oneof(
    fc.tuple(tag(inside), tag(inside)).map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom('https://', 'https://a.example/', 'https://a.example/?q=', 'mailto:', 'tel:'),
        tag(inside),
        tag(inside),
      )
      .map((parts) => parts.join('')),
  );

const marked = (inside: boolean) =>
  fc
    .tuple(words(inside), fc.option(fc.tuple(words(inside), href(inside)), { nil: null }))
    .map(([text, link]) =>
      link === null
        ? withoutLinks(text)
        : `${withoutLinks(text)} [${link[0].replace(/[[\]\\]/g, '')}](${link[1].replace(/ /g, '')})`,
    );

/** `text` without each `[` that a later `](` could close: the check refuses a link to words by chance. */
const withoutLinks = (text: string) => text.replace(/\[(?=.*\]\()/gs, '');

type Shape = Omit<CompositionBlock, 'id'>;

function leaf(inside: boolean): fc.Arbitrary<Shape> {
  const align = fc.constantFrom('left', 'center', 'right', 'start', 'end');
  const src = tag(inside).map((path) => `https://a.example/${path}.png`);
  return fc.oneof(
    fc
      .record({ text: words(inside), level: fc.constantFrom(1, 2, 3, 4), align })
      .map((attrs) => ({ type: 'heading', attrs })),
    fc
      .record(
        {
          text: marked(inside),
          align,
          muted: fc.boolean(),
          size: fc.constantFrom('small', 'normal', 'large'),
          weight: fc.constantFrom('regular', 'semibold', 'bold'),
          text_color: fc.constantFrom('#b91c1c', '#0F766E'),
        },
        { requiredKeys: ['text'] },
      )
      .map((attrs) => ({ type: 'text', attrs })),
    fc
      .record({
        label: words(inside),
        href: href(inside),
        full_width: fc.boolean(),
        variant: fc.constantFrom('primary', 'secondary'),
      })
      .map((attrs) => ({ type: 'button', attrs })),
    fc
      .record(
        {
          src: fc.oneof(src, tag(inside)),
          alt: words(inside),
          href: href(inside),
          width: fc.integer({ min: 1, max: 800 }),
          dark_src: src,
          shape: fc.constantFrom('square', 'rounded', 'circle'),
        },
        { requiredKeys: ['src', 'alt'] },
      )
      .map((attrs) => ({ type: 'image', attrs })),
    fc.constantFrom<Shape>(
      { type: 'divider', attrs: {} },
      { type: 'spacer', attrs: { height: 8 } },
      { type: 'spacer', attrs: { height: 8, mobile_height: 0 } },
    ),
    fc
      .record({
        items: fc.array(marked(inside), { minLength: 1, maxLength: 3 }).map((items) => items.join('\n')),
        ordered: fc.boolean(),
      })
      .map((attrs) => ({ type: 'list', attrs })),
    fc.record({ text: words(inside), boxed: fc.boolean() }).map((attrs) => ({ type: 'code', attrs })),
    whole(inside),
    marked(inside).map((text) => ({ type: 'footer', attrs: { text } })),
    fc.tuple(tag(inside), tag(inside), href(inside)).map(([one, two, link]) => ({
      type: 'html',
      attrs: {
        html: `<p title="${two.replaceAll('"', "'")}">${one} &amp; <b>${two}</b></p><a href='${link.replaceAll('"', '').replace(/ \| \w+:? ?[\w.]*/g, '')}'>go</a>`,
      },
    })),
    fc
      .array(fc.record({ label: fc.oneof(fc.constant(''), words(inside)), cell: tableCell(inside), align }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((columns) => ({ type: 'table', attrs: { each: 'event.items', as: 'row', columns } })),
  );
}

/** Blocks that show one thing of a kind: a header, products, totals, an address. */
function whole(inside: boolean): fc.Arbitrary<Shape> {
  const src = tag(inside).map((path) => `https://a.example/${path}.png`);
  const some = fc.oneof(fc.constant(''), words(inside));
  const link = fc.record({ label: words(inside), href: href(inside) });
  const rows = <T>(row: fc.Arbitrary<T>, minLength = 1) => fc.array(row, { minLength, maxLength: 3 });
  const oneOf = (type: string, attrs: Readonly<Record<string, fc.Arbitrary<unknown>>>, requiredKeys: string[]) =>
    fc.record(attrs, { requiredKeys }).map((made): Shape => ({ type, attrs: made }));
  const yes = fc.boolean();
  const products = { image: src, name: tableCell(inside), detail: some, quantity: some, price: some };
  return fc.oneof(
    oneOf('header', { name: words(inside), logo: src, dark_logo: src, href: href(inside), links: rows(link, 0) }, [
      'name',
    ]),
    oneOf('products', { each: fc.constant('event.items'), as: fc.constant('row'), ...products }, [
      'each',
      'as',
      'name',
    ]),
    oneOf(
      'totals',
      { rows: rows(fc.record({ label: words(inside), value: words(inside), strong: yes, optional: yes })) },
      ['rows'],
    ),
    oneOf('figures', { figures: rows(fc.record({ label: words(inside), value: words(inside), note: some })) }, [
      'figures',
    ]),
    oneOf('steps', { steps: rows(fc.record({ label: words(inside) }), 2), current: fc.integer({ min: 1, max: 6 }) }, [
      'steps',
      'current',
    ]),
    oneOf('address', { label: some, lines: marked(inside) }, ['lines']),
    oneOf('fallback', { text: marked(inside), href: href(inside) }, ['text', 'href']),
    oneOf('quote', { text: marked(inside), author: some }, ['text']),
    oneOf(
      'social',
      { links: rows(fc.oneof(link, fc.record({ label: words(inside), href: href(inside), icon: src }))) },
      ['links'],
    ),
    oneOf('avatar', { image: src, name: words(inside), text: marked(inside), href: href(inside) }, ['image', 'name']),
    oneOf('icons', { rows: rows(fc.record({ icon: src, title: words(inside), text: some })) }, ['rows']),
    oneOf('signature', { closing: some, image: src, dark_image: src, name: words(inside), role: some }, ['name']),
    hero(inside),
    oneOf(
      'map',
      {
        image: src,
        dark_image: src,
        alt: words(inside),
        href: href(inside),
        name: words(inside),
        address: marked(inside),
      },
      ['image', 'alt', 'name'],
    ),
    // Repeated they would soon be more than a mail may have.
    ...(inside
      ? []
      : [
          oneOf('qr', { content: fc.oneof(words(false), href(false)), alt: words(false) }, ['content', 'alt']),
          oneOf(
            'calendar',
            {
              title: words(false),
              starts: fc.constantFrom('{{ event.placed_at }}', '{{ event.note }}', '2027-01-15'),
              ends: fc.constantFrom('{{ event.due_on }}', '2027-01-16T09:00:00+01:00'),
              when: words(false),
              location: some,
              details: some,
              href: href(false),
            },
            ['title', 'starts', 'when'],
          ),
        ]),
    oneOf('coupon', { title: words(inside), code: words(inside), terms: some }, ['title', 'code']),
  );
}

function hero(inside: boolean): fc.Arbitrary<Shape> {
  const some = fc.oneof(fc.constant(''), words(inside));
  const image = tag(inside).map((path) => `https://a.example/${path}.png`);
  return fc
    .record(
      {
        image,
        alt: some,
        title: some,
        text: some,
        words: fc.constantFrom('under', 'over'),
        label: some,
        href: href(inside),
      },
      { requiredKeys: ['image', 'href'] },
    )
    .map((attrs) => ({ type: 'hero', attrs: attrs.words === 'over' ? { ...attrs, alt: '' } : attrs }));
}

function tableCell(inside: boolean): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('{{ row.name }}', '{{ row.price | currency: "EUR" }}', 'x'), words(inside))
    .map((parts) => parts.join(' '));
}

function shapes(inside: boolean, depth: number): fc.Arbitrary<readonly Shape[]> {
  const one = depth === 0 ? leaf(inside) : fc.oneof({ weight: 3, arbitrary: leaf(inside) }, branch(inside, depth - 1));
  return fc.array(one, { minLength: 1, maxLength: 3 });
}

function branch(inside: boolean, depth: number): fc.Arbitrary<Shape> {
  const held = shapes(inside, depth).map((children) => children as readonly CompositionBlock[]);
  const condition = fc.record({
    when: fc.constantFrom(...OUTSIDE, 'event.items', ...(inside ? INSIDE : [])),
    is: fc.constantFrom('present', 'absent', 'equals', 'not_equals'),
    value: fc.constantFrom('', 'true', true, 0, 'Hello'),
  });
  const branches: fc.Arbitrary<Shape>[] = [
    held.map((children) => ({ type: 'section', attrs: { background_color: '#fef3c7', border: 1 }, children })),
    fc.tuple(tag(inside), held).map(([path, children]) => ({
      type: 'section',
      attrs: { background_image: `https://a.example/${path}.png` },
      children,
    })),
    fc.tuple(condition, held).map(([attrs, children]) => ({ type: 'condition', attrs, children })),
    fc.tuple(held, held, fc.boolean()).map(([left, right, stack_on_mobile]) => ({
      type: 'columns',
      attrs: { stack_on_mobile },
      columns: [
        { id: '', children: left },
        { id: '', children: right },
      ],
    })),
  ];
  if (!inside) {
    const looped = shapes(true, depth).map((children) => children as readonly CompositionBlock[]);
    branches.push(
      fc.tuple(fc.constantFrom(undefined, 1, 2), looped).map(([limit, children]) => ({
        type: 'repeat',
        attrs: { each: 'event.items', as: 'line', ...(limit !== undefined && { limit }) },
        children,
      })),
    );
  }
  return fc.oneof(...branches);
}

/** Blocks of any kind, three levels deep, each with an id of its own. */
export const anyBlocks: fc.Arbitrary<readonly CompositionBlock[]> = shapes(false, 2)
  .map((made) => numbered(made, 'b'))
  .filter((blocks) => JSON.stringify(blocks).split(/"type":"(?:qr|calendar)"/).length <= 6);

export const anyWords: fc.Arbitrary<string> = words(false);

function numbered(made: readonly Shape[], prefix: string): readonly CompositionBlock[] {
  return made.map((shape, index) => {
    const id = `${prefix}-${index}`;
    return {
      ...shape,
      id,
      ...(shape.children && { children: numbered(shape.children, id) }),
      ...(shape.columns && {
        columns: shape.columns.map((column, n) => ({
          ...column,
          id: `${id}-c${n}`,
          children: numbered(column.children ?? [], `${id}-c${n}`),
        })),
      }),
    };
  });
}
