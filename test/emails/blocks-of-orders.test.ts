import { describe, expect, it } from 'vitest';
import { block, rendered, values } from './sample.ts';

const products = block('products', {
  each: 'event.items',
  as: 'line',
  image: 'https://shop.example/{{ line.name }}.png',
  name: '{{ line.name }}',
  detail: '{{ line.price | currency: "EUR" }} each',
  quantity: 'Qty {{ line.quantity }}',
  price: '{{ line.price | currency: "EUR" }}',
});
const event = (items: readonly unknown[]) => ({ ...values.event, items });

describe('products', () => {
  it('are a row each, with picture, detail and price', async () => {
    const { html, text } = await rendered({ blocks: [products] });
    expect(html.match(/<img [^>]*src="https:\/\/shop\.example\/(Kettle|Tea)\.png"/g)).toHaveLength(2);
    expect(text).toBe('Kettle  €39.90 each  Qty 1   €39.90\nTea     €4.00 each   Qty 12   €4.00\n');
  });

  it('leave out the picture and the detail of an item that has none, and say nothing of it', async () => {
    const { html, text, fellBack } = await rendered({ blocks: [products] }, event([{ quantity: 2 }]));
    expect(html).not.toContain('<img');
    expect(html).not.toContain('each');
    expect(text).not.toContain('each');
    expect(fellBack).toEqual(['event.items.name', 'event.items.price']);
  });
});

describe('totals', () => {
  const rows = [
    { label: 'Shipping', value: '{{ event.total | currency: "EUR" }}', optional: true },
    { label: 'Note', value: '{{ event.note }}', optional: true },
    { label: 'Free', value: 'yes', optional: true },
    { label: 'Order', value: '{{ event.order_number }}', strong: true },
  ];
  const totals = { blocks: [block('totals', { rows })] };

  it('leave out an optional row without a value', async () => {
    const { html, text, fellBack } = await rendered(totals, { order_number: 'A-17', note: ' ' });
    expect(text).toBe('Free: yes\nOrder: A-17\n');
    expect(html.match(/<tr><td[^>]*>(?:Free|Order)<\/td>/g)).toHaveLength(2);
    expect(html).not.toMatch(/Shipping|Note/);
    expect(fellBack).toEqual([]);
  });

  it('show a zero, which is a value', async () => {
    expect((await rendered(totals, { ...values.event, total: 0 })).text).toContain(
      'Shipping: €0.00\nNote: Ring twice\n',
    );
  });
});

describe('steps', () => {
  const said = async (current: number) => {
    const steps = ['Ordered', 'Shipped', 'Delivered'].map((label) => ({ label }));
    const { html, text } = await rendered({ blocks: [block('steps', { steps, current })] });
    return { text, marked: html.match(/✓\u00a0/g)?.length ?? 0 };
  };

  it('say in words which are done and which is the present one', async () => {
    expect(await said(2)).toEqual({ text: '[x] Ordered\n[>] Shipped\n[ ] Delivered\n', marked: 1 });
    expect(await said(4)).toEqual({ text: '[x] Ordered\n[x] Shipped\n[x] Delivered\n', marked: 3 });
  });
});

describe('figures', () => {
  it('are lines of the text part, and four stand two by two on a telephone', async () => {
    const figure = (label: string, note = '') => ({ label, value: '{{ event.total | number }}', note });
    const two = await rendered({ blocks: [block('figures', { figures: [figure('Orders', 'new'), figure('Sum')] })] });
    expect(two.text).toBe('Orders: 1,234.5 (new)\nSum: 1,234.5\n');
    expect(two.html).not.toContain('class="half"');
    const four = await rendered({
      blocks: [block('figures', { figures: ['a', 'b', 'c', 'd'].map((label) => figure(label)) })],
    });
    expect(four.html.match(/class="half(?: below)?"/g)).toHaveLength(4);
    expect(four.html.match(/class="half below"/g)).toHaveLength(2);
  });
});

describe('the colon of the text part', () => {
  const blocks = [
    block('totals', { rows: [{ label: 'Total', value: '9' }] }),
    block('figures', { figures: [{ label: 'Visits', value: '7' }] }),
    block('button', { label: 'Open', href: 'https://shop.example' }),
    block('icons', { rows: [{ icon: 'https://shop.example/a.png', title: 'Fast', text: 'Very' }] }),
    block('social', { links: [{ label: 'Blog', href: 'https://blog.example' }] }),
    block('qr', { content: '17', alt: 'Code' }),
  ];

  it.each([
    ['fr', '\u00a0: '],
    ['ja', '：'],
    ['zh-Hant', '：'],
    ['de', ': '],
  ])('is that of the language %s', async (locale, colon) => {
    const { text } = await rendered({ blocks, translations: { [locale]: {} } }, values.event, { locale });
    for (const line of [
      'Total9',
      'Visits7',
      'Openhttps://shop.example',
      '- FastVery',
      'Bloghttps://blog.example',
      'Code17',
    ]) {
      expect(text.split('\n').map((one) => one.replace(colon, ''))).toContain(line);
    }
  });
});
