import { writeFileSync } from 'node:fs';
import { blockTypes } from '../emails/blocks/index.ts';
import { checkTemplate } from '../emails/check-template.ts';
import { compileTemplate } from '../emails/compile.tsx';
import { fellBackTags, renderTemplate } from '../emails/render.ts';

const s = (name: string, type = 'string') => ({ name, type: type as never, required: false, fallback: null });
const fields = [
  ...['customer_name', 'order_number', 'city', 'code'].map((n) => s(n)),
  s('tracking_url', 'url'),
  s('placed_at', 'datetime'),
  s('is_gift', 'boolean'),
  { ...s('items', 'list'), fields: [s('name'), s('quantity', 'number'), s('price', 'number')] },
];
const content = {
  subject: 'Hi {{ event.customer_name }}',
  displayName: 'Shop',
  replyTo: null,
  locale: 'en',
  translations: {},
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      settings: { preheader: 'Pre {{ event.city }}' },
      theme: {},
      blocks: blockTypes
        .map((b) => b.example)
        .concat([{ id: 'u', type: 'text', attrs: { text: '{{ system.unsubscribe_url }}' } }]),
    },
  },
};
const r = checkTemplate(content, { fields, attributes: [] });
console.log(r.ok ? JSON.stringify(r.variables) : r);
if (r.ok) {
  const c = await compileTemplate(r.content, 'en');
  const v = {
    event: {
      customer_name: '<b>A&B</b>',
      tracking_url: 'https://track.test/1',
      order_number: 'a b/"?#1',
      is_gift: true,
      placed_at: '2026-12-31T23:30:00Z',
      code: '123 456',
      items: [
        { name: 'Kettle', quantity: 1, price: 39.9 },
        { name: 'Tea', quantity: 12, price: 4 },
      ],
    },
    contact: { email: 'a@b.c', reference: null },
    attributes: {},
    system: { workspace_name: 'W', unsubscribe_url: 'https://u.test/x?a=1&b=2', sent_on: '2026-12-31T23:30:00Z' },
  };
  const o = { locale: 'en', timezone: 'Europe/Berlin', fallbacks: { 'event.city': 'Town' } };
  const m = renderTemplate(c, v, o);
  console.log(m.text, m.subject, m.fellBack, fellBackTags(c, v, o));
  writeFileSync('/tmp/mail.html', m.html);
  console.log(m.html.length);
  for (const part of ['html', 'text', 'none'] as const) {
    const N = 20000;
    let b = 0;
    for (let i = 0; i < 2000; i++) renderTemplate(c, v, o);
    const t = performance.now();
    for (let i = 0; i < N; i++) {
      const x = renderTemplate(c, v, o);
      if (part === 'html') b += Buffer.byteLength(x.html);
      if (part === 'text') b += Buffer.byteLength(x.text);
    }
    console.log(part, 'us', ((performance.now() - t) / N) * 1000, b / N);
  }
}
