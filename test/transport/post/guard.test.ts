/** The guard against whole ranges and every spelling: an implementation of another hand, Node's BlockList, agrees. */
import { BlockList, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isPublicAddress } from '../../../src/transport/post/check-address.ts';
import { judgeUrl } from '../../../src/transport/post/check-url.ts';

/** IANA's special-purpose registries: what is not globally reachable, and the forms that carry an IPv4 address. */
const notGlobal = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32',
  '::/128', '::1/128', '::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64',
  '2001::/32', '2001:2::/48', '2001:10::/28', '2001:20::/28', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16',
  'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8',
]; // biome-ignore format: a table of ranges

/** A list for each family: BlockList takes every IPv4 address for an IPv4-mapped one, too. */
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of notGlobal) {
  const [address = '', bits = ''] = range.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  blocked[family].addSubnet(address, Number(bits), family);
}

const v4 = fc.ipV4();
const v6 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) =>
  value
    .toString(16)
    .padStart(32, '0')
    .replace(/(.{4})(?=.)/g, '$1:'),
);
/** An address within a range, or right beside it, where mistakes are made. */
const nearRange = fc
  .record({ range: fc.constantFrom(...notGlobal), by: fc.integer({ min: -3, max: 3 }) })
  .map(({ range, by }) => {
    const [address = '', bits = ''] = range.split('/');
    return isIPv6(address) ? null : besideV4(address, Number(bits), by);
  });

function besideV4(address: string, bits: number, by: number): string {
  const first = address.split('.').reduce((value, part) => value * 256 + Number(part), 0);
  const edge = by < 0 ? first + by : first + 2 ** (32 - bits) - 1 + by;
  const value = Math.min(2 ** 32 - 1, Math.max(0, edge));
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

describe('addresses', () => {
  it('of IPv4 are taken exactly when no registry says that they are not global', () => {
    const agree = (ip: string) => {
      expect(isPublicAddress(ip), ip).toBe(!blocked.ipv4.check(ip, 'ipv4') && !known.has(ip));
    };
    // Anycast and transition addresses that are global but serve no web: refused all the same.
    const known = { has: (ip: string) => /^(?:192\.31\.196|192\.52\.193|192\.175\.48)\./.test(ip) };
    fc.assert(fc.property(v4, agree), { numRuns: 5_000 });
    fc.assert(
      fc.property(nearRange, (ip) => (ip === null ? undefined : agree(ip))),
      { numRuns: 2_000 },
    );
  });

  it('of IPv6 are never taken when a registry says that they are not global', () => {
    const refused = (ip: string) => {
      if (isPublicAddress(ip)) expect(blocked.ipv6.check(ip, 'ipv6'), ip).toBe(false);
    };
    fc.assert(fc.property(v6, refused), { numRuns: 5_000 });
    for (const range of notGlobal.filter((text) => text.includes(':'))) {
      const [first = '', bits = ''] = range.split('/');
      expect(isPublicAddress(first), range).toBe(false);
      const inside = fc.bigInt({ min: 0n, max: 2n ** BigInt(128 - Number(bits)) - 1n });
      fc.assert(
        fc.property(inside, (offset) => {
          expect(isPublicAddress(offsetV6(first, offset)), range).toBe(false);
        }),
        { numRuns: 100 },
      );
    }
  });
});

function offsetV6(first: string, offset: bigint): string {
  const [head = '', tail = ''] = first.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const left = groups(head);
  const right = groups(tail);
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  const base = all.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
  return (base + offset)
    .toString(16)
    .padStart(32, '0')
    .replace(/(.{4})(?=.)/g, '$1:');
}

describe('spellings of a host', () => {
  /** Ways to write an IPv4 address that some parser or other understands. */
  const spellings: readonly ((parts: readonly [number, number, number, number]) => string)[] = [
    ([a, b, c, d]) => `${a}.${b}.${c}.${d}`,
    ([a, b, c, d]) => `${a}.${b}.${c}.${d}.`,
    ([a, b, c, d]) => String(((a * 256 + b) * 256 + c) * 256 + d),
    ([a, b, c, d]) => `0x${(((a * 256 + b) * 256 + c) * 256 + d).toString(16)}`,
    ([a, b, c, d]) => `0${(((a * 256 + b) * 256 + c) * 256 + d).toString(8)}`,
    ([a, b, c, d]) => [a, b, c, d].map((part) => `0x${part.toString(16)}`).join('.'),
    ([a, b, c, d]) => [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    ([a, b, c, d]) => [a, b, c, d].map((part) => `000${part.toString(8)}`).join('.'),
    ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
    ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
    ([a, b, c, d]) => `${a}.0x${b.toString(16)}.${c}.0${d.toString(8)}`,
    ([a, b, c, d]) => `${a}。${b}．${c}｡${d}`,
    (parts) => parts.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    (parts) => parts.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0x1d7d8 + Number(digit))),
    (parts) => parts.join('.').replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (parts) => `[::ffff:${parts.join('.')}]`,
    (parts) => `[::${parts.join('.')}]`,
    (parts) => `[64:ff9b::${parts.join('.')}]`,
    ([a, b, c, d]) => `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::]`,
    ([a, b, c, d]) => `[0:0:0:0:0:ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
  ];
  const octet = fc.nat(255);

  test.each(spellings.map((spell) => [spell([127, 0, 0, 1]), spell] as const))('%s is an address', (_text, spell) => {
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (parts) => {
        const verdict = judgeUrl(`https://${spell(parts)}/`, []);
        expect(['url_host_refused', 'url_invalid']).toContain(verdict);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['https://[fe80::1%25eth0]/', 'url_invalid'],
    ['https://[fe80::1%eth0]/', 'url_invalid'],
    ['https://[::1%25lo].example.com/', 'url_invalid'],
    ['https://localhost。/', 'url_host_refused'],
    ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'url_host_refused'],
    ['https://LocalHost./', 'url_host_refused'],
    ['https://a.b.LOCALHOST/', 'url_host_refused'],
    ['https://hooks.example.com@127.0.0.1/', 'url_credentials_refused'],
    ['https://hooks.example.com%40127.0.0.1/', 'url_invalid'],
    ['https://127.0.0.1%2f@hooks.example.com/', 'url_credentials_refused'],
    ['https://127.0.0.1#@hooks.example.com/', 'url_host_refused'],
    ['https://127.0.0.1?@hooks.example.com/', 'url_host_refused'],
    ['https://hooks.example.com\\.127.0.0.1/', 'url_invalid'],
    ['https://:@hooks.example.com/', 'url_credentials_refused'],
    ['https://hooks.example.com:443@127.0.0.1/', 'url_credentials_refused'],
    ['https://hooks.example.com:0443/', null],
    ['https://hooks.example.com:/', null],
    ['https://hooks.example.com./', null],
    ['https://hooks。example．com/', null],
    ['HTTPS://hooks.example.com/', null],
    ['https://hooks.example.com:80/', 'url_port_refused'],
    ['https://hooks.example.com:65536/', 'url_invalid'],
    ['https://exa mple.com/', 'url_invalid'],
    ['https://exam\u00adple.com/', null],
    ['https://0/', 'url_host_refused'],
    ['https://0.0.0.0/', 'url_host_refused'],
    ['https://1.1.1.1/', 'url_host_refused'],
    ['https://[2606:4700::1111]/', 'url_host_refused'],
  ])('%s is judged %s', (url, wanted) => {
    const verdict = judgeUrl(url, []);
    expect(typeof verdict === 'string' ? verdict : null).toBe(wanted);
  });

  it('is the one that the client connects to: whatever the URL says, host and port are the parser’s', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }), (url) => {
        const verdict = judgeUrl(url, []);
        if (typeof verdict === 'string') return;
        expect(verdict.host).toBe(new URL(url).hostname.replace(/\.$/, ''));
        expect(verdict.port).toBe(443);
      }),
    );
  });
});
