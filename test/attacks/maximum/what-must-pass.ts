/** No attack, but the most that one caller may send: it is accepted, and harms nobody either. */
import type { Attack } from '../harness/attack.ts';
import type { Answer, Reply } from '../harness/reply.ts';

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

/** Only what was accepted and delivered is right. */
function passed(replies: readonly (Reply | Answer)[]): readonly Reply[] {
  return replies.map((reply) => {
    const right = reply.clear && /^(?:20[012]|mail delivered)$/.test(reply.label);
    const reason = !right && 'body' in reply ? ` ${JSON.stringify(reply.body?.errors ?? null).slice(0, 100)}` : '';
    return { label: `${reply.label}${reason}`, clear: right };
  });
}

/** For the mail; milliseconds. */
const mailWithin = 15_000;
const languages = many(26, (n) => String.fromCharCode(97 + n)).flatMap((first) =>
  ['a', 'e', 'n', 's'].map((second) => first + second),
);

export const attacks: readonly Attack[] = [
  {
    name: '10 files of 10,000,000 bytes in all',
    patience: 60_000,
    async run(world) {
      const { emit, outcome } = await world.platform();
      const head = Buffer.from('%PDF-1.7\n');
      const content = Buffer.concat([head, Buffer.alloc(1_000_000 - head.length, 0x61)]).toString('base64');
      const emitted = await emit({ attachments: many(10, (n) => ({ filename: `${n}.pdf`, content })) });
      return passed([emitted, await outcome(emitted, mailWithin)]);
    },
  },
  {
    name: 'a payload of 524,288 bytes with 5,000 objects',
    patience: 60_000,
    async run(world) {
      const { template, emit, outcome } = await world.platform();
      const saved = await template({
        type: 'large',
        fields: [
          { name: 'note', type: 'string' },
          {
            name: 'rows',
            type: 'list',
            fields: [
              { name: 'name', type: 'string' },
              { name: 'price', type: 'number' },
            ],
          },
        ],
        blocks: [
          {
            id: 'r',
            type: 'repeat',
            attrs: { each: 'event.rows', as: 'row' },
            children: [{ id: 't', type: 'text', attrs: { text: '{{ row.name }} {{ row.price }}' } }],
          },
        ],
      });
      const payload = { note: '', rows: many(5_000, (n) => ({ name: `Article ${n} ${'x'.repeat(60)}`, price: n })) };
      payload.note = 'n'.repeat(524_288 - Buffer.byteLength(JSON.stringify(payload)));
      const emitted = await emit({ type: 'large', payload });
      return passed([saved, emitted, await outcome(emitted, mailWithin)]);
    },
  },
  {
    name: '500 contacts with 50 tags and 100 attributes each',
    patience: 60_000,
    async run(world) {
      const { rest } = await world.platform();
      const keys = many(100, (n) => `key_${n}`);
      const defined = await Promise.all(
        keys.map((key) => rest('POST', '/attribute-definitions', { key, name: key, type: 'string' })),
      );
      const attributes = Object.fromEntries(keys.map((key) => [key, 'value']));
      const contacts = many(500, (n) => ({
        reference: `r${n}`,
        email: `r${n}@example.com`,
        attributes,
        tags: many(50, (tag) => `tag ${tag}`),
      }));
      const batch = await rest('POST', '/workspaces/ref:shop/contacts/batch', { contacts });
      const refused =
        batch.status === 200
          ? batch.body.data.filter(({ result }: { readonly result: string }) => result !== 'created').length
          : 0;
      return [
        ...passed([...defined, batch]),
        ...(refused === 0 ? [] : [{ label: `${refused} contacts refused`, clear: false }]),
      ];
    },
  },
  {
    name: 'a template of 500 blocks in 100 languages',
    patience: 60_000,
    async run(world) {
      const { template, emit, outcome, rest } = await world.platform();
      const translations = Object.fromEntries(
        languages
          .slice(0, 100)
          .map((language) => [
            language,
            Object.fromEntries(many(500, (n) => [`b${n}.text`, { text: `${language} ${n}` }])),
          ]),
      );
      const saved = await template({
        type: 'languages',
        fields: [],
        blocks: many(500, (n) => ({ id: `b${n}`, type: 'text', attrs: { text: `Text ${n}` } })),
        save: { translations },
      });
      const previews = await Promise.all(
        languages.slice(0, 10).map((locale) => rest('POST', '/event-types/languages/template/preview', { locale })),
      );
      const emitted = await emit({ type: 'languages', payload: {} });
      return passed([saved, ...previews, emitted, await outcome(emitted, mailWithin)]);
    },
  },
];
