/** Each block with its example, as a mail of its own: what the catalogue of the designers shows. */
import { blockTypes } from '../document/blocks/index.ts';
import type { Composition } from '../document/composition.ts';
import type { EventField } from '../document/template.ts';
import { catalogueInArabic, valuesInArabic } from './catalogue-in-arabic.ts';
import type { Starter } from './starter.ts';

const field = (name: string, type: EventField['type'], more: Partial<EventField> = {}): EventField => ({
  name,
  type,
  required: false,
  fallback: null,
  ...more,
});

/** What the examples of the blocks read. */
const fields: readonly EventField[] = [
  field('customer_name', 'string'),
  field('order_number', 'string'),
  field('city', 'string'),
  field('code', 'string'),
  field('note', 'string'),
  field('tracking_url', 'url'),
  field('placed_at', 'datetime'),
  field('due_on', 'date'),
  field('is_gift', 'boolean'),
  field('total', 'number'),
  field('address', 'object', { fields: [field('street', 'string'), field('city', 'string')] }),
  field('items', 'list', {
    fields: [field('name', 'string'), field('quantity', 'number'), field('price', 'number')],
  }),
  field('labels', 'list', { items: { type: 'string' } }),
];

const payload = {
  customer_name: 'Ada',
  order_number: 'A-17',
  city: 'Turin',
  code: '493 018',
  note: 'Ring twice, please.',
  tracking_url: 'https://track.example/17',
  placed_at: '2026-12-31T23:30:00Z',
  due_on: '2027-01-15',
  is_gift: true,
  total: 1234.5,
  address: { street: '1 Long Road', city: 'Turin' },
  items: [
    { name: 'Kettle', quantity: 1, price: 39.9 },
    { name: 'Tea', quantity: 12, price: 4 },
  ],
  labels: ['New', 'Fragile'],
};

export interface CatalogueBlock {
  readonly type: string;
  readonly purpose: string;
}

export const catalogue: readonly CatalogueBlock[] = blockTypes.map(({ type, purpose }) => ({ type, purpose }));

/** A mail of this block alone; null where there is no such block. */
export function blockStarter(type: string): Starter | null {
  const found = blockTypes.find((block) => block.type === type);
  if (found === undefined) return null;
  const composition: Composition = {
    editorVersion: 3,
    target: 'email',
    document: { settings: {}, theme: { look: 'plain', brand: true }, blocks: [found.example] },
  };
  const template = { subject: type, from_local_part: 'mail', display_name: null, reply_to: null, locale: 'en' };
  const own = Object.entries(catalogueInArabic).filter(([id]) => id.startsWith(`${type}-1`));
  const translations = { ar: { subject: { text: type }, ...Object.fromEntries(own) } };
  return {
    fields: [...fields],
    template: { ...template, composition, translations },
    examples: [
      { name: 'Example', payload },
      { name: 'In Arabic', locale: 'ar', payload: { ...payload, ...valuesInArabic } },
    ],
  };
}
