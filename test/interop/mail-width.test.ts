/**
 * A mail in a browser is as wide as its screen, whatever its values are, and looks as its author said in dark mode and
 * on a telephone (docs/rules.md#width-of-a-mail).
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { blockTypes } from '../../emails/document/blocks/index.ts';
import { block, rendered, text, values } from '../emails/sample.ts';
import { contextOfTest } from './programs/chromium.ts';
import { beyondScreen } from './programs/seen-mail.ts';

/** Pixels: two telephones, a large one, the mail's own width. */
const widths = [320, 360, 414, 600] as const;
const schemes = ['light', 'dark'] as const;

const letters = { ltr: 'a', rtl: '\u05d0' } as const;
const long = {
  'a word of 60 letters': (direction: 'ltr' | 'rtl') => letters[direction].repeat(60),
  'an address of 300 characters': () => `https://shop.example/${'a1'.repeat(140)}`.slice(0, 300),
  'a number of 30 digits': () => '1'.repeat(30),
  'usual values': () => null,
} as const;

const src = 'https://shop.example/banner.png';
const wide = block('image', { src, alt: 'A banner', width: 552 });
const half = (id: string) => ({
  id,
  width: 50,
  children: [
    { ...text('{{ event.customer_name }}: {{ event.total | number }}'), id: `${id}-text` },
    { ...wide, id: `${id}-wide` },
  ],
});
const more = [
  text('{{ event.customer_name }} {{ event.tracking_url }} {{ event.total }}'),
  block('heading', { text: '{{ event.customer_name }}' }),
  block('button', { label: '{{ event.customer_name }}', href: 'https://shop.example', full_width: true }),
  wide,
  block('image', { src, alt: '{{ event.customer_name }}' }),
  block('columns', {}, { columns: [half('stacked-1'), half('stacked-2')] }),
  block('columns', { stack_on_mobile: false }, { columns: [half('beside-1'), half('beside-2')] }),
  block('section', { border: '#b91c1c' }, { children: [{ ...wide, id: 'framed' }] }),
  block('html', { html: `<p><img src="${src}" alt="A banner" width="552"></p><p>{{ event.customer_name }}</p>` }),
];
/** Blocks with as much in them as they take. */
const name = '{{ event.customer_name }}';
const link = { label: name, href: '{{ event.tracking_url }}' };
const full = [
  block('header', { name, links: Array.from({ length: 4 }, () => link) }),
  block('figures', {
    figures: Array.from({ length: 4 }, () => ({ label: name, value: '{{ event.total }}', note: name })),
  }),
  block('figures', { figures: Array.from({ length: 3 }, () => ({ label: name, value: '{{ event.total }}' })) }),
  block('steps', { steps: Array.from({ length: 5 }, () => ({ label: name })), current: 3 }),
  block('totals', { rows: [{ label: name, value: name, strong: true }] }),
  block('products', {
    each: 'event.items',
    name: '{{ item.name }}',
    price: '{{ item.name }}',
    image: src,
    image_size: 96,
  }),
  block('social', { links: Array.from({ length: 8 }, () => link) }),
  block('avatar', { image: src, image_size: 96, name, text: name }),
  block('icons', { rows: Array.from({ length: 6 }, () => ({ icon: src, title: name, text: name })), icon_size: 64 }),
  block('signature', { closing: name, image: src, dark_image: src, image_width: 240, name, role: name }),
  block('fallback', { text: name, href: '{{ event.tracking_url }}' }),
  block('image', { src, dark_src: src, alt: name, width: 552, shape: 'rounded' }),
  block('image', { src, alt: name, width: 800, shape: 'circle' }),
  block('hero', { image: src, alt: name, title: name, text: name, label: name, href: '{{ event.tracking_url }}' }),
  block('hero', { image: src, words: 'over', title: name, text: name, label: name, href: '{{ event.tracking_url }}' }),
  block('hero', { image: src, dark_image: src, alt: name }),
  block('section', { background_image: src }, { children: [{ ...text(name), id: 'before-a-picture' }] }),
  block(
    'section',
    { padding: 40 },
    { children: [{ ...block('hero', { image: src, title: name }), id: 'framed-hero' }] },
  ),
  block('map', { image: src, dark_image: src, alt: name, href: '{{ event.tracking_url }}', name, address: name }),
  block('calendar', {
    title: name,
    starts: '2027-01-15',
    when: name,
    location: name,
    href: '{{ event.tracking_url }}',
  }),
  block('qr', { content: '{{ event.city }}', alt: name, image_size: 320 }),
];
const blocks = [
  ...blockTypes.map(({ example }) => example),
  ...[...more, ...full].map((each, n) => ({ ...each, id: `more-${n}` })),
];

async function mailOf(what: keyof typeof long, direction: 'ltr' | 'rtl'): Promise<string> {
  const value = long[what](direction);
  const everywhere = {
    ...values.event,
    ...Object.fromEntries(
      ['customer_name', 'order_number', 'city', 'code', 'note', 'tracking_url', 'total'].map((name) => [name, value]),
    ),
    items: [{ name: value, quantity: 3, price: 39.9 }],
  };
  const event = value === null ? values.event : everywhere;
  return (await rendered({ blocks, settings: { direction, preheader: '{{ event.note }}' } }, event)).html;
}

/** Shows a mail, with or without its pictures, which are wider than any screen here. */
async function show(html: string, pictures: 'on' | 'off'): Promise<Page> {
  const page = await (await contextOfTest()).newPage();
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300"/>';
  await page.route('https://**', (route) =>
    pictures === 'on' ? route.fulfill({ contentType: 'image/svg+xml', body }) : route.abort(),
  );
  await page.setContent(html);
  return page;
}

describe.each(['ltr', 'rtl'] as const)('a mail from %s', (direction) => {
  it.each(
    (Object.keys(long) as (keyof typeof long)[]).flatMap((what) =>
      (['on', 'off'] as const).map((pictures) => ({ what, pictures })),
    ),
  )('is as wide as its screen with $what and pictures $pictures', async ({ what, pictures }) => {
    const page = await show(await mailOf(what, direction), pictures);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(beyondScreen), `${width} pixels, ${colorScheme}`).toEqual([]);
      }
    }
  });

  it('keeps the direction of its language where the root element is taken away', async () => {
    const page = await show((await rendered({ blocks: [text('x')], settings: { direction } })).html, 'off');
    await page.evaluate('document.documentElement.removeAttribute("dir")');
    expect(await page.evaluate('getComputedStyle(document.querySelector("p")).direction')).toBe(direction);
  });
});

describe('columns beside each other that make 100 per cent', () => {
  it.each([
    { width: 360, stack_on_mobile: false },
    { width: 600, stack_on_mobile: false },
    { width: 600, stack_on_mobile: true },
  ])('keep their gap at $width pixels, stack: $stack_on_mobile', async ({ width, stack_on_mobile }) => {
    const columns = ['a', 'b'].map((id) => ({
      id,
      width: 50,
      children: [{ ...text('word '.repeat(30)), id: `${id}-t` }],
    }));
    const { html } = await rendered({ blocks: [block('columns', { gap: 16, stack_on_mobile }, { columns })] });
    const page = await show(html, 'off');
    await page.setViewportSize({ width, height: 800 });
    const gap = await page.evaluate(
      '(([a, b]) => b.getBoundingClientRect().left - a.getBoundingClientRect().right)([...document.querySelectorAll("p")])',
    );
    expect(gap).toBeCloseTo(16, 0);
  });
});

describe('in a narrow place', () => {
  it('a long name breaks, and the price beside it stays whole', async () => {
    const table = {
      each: 'event.items',
      columns: [{ cell: '{{ item.name }}' }, { cell: '{{ item.price | currency: "EUR" }}', align: 'end' }],
    };
    const items = [{ name: 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze', price: 1234567.89 }];
    const { html } = await rendered({ blocks: [block('table', table)] }, { items });
    const page = await show(html, 'off');
    await page.setViewportSize({ width: 320, height: 800 });
    const lines =
      await page.evaluate(`[...document.querySelectorAll('td > span, td')].filter((cell) => !cell.querySelector('td'))
      .map((cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getClientRects().length; })`);
    expect(await page.evaluate(beyondScreen)).toEqual([]);
    expect(lines).toEqual([expect.any(Number), expect.any(Number), 1]);
    expect((lines as readonly number[])[0]).toBeGreaterThan(1);
  });
});

describe('in dark mode', () => {
  it("a section's border and a divider keep their own colour", async () => {
    const { html } = await rendered({
      blocks: [
        block('section', { border: '2px solid #B91C1C' }, { children: [text('x')] }),
        block('divider', { color: '#15803d' }),
        block('divider'),
      ],
    });
    const page = await show(html, 'off');
    await page.emulateMedia({ colorScheme: 'dark' });
    const colors = (await page.evaluate(
      `[document.querySelector('.r-b91c1c'), ...document.querySelectorAll('hr')].map((line) => getComputedStyle(line).borderTopColor.match(/\\d+/g).map(Number))`,
    )) as readonly (readonly [number, number, number])[];
    const [border, divider, rule] = colors;
    expect(border?.[0]).toBeGreaterThan(2 * Math.max(border?.[1] ?? 255, border?.[2] ?? 255));
    expect(divider?.[1]).toBeGreaterThan(2 * Math.max(divider?.[0] ?? 255, divider?.[2] ?? 255) * 0.8);
    expect(Math.max(...(rule ?? [])) - Math.min(...(rule ?? [0, 255]))).toBeLessThan(16);
  });
});
