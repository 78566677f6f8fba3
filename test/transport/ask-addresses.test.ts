/** A name server that answers one of the two questions about addresses costs a moment, whoever asks. */
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchangers } from '../../src/transport/mx/exchangers.ts';
import { systemResolver } from '../../src/transport/post/check-address.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';

/** One try of one question takes two seconds; milliseconds. */
const moment = 1_500;

let names: NameServer;
beforeAll(async () => {
  names = await startNameServer();
  names.a('four.test', '192.0.2.4');
  names.silence('AAAA', 'four.test');
  names.aaaa('six.test', '2001:db8::6');
  names.silence('A', 'six.test');
  names.a('both.test', '192.0.2.4', '192.0.2.5');
  names.aaaa('both.test', '2001:db8::6');
  names.a('none.test');
});
afterAll(() => names.stop());

const servers = () => [names.address];

describe('a host of webhooks', () => {
  test.each([
    ['four.test', ['192.0.2.4']],
    ['six.test', ['2001:db8::6']],
  ])('%s is found in a moment', async (host, addresses) => {
    const started = performance.now();
    expect(await systemResolver(servers()).resolve(host)).toEqual(addresses);
    expect(performance.now() - started).toBeLessThan(moment);
  });

  test('has the addresses of both kinds where both are told', async () => {
    expect(await systemResolver(servers()).resolve('both.test')).toEqual(['192.0.2.4', '192.0.2.5', '2001:db8::6']);
  });

  test('without an address is none, and so is an unknown one', async () => {
    await expect(systemResolver(servers()).resolve('none.test')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(systemResolver(servers()).resolve('unknown.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

test.each(['four.test', 'six.test'])('the exchanger %s is found in a moment, named or not', async (host) => {
  const dns = new Resolver();
  dns.setServers(servers());
  const exchangers = createExchangers(dns, () => true);
  const started = performance.now();
  expect(await exchangers.addressesOf(host)).toHaveLength(1);
  expect(await exchangers.hostsOf(host)).toEqual({ kind: 'hosts', hosts: [host], all: true });
  expect(performance.now() - started).toBeLessThan(2 * moment);
});
