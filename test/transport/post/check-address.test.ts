import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/ground/config/config.ts';
import { exchangerRule, isPublicAddress, mayTakeMail } from '../../../src/transport/post/check-address.ts';

const refused = [
  '0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1',
  '172.31.255.255', '192.0.0.1', '192.0.0.170', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255',
  '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
  '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1',
  '64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '100:0:0:1::1', '2001::1', '2001:2::1',
  '2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:a9fe:a9fe::1', '3fff::1', '5f00::1', 'fc00::1', 'fd12::1',
  'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', '2600::1%eth0',
  '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '', 'localhost', '1.2.3', '08.8.8.8', '0x8.8.8.8',
]; // biome-ignore format: a table of addresses

describe('isPublicAddress', () => {
  it.each(refused)('refuses %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    'takes %s',
    (ip) => {
      expect(isPublicAddress(ip)).toBe(true);
    },
  );
});

describe('mayTakeMail', () => {
  it.each(['127.0.0.1', '127.9.9.9', '0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1',
    'ff02::1', '::ffff:127.0.0.1', 'localhost', ''])('refuses %s', (ip) => {
    expect(mayTakeMail(ip)).toBe(false);
  }); // biome-ignore format: a table of addresses

  it.each(['93.184.216.34', '2606:4700:4700::1111', '10.0.0.25', '192.168.1.25', 'fd12::25'])('takes %s', (ip) => {
    expect(mayTakeMail(ip)).toBe(true);
  });
});

describe('exchangerRule', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tidings.test',
    TRANSPORT: 'mx',
    DATABASE_URL: 'postgres://localhost/tidings',
    SECRET_KEY: 'a key of thirty-two characters at least',
    OPERATOR_TOKEN: 'a token of sixteen at least',
    SPF_VALUE: 'include:example.com',
  };

  it.each([
    ['production', production, ['1.1.1.1']],
    ['production with MX_PRIVATE_ADDRESSES=on', { ...production, MX_PRIVATE_ADDRESSES: 'on' }, ['1.1.1.1', '10.0.0.1']],
    ['development', {}, ['1.1.1.1', '10.0.0.1', '127.0.0.1']],
    ['development with MX_PRIVATE_ADDRESSES=off', { MX_PRIVATE_ADDRESSES: 'off' }, ['1.1.1.1']],
  ])('in %s', (_where, env, allowed) => {
    expect(['1.1.1.1', '10.0.0.1', '127.0.0.1'].filter(exchangerRule(readConfig(env)))).toEqual(allowed);
  });
});
