/** Templates and payloads within their limits whose mail takes long to make: by emit, preview and check. */
import type { Attack, World } from '../harness/attack.ts';
import type { Reply } from '../harness/reply.ts';
import { nestedRepeats, slowFields, slowPayload } from '../harness/slow-template.ts';

/** For the mail; milliseconds. */
const mailWithin = 10_000;
const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

type Blocks = ReturnType<typeof nestedRepeats>;
interface Made extends Blocks {
  readonly payload: unknown;
  readonly save?: Readonly<Record<string, unknown>>;
}

async function emitted(world: World, { payload, ...template }: Made, count = 1): Promise<readonly Reply[]> {
  const platform = await world.platform();
  const saved = await platform.template(template);
  if (saved.status >= 300) return [saved];
  const emits = await Promise.all(
    many(count, (n) => platform.emit({ type: template.type, idempotency_key: `slow-${n}`, payload })),
  );
  return [saved, ...(await Promise.all(emits.map((emit) => platform.outcome(emit, mailWithin))))];
}

async function previewed(world: World, { payload, ...template }: Made): Promise<readonly Reply[]> {
  const platform = await world.platform();
  const saved = await platform.template(template);
  if (saved.status >= 300) return [saved];
  return [saved, await platform.rest('POST', `/event-types/${template.type}/template/preview`, { payload })];
}

/** By emit and by preview: two attacks of one template. */
function both(name: string, made: () => Made, more: Partial<Attack> = {}): readonly Attack[] {
  return [
    { name: `${name}, emitted`, ...more, run: (world) => emitted(world, made()) },
    { name: `${name}, previewed`, ...more, run: (world) => previewed(world, made()) },
  ];
}

const flat = (
  type: string,
  blocks: readonly Readonly<Record<string, unknown>>[],
  payload: unknown,
  save = {},
): Made => ({
  type,
  fields: slowFields,
  blocks: [...blocks],
  payload,
  save,
});

const texts = (count: number, text: string) => many(count, (n) => ({ id: `b${n}`, type: 'text', attrs: { text } }));

export const attacks: readonly Attack[] = [
  ...both('two repeats with conditions on 250 kB', () => ({ ...nestedRepeats(2), payload: slowPayload() })),
  ...both('four repeats with conditions on 250 kB', () => ({ ...nestedRepeats(4), payload: slowPayload() })),
  ...both(
    'six repeats around nothing',
    () => ({
      ...nestedRepeats(6, { inner: (id) => [{ id, type: 'spacer', attrs: { height: 1 } }] }),
      payload: slowPayload(2_000, 'x'),
    }),
    {},
  ),
  ...both('three repeats around a text of the long value', () => ({
    ...nestedRepeats(3, { inner: (id) => [{ id, type: 'text', attrs: { text: '{{ event.note | upper }}' } }] }),
    payload: slowPayload(),
  })),
  ...both(
    'three repeats with dates and currencies',
    () => ({
      ...nestedRepeats(3, {
        inner: (id) => [
          {
            id,
            type: 'condition',
            attrs: { when: 'event.note', is: 'absent' },
            children: [{ id: `${id}t`, type: 'text', attrs: { text: '{{ event.note | upper | lower }}' } }],
          },
        ],
      }),
      payload: slowPayload(3_000),
    }),
    {},
  ),
  ...both('200 conditions on 500 kB', () =>
    flat(
      'conditions',
      many(200, (n) => ({
        id: `c${n}`,
        type: 'condition',
        attrs: { when: 'event.note', is: 'present' },
        children: [{ id: `t${n}`, type: 'spacer', attrs: { height: 1 } }],
      })),
      { note: ' '.repeat(500_000), rows: [] },
    ),
  ),
  ...both('400 texts that each show 500 kB', () =>
    flat('shown', texts(400, '{{ event.note }}'), { note: '<'.repeat(500_000), rows: [] }),
  ),
  ...both('300 merge tags of 500 kB in one text', () =>
    flat('dense', texts(10, '{{ event.note }}'.repeat(300)), { note: '&'.repeat(500_000), rows: [] }),
  ),
  ...both('a subject of 60 times 500 kB', () =>
    flat(
      'subject',
      texts(1, 'x'),
      { note: '\u00e9'.repeat(250_000), rows: [] },
      { subject: '{{ event.note }}'.repeat(60) },
    ),
  ),
  ...both('a display name and reply-to of 500 kB', () =>
    flat(
      'named',
      texts(1, 'x'),
      { note: '"<,;@'.repeat(100_000), rows: [] },
      { display_name: '{{ event.note }}'.repeat(15), reply_to: '{{ event.note }}' },
    ),
  ),
  ...both(
    '500 kB in upper and lower case, 200 times',
    () =>
      flat('cased', texts(200, '{{ event.note | upper }} {{ event.note | lower }}'), {
        note: '\u0130'.repeat(250_000),
        rows: [],
      }),
    {},
  ),
  ...both('500 kB in links', () =>
    flat(
      'linked',
      many(200, (n) => ({
        id: `l${n}`,
        type: 'button',
        attrs: { label: '{{ event.note }}', href: 'https://example.com/{{ event.note }}' },
      })),
      { note: '% '.repeat(250_000), rows: [] },
    ),
  ),
  ...both('a table of 5,000 rows and 12 columns, forty times', () =>
    flat(
      'tables',
      many(40, (n) => ({
        id: `t${n}`,
        type: 'table',
        attrs: { each: 'event.rows', as: 'row', columns: many(12, () => ({ label: 'x', cell: '{{ row.a }}' })) },
      })),
      slowPayload(5_000, 'x'),
    ),
  ),
  ...both('half a million line breaks in an inline text', () =>
    flat('lines', texts(50, '**{{ event.note }}**'), { note: '\n'.repeat(500_000), rows: [] }),
  ),
  {
    name: 'ten emits of four repeats, at once',
    watch: 2_000,
    run: (world) => emitted(world, { ...nestedRepeats(4), payload: slowPayload() }, 10),
  },
  {
    name: 'a hundred emits of a dear template',
    patience: 60_000,
    run: (world) =>
      emitted(world, flat('hundred', texts(400, '{{ event.note }}'), { note: 'x'.repeat(20_000), rows: [] }), 100),
  },
  {
    name: 'previews in 100 languages of 500 blocks',
    patience: 120_000,
    async run(world) {
      const platform = await world.platform();
      const locales = many(100, (n) => `${['de', 'fr', 'ar', 'ja'][n % 4]}-x-v${n}`);
      const translations = Object.fromEntries(locales.map((locale) => [locale, { subject: { text: locale } }]));
      const saved = await platform.template({
        type: 'languages',
        fields: slowFields,
        blocks: texts(500, '{{ event.note }} **x** [a](https://example.com/{{ event.note }})'),
        save: { translations },
      });
      const previews = await Promise.all(
        locales.map((locale) =>
          platform.rest('POST', '/event-types/languages/template/preview', {
            locale,
            payload: { note: 'x', rows: [] },
          }),
        ),
      );
      return [saved, ...previews];
    },
  },
  {
    name: '200 previews at once',
    patience: 60_000,
    async run(world) {
      const platform = await world.platform();
      return Promise.all(many(200, () => platform.rest('POST', '/event-types/order.shipped/template/preview', {})));
    },
  },
];
