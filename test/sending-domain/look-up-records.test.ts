import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { readConfig } from '../../src/ground/config/config.ts';
import { wantedRecord } from '../../src/sending-domain/dns-records.ts';
import { lookUpRecords } from '../../src/sending-domain/look-up-records.ts';
import { createDnsLookup } from '../../src/transport/dns-lookup.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';

const domain = {
  domain: 'mail.acme.example',
  dkimSelector: 'td1',
  dkimPublicKey: 'A'.repeat(392),
  takesReplies: null,
};

let names: NameServer;
let app: Pick<App, 'config' | 'dns'>;

beforeAll(async () => {
  names = await startNameServer();
  names.refuseStrangers();
  const config = readConfig({ DNS_SERVERS: names.address, SPF_VALUE: 'include:spf.tidings.example' });
  app = { config, dns: createDnsLookup(config.dnsServers) };
});
afterAll(() => names.stop());

const found = async () => {
  const findings = await lookUpRecords(app, domain);
  return Object.fromEntries([...findings].map(([purpose, { status }]) => [purpose, status]));
};

test('a name server that refuses every name of the domain tells nothing', async () => {
  expect(await found()).toEqual({});
});

test('one that answers for some names has nothing under those it refuses', async () => {
  const { name, value } = wantedRecord(app.config, domain, 'dkim');
  names.txt(name, value);
  expect(await found()).toEqual({ dkim: 'verified', return_path: 'missing', spf: 'missing', dmarc: 'missing' });
});

test('a refused name of its own does not hide the policy of the organisational domain', async () => {
  names.txt('_dmarc.acme.example', 'v=DMARC1; p=none');
  expect(await found()).toMatchObject({ dmarc: 'verified' });
});

test('a name server that is not there tells nothing', async () => {
  const dns = createDnsLookup(['127.0.0.1:1']);
  expect(await lookUpRecords({ ...app, dns }, domain)).toEqual(new Map());
});
