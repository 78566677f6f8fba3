/** What receiving servers look up about us, on a name server that says what it is told to. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/ground/config/config.ts';
import { checkSenderIdentity } from '../../src/transport/check-sender-identity.ts';
import { createTransport } from '../../src/transport/create-transport.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const closers: (() => unknown)[] = [];
let names: NameServer;

beforeEach(async () => {
  names = await startNameServer();
  closers.push(names.stop);
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const name = 'out1.example.com';
const config = (env: Readonly<Record<string, string>> = {}) =>
  readConfig({
    TRANSPORT: 'mx',
    SPF_VALUE: 'ip4:127.0.0.2',
    EHLO_NAME: name,
    SOURCE_ADDRESS: '127.0.0.2',
    DNS_SERVERS: names.address,
    ...env,
  });

test('a name and an address that confirm each other are nothing to warn of', async () => {
  names.a(name, '127.0.0.2');
  names.ptr('127.0.0.2', 'Out1.Example.com');
  expect(await checkSenderIdentity(config())).toEqual([]);
  expect(await checkSenderIdentity(config({ SOURCE_ADDRESS: '' }))).toEqual([]);
});

test.each([
  ['a name without an address', () => undefined, /^EHLO_NAME: out1\.example\.com has no address in DNS/],
  [
    'a name that leads elsewhere',
    () => {
      names.a(name, '127.0.0.9');
      names.ptr('127.0.0.2', name);
    },
    /^EHLO_NAME: out1\.example\.com does not lead to SOURCE_ADDRESS 127\.0\.0\.2, but to 127\.0\.0\.9/,
  ],
  ['an address without a name', () => names.a(name, '127.0.0.2'), /^127\.0\.0\.2 has no name in DNS \(PTR\)/],
  [
    'an address with another name',
    () => {
      names.a(name, '127.0.0.2');
      names.ptr('127.0.0.2', 'host-2.provider.example');
    },
    /^The name of 127\.0\.0\.2 in DNS \(PTR\) is host-2\.provider\.example, not out1\.example\.com/,
  ],
])('%s is warned of in words', async (_what, publish, words) => {
  publish();
  expect(await checkSenderIdentity(config())).toEqual([expect.stringMatching(words)]);
});

test('without SOURCE_ADDRESS the addresses of the name itself are looked up', async () => {
  names.a(name, '127.0.0.2', '127.0.0.3');
  names.ptr('127.0.0.2', name);
  expect(await checkSenderIdentity(config({ SOURCE_ADDRESS: '' }))).toEqual([
    expect.stringMatching(/^127\.0\.0\.3 has no name/),
  ]);
});

test('an address that the machine does not have is warned of with a relay too', async () => {
  const relay = { TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9', SOURCE_ADDRESS: '192.0.2.77' };
  expect(await checkSenderIdentity(config(relay))).toEqual([
    expect.stringMatching(/^SOURCE_ADDRESS: this machine has no address 192\.0\.2\.77/),
  ]);
});

test('a failing name server says nothing', async () => {
  names.fail(name);
  expect(await checkSenderIdentity(config())).toEqual([]);
});

test('mail leaves from the address, under the name, and to no address that it cannot reach', async () => {
  const clients: string[] = [];
  const host = await startSmtpSink({
    onMailFrom: (_address, session, done) => {
      clients.push(`${session.remoteAddress} ${session.hostNameAppearsAs}`);
      done();
    },
  });
  closers.push(host.stop);
  const sockets = new Set<Socket>();
  const sixth = createServer((socket) => void sockets.add(socket));
  await once(sixth.listen(host.port, '::1'), 'listening');
  closers.push(() => new Promise((done) => sixth.close(done)));
  expect((sixth.address() as AddressInfo).port).toBe(host.port);
  names.mx('example.net', [10, 'six.example.net'], [20, 'four.example.net']);
  names.aaaa('six.example.net', '::1');
  names.a('four.example.net', '127.0.0.1');
  const out = createTransport(config({ MX_PORT: String(host.port) }), null);
  closers.push(out.close);
  const result = await out.deliver({
    party: 'a workspace',
    envelope: { from: 'b+01ABC.mac@bounces.example.com', to: 'ada@example.net' },
    pieces: [Buffer.from('From: a@example.com\r\nSubject: x\r\n\r\nHello\r\n')],
  });
  expect(result).toMatchObject({ outcome: 'delivered', exchanger: 'four.example.net' });
  expect(clients).toEqual([`127.0.0.2 ${name}`]);
  expect(sockets.size).toBe(0);
});
