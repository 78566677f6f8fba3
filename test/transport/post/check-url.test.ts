import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import type { Resolver } from '../../../src/transport/post/check-address.ts';
import { checkEndpointUrl } from '../../../src/transport/post/check-url.ts';

const zone: Readonly<Record<string, readonly string[]>> = {
  'hooks.example.com': ['93.184.216.34', '2606:4700::1'],
  'mixed.example.com': ['93.184.216.34', '10.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'empty.example.com': [],
  'xn--bcher-kva.example': ['93.184.216.34'],
  'hooks.test': ['93.184.216.34'],
};

const resolver: Resolver = {
  async resolve(host) {
    const addresses = zone[host];
    if (!addresses) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return addresses;
  },
};

async function judge(url: string, devHosts: readonly string[] = []): Promise<string | null> {
  try {
    await checkEndpointUrl(url, { resolver, devHosts });
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(Object.keys(error.details.errors ?? {})).toEqual(['url']);
    return error.code;
  }
}

describe('checkEndpointUrl', () => {
  it.each([
    'https://hooks.example.com/a?b=c',
    'https://hooks.example.com:443/',
    'https://HOOKS.example.com./',
    'https://hooks。example．com/',
    'https://bücher.example/',
  ])('takes %s', async (url) => {
    expect(await judge(url)).toBeNull();
  });

  it.each([
    ['', 'url_invalid'],
    ['hooks.example.com', 'url_invalid'],
    ['/path', 'url_invalid'],
    ['https:hooks.example.com', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['https:///path', 'url_invalid'],
    ['mailto:a@example.com', 'url_invalid'],
    ['https:\\\\hooks.example.com', 'url_invalid'],
    ['https://hooks.example.com\\@10.0.0.1/', 'url_invalid'],
    [' https://hooks.example.com/', 'url_invalid'],
    ['https://hooks.exa\tmple.com/', 'url_invalid'],
    ['https://[fe80::1%25eth0]/', 'url_invalid'],
    ['https://256.1.1.1/', 'url_invalid'],
    [`https://hooks.example.com/${'a'.repeat(2_048)}`, 'url_too_long'],
    [`http://hooks.example.com/${'a'.repeat(2_048)}`, 'url_too_long'],
    ['http://hooks.example.com/', 'url_not_https'],
    ['http://127.0.0.1:8080/', 'url_not_https'],
    ['ftp://hooks.example.com/', 'url_not_https'],
    ['https://hooks.example.com:8443/', 'url_port_refused'],
    ['https://user@10.0.0.1:8443/', 'url_port_refused'],
    ['https://user:secret@hooks.example.com/', 'url_credentials_refused'],
    ['https://user@hooks.example.com/', 'url_credentials_refused'],
    ['https://@hooks.example.com/', 'url_credentials_refused'],
    ['https://hooks.example.com%2F@127.0.0.1/', 'url_credentials_refused'],
    ['https://127.0.0.1/', 'url_host_refused'],
    ['https://93.184.216.34/', 'url_host_refused'],
    ['https://2130706433/', 'url_host_refused'],
    ['https://0x7f000001/', 'url_host_refused'],
    ['https://0177.0.0.1/', 'url_host_refused'],
    ['https://127.1/', 'url_host_refused'],
    ['https://127.0.0.1./', 'url_host_refused'],
    ['https://127。0。0。1/', 'url_host_refused'],
    ['https://１２７.0.0.1/', 'url_host_refused'],
    ['https://%31%32%37.0.0.1/', 'url_host_refused'],
    ['https://[::1]/', 'url_host_refused'],
    ['https://[::ffff:127.0.0.1]/', 'url_host_refused'],
    ['https://[64:ff9b::7f00:1]/', 'url_host_refused'],
    ['https://localhost/', 'url_host_refused'],
    ['https://LOCALHOST./', 'url_host_refused'],
    ['https://a.localhost/', 'url_host_refused'],
    ['https://intranet/', 'url_host_refused'],
    ['https://intranet./', 'url_host_refused'],
    ['https://nowhere.example.com/', 'url_unresolvable'],
    ['https://empty.example.com/', 'url_unresolvable'],
    ['https://mixed.example.com/', 'url_address_refused'],
    ['https://metadata.example.com/', 'url_address_refused'],
  ])('refuses %s with %s', async (url, code) => {
    expect(await judge(url)).toBe(code);
  });

  it('lets a development host have any port and address, but only over https and by its exact name', async () => {
    const dev = ['hooks.test'];
    expect(await judge('https://hooks.test:9443/x', dev)).toBeNull();
    expect(await judge('https://HOOKS.test/', dev)).toBeNull();
    expect(await judge('http://hooks.test:9443/x', dev)).toBe('url_not_https');
    expect(await judge('https://u:p@hooks.test:9443/x', dev)).toBe('url_credentials_refused');
    expect(await judge('https://sub.hooks.test:9443/x', dev)).toBe('url_port_refused');
    expect(await judge('https://hooks.test:9443/x')).toBe('url_port_refused');
  });
});
