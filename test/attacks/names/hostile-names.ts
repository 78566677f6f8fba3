/** Names of every kind, as long and as strange as they may be sent. */
import type { Attack, World } from '../harness/attack.ts';
import type { Answer } from '../harness/reply.ts';

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));
const filled = (unit: string, size: number) => unit.repeat(Math.floor(size / unit.length));

/** Text that libraries stumble over: combining marks, joined emoji, other directions, ligatures that grow, Hangul. */
const strange = [
  'e\u0301',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u202eabc\u202c',
  '\ufdfa',
  '\u1100\u1161\u11a8',
  '\u0130',
  '\u00df',
  '\u{1d173}',
  '\u0344',
  'a\u0315\u0300\u05ae\u0062',
];
const strangeText = (n: number, size: number) => filled(strange[n % strange.length] ?? 'x', size);

type Call = readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET', path: string, body?: unknown];

async function calls(world: World, given: readonly Call[]): Promise<readonly Answer[]> {
  const { rest } = await world.platform();
  return Promise.all(given.map(([method, path, body]) => rest(method, path, body)));
}

function named(name: string, made: () => readonly Call[], more: Partial<Attack> = {}): Attack {
  return { name, patience: 30_000, ...more, run: (world) => calls(world, made()) };
}

const contact = '/workspaces/ref:shop/contacts/ref:a';

export const attacks: readonly Attack[] = [
  named('workspaces with names of 1 MB', () =>
    many(20, (n) => ['POST', '/workspaces', { name: strangeText(n, 1_000_000), reference: `w${n}` }]),
  ),
  named('200 time zones that are none', () =>
    many(200, (n) => {
      const zones = [
        'Europe/'.repeat(9),
        '../../etc/passwd',
        'A'.repeat(64),
        `UTC+${n}`,
        'Etc/GMT+99',
        '\u0000',
        `${n}/${n}`,
        'europe/berlin',
        '+99:99',
        'a'.repeat(1_000_000),
      ];
      return ['POST', '/workspaces', { name: 'W', reference: `z${n}`, timezone: zones[n % zones.length] }];
    }),
  ),
  named('200 locales that are none', () =>
    many(200, (n) => {
      const locales = [
        'a-'.repeat(8),
        'x-'.repeat(500_000),
        `de-x-${n}`,
        'i-klingon',
        `en-u-co-${'phonebk-'.repeat(10)}`,
        `en-${n}`,
        'zh-Hant-TW-x-a',
        '-',
        'en--us',
        'en_US_POSIX',
      ];
      return ['POST', '/workspaces', { name: 'W', reference: `l${n}`, locale: locales[n % locales.length] }];
    }),
  ),
  named('50 tag names of 10 kB of combining marks', () =>
    many(20, (n) => [
      'PUT',
      contact,
      { email: 'a@example.com', tags: many(50, (tag) => `${tag}${strangeText(n, 10_000)}`) },
    ]),
  ),
  named('2,000 new tags of long Unicode', () =>
    many(40, (n) => [
      'PUT',
      `${contact}${n}`,
      { email: `a${n}@example.com`, tags: many(50, (tag) => `${n} ${tag} ${strangeText(tag, 50)}`) },
    ]),
  ),
  named('tags that all want the same key', () =>
    many(20, (n) => [
      'PUT',
      `${contact}${n}`,
      { email: `a${n}@example.com`, tags: many(50, (tag) => `${'!'.repeat((n % 10) + 1)}${'?'.repeat(tag + 1)}`) },
    ]),
  ),
  named('tag filters and keys of 15 kB', () =>
    many(20, (n) => [
      'DELETE',
      `/workspaces/ref:shop/contacts/ref:a/tags/${encodeURIComponent(strangeText(n, 1_000))}`,
    ]),
  ),
  named('addresses made to backtrack', () =>
    many(200, (n) => {
      const long = 100_000;
      const addresses = [
        `${filled('a.', long)}@example.com`,
        `a@${filled('a.', long)}com`,
        `"${filled('\\"', long)}"@example.com`,
        `${filled('a@', long)}`,
        `a@${filled('xn--', long)}`,
        `${'.'.repeat(long)}@a.b`,
        `a@[${filled('1.', long)}]`,
        `a@${filled('\u00fc.', 240)}`,
        `${filled('\u200b', 60)}@example.com`,
        `.a.@example.com`,
      ];
      return ['PUT', `${contact}${n}`, { email: addresses[n % addresses.length] }];
    }),
  ),
  named('addresses of 254 characters and many labels', () =>
    many(100, (n) => ['PUT', `${contact}${n}`, { email: `${n}${'a'.repeat(58)}@${'\u00e4.'.repeat(90)}de` }]),
  ),
  named('attributes named after the language', () =>
    ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'].flatMap((key): readonly Call[] => [
      ['POST', '/attribute-definitions', { key, name: key, type: 'string' }],
      ['PUT', contact, `{"email":"a@example.com","attributes":{"${key}":{"${key}":1}}}`],
      ['PUT', `/event-types/${key}`, { fields: [{ name: key, type: 'string' }] }],
    ]),
  ),
  named('20,000 attributes without definition', () => [
    ['PUT', contact, { email: 'a@example.com', attributes: Object.fromEntries(many(20_000, (n) => [`k${n}`, n])) }],
  ]),
  named('attribute definitions by the hundred', () =>
    many(300, (n) => ['POST', '/attribute-definitions', { key: `k${n}`, name: strangeText(n, 120), type: 'string' }]),
  ),
  named('event types with fields of the longest names', () =>
    many(20, (n) => [
      'PUT',
      `/event-types/t${n}`,
      {
        fields: many(100, (field) => ({
          name: `f${field}${'x'.repeat(60)}`,
          type: 'string',
          fallback: filled('<', 15_000),
        })),
      },
    ]),
  ),
  named('sending domains of strange labels', () =>
    many(40, (n) => {
      const domains = [
        `${'a.'.repeat(125)}test`,
        `${'a'.repeat(63)}.test`,
        `xn--${'a'.repeat(59)}.test`,
        `${'\u00fc'.repeat(50)}.test`,
        '.test',
        'a..test',
        `${'-'.repeat(60)}.test`,
        `${filled('\u0130', 60)}.test`,
        '127.0.0.1',
        `${filled('a.', 1_000_000)}test`,
      ];
      return ['PUT', '/sending-domain', { domain: domains[n % domains.length] }];
    }),
  ),
  named('endpoint URLs made to be hard to read', () =>
    many(40, (n) => {
      const urls = [
        `https://${'a.'.repeat(1_000)}test/`,
        `https://${'%61'.repeat(600)}.test/`,
        `https://a.test/${'../'.repeat(600)}`,
        `https://a.test/?${'&'.repeat(2_000)}`,
        `https://${'@'.repeat(2_000)}`,
        `https://[${':'.repeat(500)}]/`,
        'https://0x7f.1/',
        'https://2130706433/',
        'https://\u2460\u2461.test/',
        `https://a.test/${'x'.repeat(1_500_000)}`,
      ];
      return ['POST', '/webhook-endpoints', { url: urls[n % urls.length], types: ['message.delivered'] }];
    }),
  ),
  named('50,000 webhook types', () => [
    ['POST', '/webhook-endpoints', { url: 'https://hooks.test:1/', types: many(50_000, (n) => `type.${n}`) }],
  ]),
  named('idempotency keys of 255 characters, equal but for the last', () =>
    many(100, (n) => [
      'POST',
      '/workspaces/ref:shop/events',
      {
        type: 'order.shipped',
        idempotency_key: `${'k'.repeat(250)}${n}`,
        recipient: { email: `i${n}@example.com` },
        payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      },
    ]),
  ),
  named('times that are none', () =>
    many(50, (n) => {
      const times = [
        '9'.repeat(100_000),
        `2026-01-01T00:00:00.${'9'.repeat(100_000)}Z`,
        '2026-13-45T99:99:99Z',
        '+275760-09-13T00:00:00.001Z',
        '0000-00-00T00:00:00Z',
        `2026-01-01T00:00:00+${'9'.repeat(1_000)}`,
      ];
      return [
        'PUT',
        `${contact}${n}`,
        { email: `t${n}@example.com`, marketing: { state: 'subscribed', at: times[n % times.length] } },
      ];
    }),
  ),
  named('values of 100 kB in every field of a mail', () => {
    const payload = {
      order_number: strangeText(1, 100_000),
      customer_name: strangeText(2, 100_000),
      tracking_url: `https://example.com/${'a'.repeat(2_000)}`,
      address: strangeText(0, 100_000),
    };
    return many(20, (n) => [
      'POST',
      '/workspaces/ref:shop/events',
      { type: 'order.shipped', idempotency_key: `s${n}`, recipient: { email: `v${n}@example.com` }, payload },
    ]);
  }),
];
