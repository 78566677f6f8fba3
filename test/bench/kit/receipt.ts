/** A receipt as a shop would send it: what the benches render and send. */
import type { Composition } from '../../../emails/document/composition.ts';
import type { TemplateContent } from '../../../emails/document/template.ts';
import type { TemplateValues } from '../../../emails/render/values.ts';

const composition: Composition = {
  editorVersion: 3,
  target: 'email',
  document: {
    settings: { preheader: 'Your receipt for order {{ event.order_number }}' },
    theme: { primary_color: '#0f766e' },
    blocks: [
      {
        id: 'logo',
        type: 'image',
        attrs: { src: 'https://shop.example/logo.png', alt: 'The Shop', width: 120, align: 'start' },
      },
      { id: 'title', type: 'heading', attrs: { text: 'Thank you, {{ event.customer_name }}' } },
      {
        id: 'intro',
        type: 'text',
        attrs: {
          text: 'We received your order **{{ event.order_number }}** on {{ event.placed_at | date: "long" }} and are packing it now.',
        },
      },
      {
        id: 'lines',
        type: 'table',
        attrs: {
          each: 'event.items',
          as: 'item',
          columns: [
            { label: 'Item', cell: '{{ item.name }}', width: 60 },
            { label: 'Quantity', cell: '{{ item.quantity }}', align: 'end' },
            { label: 'Price', cell: '{{ item.price | currency: "EUR" }}', align: 'end' },
          ],
        },
      },
      { id: 'total', type: 'text', attrs: { text: '**Total {{ event.total | currency: "EUR" }}**', align: 'end' } },
      {
        id: 'track',
        type: 'button',
        attrs: { label: 'Follow your order', href: '{{ event.tracking_url }}', align: 'center' },
      },
      { id: 'rule', type: 'divider', attrs: {} },
      {
        id: 'help',
        type: 'text',
        attrs: {
          text: 'Questions? [Write to us](mailto:help@shop.example?subject={{ event.order_number }}).',
          muted: true,
        },
      },
      { id: 'end', type: 'footer', attrs: { text: '{{ system.workspace_name }}, {{ system.current_year }}' } },
    ],
  },
};

export const receipt: TemplateContent = {
  subject: 'Your receipt for order {{ event.order_number }}',
  displayName: '{{ system.workspace_name }}',
  replyTo: null,
  locale: 'en',
  composition,
  translations: {},
};

/** No two messages are alike. */
export function receiptValues(n: number): TemplateValues {
  return {
    event: {
      customer_name: `Ada Lovelace & sons ${n}`,
      order_number: `2026-${100_000 + n}`,
      placed_at: new Date(1_790_000_000_000 + n * 61_000).toISOString(),
      tracking_url: `https://track.example/parcels/${n}?lang=en&source=mail`,
      total: 20 + (n % 9_000) / 100,
      items: [
        { name: 'Kettle, 1.5 l', quantity: 1 + (n % 3), price: 39.9 + (n % 700) / 100 },
        { name: 'Tea <Earl Grey>', quantity: 12, price: 4.25 + (n % 300) / 100 },
        { name: 'Cup "Alba"', quantity: 2, price: 11.5 + (n % 500) / 100 },
      ],
    },
    contact: { email: `person-${n}@example.com`, reference: `person-${n}` },
    attributes: {},
    system: { workspace_name: 'The Shop', unsubscribe_url: null, sent_on: '2026-11-21T14:00:00.000Z' },
  };
}
