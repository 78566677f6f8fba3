/** What the demo platform's one event type holds, and the mail that it becomes. */

export const demoFields = [
  { name: 'customer_name', type: 'string', required: false, fallback: 'there' },
  { name: 'order_number', type: 'string', required: true },
  { name: 'tracking_url', type: 'url', required: true },
];

export const demoTemplate = {
  subject: 'Order {{ event.order_number }} is on its way',
  fromLocalPart: 'orders',
  displayName: '{{ system.workspace_name }}',
  locale: 'en',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      settings: { preheader: 'Follow your parcel with one tap.', width: 560 },
      theme: { primary_color: '#1f5eff', on_primary_color: '#ffffff' },
      blocks: [
        {
          id: 'body',
          type: 'section',
          attrs: { padding: 24 },
          children: [
            { id: 'title', type: 'heading', attrs: { text: 'Your order is on its way', level: 1 } },
            {
              id: 'intro',
              type: 'text',
              attrs: { text: 'Hello {{ event.customer_name }},\nyour order **{{ event.order_number }}** has left us.' },
            },
            { id: 'track', type: 'button', attrs: { label: 'Track the parcel', href: '{{ event.tracking_url }}' } },
            { id: 'line', type: 'divider', attrs: {} },
            { id: 'foot', type: 'footer', attrs: { text: 'Sent by {{ system.workspace_name }}.' } },
          ],
        },
      ],
    },
  },
  translations: {},
};
