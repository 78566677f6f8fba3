/** Templates that are dear to check, sanitise or compile. */
import type { Attack, World } from '../harness/attack.ts';
import type { Reply } from '../harness/reply.ts';

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));
const filled = (unit: string, size: number) => unit.repeat(Math.floor(size / unit.length));
/** Characters of one text, and of one html block (emails/document/composition.ts). */
const textMax = 20_000;
const htmlMax = 100_000;

type Block = Readonly<Record<string, unknown>>;
const html = (text: string): readonly Block[] => [{ id: 'h', type: 'html', attrs: { html: text } }];
const texts = (text: string, count = 100): readonly Block[] =>
  many(count, (n) => ({ id: `b${n}`, type: 'text', attrs: { text } }));

/** Saved, previewed as a draft, and, where it can be saved, mailed. */
async function save(
  world: World,
  blocks: readonly Block[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<readonly Reply[]> {
  const platform = await world.platform();
  const type = 'saved';
  const saved = await platform.template({ type, fields: [{ name: 'a', type: 'string' }], blocks, save: more });
  if (saved.status >= 300) return [saved];
  const emitted = await platform.emit({ type, payload: { a: 'x' } });
  return [
    saved,
    await platform.rest('POST', `/event-types/${type}/template/preview`, {}),
    await platform.outcome(emitted, 8_000),
  ];
}

function saves(
  name: string,
  blocks: () => readonly Block[],
  more: Partial<Attack> & { readonly save?: () => Readonly<Record<string, unknown>> } = {},
): Attack {
  const { save: given, ...rest } = more;
  return { name, patience: 30_000, ...rest, run: (world) => save(world, blocks(), given?.()) };
}

function nestedSections(depth: number, inner: readonly Block[]): readonly Block[] {
  let blocks = inner;
  for (let n = depth; n > 0; n -= 1) blocks = [{ id: `s${n}`, type: 'section', attrs: {}, children: blocks }];
  return blocks;
}

export const attacks: readonly Attack[] = [
  saves('html of 5,000 tags in each other', () => html(`${'<div>'.repeat(5_000)}x${'</div>'.repeat(5_000)}`)),
  saves('html of 3,000 tags in each other', () => html(`${'<b>'.repeat(3_000)}x${'</b>'.repeat(3_000)}`)),
  saves('html of 300 tags in each other', () => html(`${'<div>'.repeat(300)}x${'</div>'.repeat(300)}`)),
  saves('html of 20,000 tags that never end', () => html(filled('<div>', htmlMax))),
  saves('html of tables in tables', () => html(filled('<table><tr><td>', htmlMax))),
  saves('100 kB of < in html', () => html(filled('<', htmlMax))),
  saves('100 kB of <! in html', () => html(filled('<!--', htmlMax))),
  saves('100 kB of & in html', () => html(filled('&#x', htmlMax))),
  saves('one tag with 20,000 attributes', () =>
    html(
      `<p ${many(14_000, (n) => `a${n}=1`)
        .join(' ')
        .slice(0, 90_000)}>x</p>`,
    ),
  ),
  saves('one attribute of 100 kB', () => html(`<p style="${filled('a:b;', 99_000)}">x</p>`)),
  saves('a style made to backtrack', () =>
    html(`<p style="width:${filled('1', 49_000)}${filled(' ', 49_000)}!">x</p>`),
  ),
  saves('a link of 99 kB', () => html(`<a href="https://${filled('a.', 98_000)}">x</a>`)),
  saves('entities of 99 kB in a link', () => html(`<a href="${filled('&#106;&#x0A;', 98_000)}">x</a>`)),
  saves('an html block in twenty, 10,000 tags in each', () =>
    many(19, (n) => ({ id: `h${n}`, type: 'html', attrs: { html: filled('<p>x</p>', 40_000) } })),
  ),
  saves('100 texts of {{', () => texts(filled('{{', textMax))),
  saves('100 texts of {{ event.a |', () => texts(filled('{{ event.a | ', textMax))),
  saves('100 texts of merge tags', () => texts(filled('{{ event.a }}', textMax))),
  saves('one tag with 3,000 filters', () => texts(`{{ event.a ${filled('| upper ', textMax - 50)}}}`, 10)),
  saves('a merge path of 20 kB', () => texts(`{{ event.${filled('a.', textMax - 50)}a }}`, 50)),
  saves('a filter argument made to backtrack', () => texts(`{{ event.a | date: "${filled('\\"', textMax - 60)}`, 50)),
  saves('100 texts of *', () => texts(filled('*', textMax))),
  saves('100 texts of ** x', () => texts(filled('**x_', textMax))),
  saves('100 texts of [', () => texts(filled('[', textMax))),
  saves('100 texts of [x](', () => texts(filled('[x](', textMax))),
  saves('100 texts of _ and blanks', () => texts(filled('_ ', textMax))),
  saves('100 texts of line breaks', () => texts(filled('\n', textMax))),
  saves('lists of 10,000 items', () =>
    many(50, (n) => ({ id: `l${n}`, type: 'list', attrs: { items: filled('x\n', textMax) } })),
  ),
  saves('sections in sections, 8 deep and 60 wide', () =>
    many(60, (n) => ({ ...nestedSections(7, texts('x', 1))[0], id: `top${n}` })).map((block, n) =>
      JSON.parse(JSON.stringify(block).replaceAll('"id":"', `"id":"w${n}-`)),
    ),
  ),
  saves('sections in sections, 1,000 deep', () => nestedSections(1_000, [])),
  saves('500 blocks of columns', () =>
    many(100, (n) => ({
      id: `c${n}`,
      type: 'columns',
      attrs: {},
      columns: many(4, (m) => ({ id: `c${n}-${m}`, attrs: {}, children: [] })),
    })),
  ),
  saves('20,000 blocks', () => many(20_000, (n) => ({ id: `b${n}`, type: 'divider', attrs: {} }))),
  saves('500 blocks, each wrong in 100 ways', () =>
    many(500, (n) => ({ id: `b${n}`, type: 'text', attrs: Object.fromEntries(many(100, (m) => [`x${m}`, m])) })),
  ),
  saves('20,000 unknown attributes in one block', () => [
    { id: 'b', type: 'divider', attrs: Object.fromEntries(many(20_000, (n) => [`x${n}`, n])) },
  ]),
  saves('a subject of 998 braces', () => texts('x', 1), { save: () => ({ subject: filled('{{', 998) }) }),
  saves('translations into 20,000 languages', () => texts('x', 1), {
    save: () => ({ translations: Object.fromEntries(many(20_000, (n) => [`de-x-a${n}`, { subject: { text: 'y' } }])) }),
  }),
  saves('translations of 20,000 texts that do not exist', () => texts('x', 1), {
    save: () => ({ translations: { de: Object.fromEntries(many(20_000, (n) => [`no${n}.text`, { text: 'y' }])) } }),
  }),
  {
    name: 'twenty saves of 2 MB at once',
    patience: 60_000,
    async run(world) {
      const platform = await world.platform();
      await platform.rest('PUT', '/event-types/raced', { fields: [] });
      return Promise.all(
        many(20, (n) =>
          platform.rest('PUT', '/event-types/raced/template', {
            subject: `S${n}`,
            from_local_part: 'a',
            locale: 'en',
            composition: {
              editorVersion: 3,
              target: 'email',
              document: { blocks: texts(filled(`x${n} `, 19_000), 100) },
            },
          }),
        ),
      );
    },
  },
];
