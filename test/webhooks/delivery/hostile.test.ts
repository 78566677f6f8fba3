/** Receivers that mean harm: what the record says of each, and that the process stays as it was. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import type { Resolver } from '../../../src/transport/post/check-address.ts';
import type { EndpointTarget } from '../../../src/transport/post/check-url.ts';
import { createPinnedConnector } from '../../../src/transport/post/pinned-connector.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { type Authority, createAuthority } from '../../transport/support/make-certificates.ts';
import { type Ground, longTimeoutMs, openGround, patience } from '../ground.ts';

/** Of an attempt at a receiver that is to time out; the service's own is ten seconds. */
const shortTimeoutMs = 700;
/** What 56 attempts may add to the memory of a process that has met them before; each is sent far more than that. */
const growthMax = 48_000_000;

const zone = new Map<string, readonly string[]>();
let patient: Ground;
let impatient: Ground;
/** The one of the two that the test uses. */
let ground: Ground;
let ctx: Ctx;
let endpoint: string;
let stranger: Authority;
const closers: (() => void)[] = [];

beforeAll(async () => {
  const resolver: Resolver = {
    async resolve(host) {
      const found = zone.get(host);
      if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return found;
    },
  };
  patient = await openGround({ resolver });
  impatient = await openGround({ timeoutMs: shortTimeoutMs, resolver });
  stranger = await createAuthority();
});
afterAll(async () => {
  for (const close of closers) close();
  await Promise.all([patient, impatient].map((each) => each.close()));
});
beforeEach(() => use(patient));

/** A new platform there, so that no breaker spares a receiver. */
async function use(chosen: Ground): Promise<void> {
  ground = chosen;
  ctx = await ground.platform();
  endpoint = await ground.endpoint(ctx, 'https://hooks.test/');
}

type Behaviour = (socket: TLSSocket) => void;

/** Takes TLS and a request, then lets `behave` do as it likes with the bare connection. */
async function hostile(behave: Behaviour, options: ServerOptions = {}): Promise<string> {
  const { certFile, keyFile } = ground.certificate;
  const own = { cert: await readFile(certFile), key: await readFile(keyFile) };
  const server = createServer({ ...own, ...options }, (request) => {
    request.resume();
    const { socket } = request;
    if (socket instanceof TLSSocket) behave(socket);
  }).listen(0, '127.0.0.1');
  server.on('secureConnection', (socket) => void socket.on('error', () => undefined));
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://hooks.test:${(server.address() as AddressInfo).port}/`;
}

/** Writes `bytes` for as long as the other side reads. */
function endless(bytes: string | Buffer, head = ''): Behaviour {
  return (socket) => {
    if (head !== '') socket.write(head);
    const more = () => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.on('drain', more);
    more();
  };
}

const drip =
  (bytes: string, head: string): Behaviour =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(bytes), 20);
    socket.once('close', () => clearInterval(timer));
  };

const answer =
  (head: string): Behaviour =>
  (socket) =>
    void socket.write(`${head}\r\n\r\n`);

/** What the record says after one attempt at `url`. */
async function recorded(url: string, count = 1) {
  await updateEndpoint(ctx, endpoint, { url });
  const ids = await ground.cause(ctx, count);
  await ground.run();
  const { state, lastStatus, lastError } = await ground.webhook(ctx, ids.at(-1) ?? '');
  return { state, lastStatus, lastError };
}

const failed = (lastError: string, lastStatus: number | null = null) => ({ state: 'pending', lastStatus, lastError });

const receivers: readonly (readonly [string, () => Promise<string>, ReturnType<typeof failed>])[] = [
  ['headers without end', () => hostile(endless(`X: ${'a'.repeat(1_000)}\r\n`, 'HTTP/1.1 200 OK\r\n')), failed('connection')],
  ['one header without end', () => hostile(endless('a'.repeat(1_000), 'HTTP/1.1 200 OK\r\nX: ')), failed('connection')],
  ['a head that drips byte by byte', () => hostile(drip('a', 'HTTP/1.1 200 OK\r\nX: ')), failed('timeout')],
  ['interim answers without end', () => hostile(drip('HTTP/1.1 103 Early Hints\r\n\r\n', '')), failed('connection')],
  ['a body without end', () => hostile(endless(Buffer.alloc(65_536), 'HTTP/1.1 500 No\r\n\r\n')), failed('status', 500)],
  ['a body that drips', () => hostile(drip('a', 'HTTP/1.1 500 No\r\nContent-Length: 9999\r\n\r\n')), failed('status', 500)],
  ['a body that packs a bomb', () => hostile(endless(Buffer.alloc(65_536), 'HTTP/1.1 404 No\r\nContent-Encoding: gzip\r\n\r\n')), failed('status', 404)],
  ['a redirect to the metadata address', () => hostile(answer('HTTP/1.1 307 Go\r\nLocation: http://169.254.169.254/latest/meta-data/\r\nContent-Length: 0')), failed('redirect', 307)],
  ['what is no HTTP', () => hostile(answer('SSH-2.0-OpenSSH_9.2')), failed('connection')],
  ['an answer in another protocol', () => hostile(answer('HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: Upgrade')), failed('connection')],
  ['a reset', () => hostile((socket) => void socket.destroy()), failed('connection')],
  ['silence', () => hostile(() => undefined), failed('timeout')],
  ['a certificate for another name', async () => hostile(answer('HTTP/1.1 204 OK'), await stranger.issue('other.test')), failed('tls')],
  ['a certificate that has expired', async () => hostile(answer('HTTP/1.1 204 OK'), await stranger.issue('hooks.test', -1)), failed('tls')],
  ['a certificate of an unknown authority', async () => hostile(answer('HTTP/1.1 204 OK'), await stranger.issue('hooks.test')), failed('tls')],
  ['TLS 1.0', () => hostile(answer('HTTP/1.1 204 OK'), { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }), failed('tls')],
  ['a handshake that never ends', silentPort, failed('timeout')],
]; // biome-ignore format: a table of receivers

async function silentPort(): Promise<string> {
  const server = createTcpServer((socket) => void socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => void server.close());
  return `https://hooks.test:${(server.address() as AddressInfo).port}/`;
}

describe('the record names what was wrong', () => {
  test.each(receivers)('%s', async (_name, listen, wanted) => {
    if (wanted.lastError === 'timeout') await use(impatient);
    expect(await recorded(await listen())).toEqual(wanted);
  });

  test('a body that nobody asked for costs a good answer nothing', async () => {
    const url = await hostile(endless(Buffer.alloc(65_536), 'HTTP/1.1 200 OK\r\n\r\n'));
    expect(await recorded(url)).toEqual({ state: 'delivered', lastStatus: 200, lastError: null });
  });
});

describe('names that change their answer', () => {
  test.each([
    [['169.254.169.254']],
    [['10.0.0.1']],
    [['::1']],
    [['fd00::1']],
    [['93.184.216.34', '127.0.0.1']],
    [['93.184.216.34', '::ffff:10.0.0.1']],
  ])('a name that goes to %j after it was registered is refused at the delivery', async (inside) => {
    const host = `moves-${ctx.platformId.toLowerCase()}.example.com`;
    zone.set(host, ['93.184.216.34']);
    await updateEndpoint(ctx, endpoint, { url: `https://${host}/` });
    const [id = ''] = await ground.cause(ctx);
    zone.set(host, inside);
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject(failed('address_refused'));
  });

  test('a name that is gone is recorded as dns', async () => {
    zone.set('gone.example.com', ['93.184.216.34']);
    await updateEndpoint(ctx, endpoint, { url: 'https://gone.example.com/' });
    zone.delete('gone.example.com');
    const [id = ''] = await ground.cause(ctx);
    await ground.run();
    expect(await ground.webhook(ctx, id)).toMatchObject(failed('dns'));
  });

  test('the connection goes to the address that was checked, whatever the name says by then', async () => {
    const certificate = await stranger.issue('localhost');
    const reached: string[] = [];
    const at = async (address: string, port: number) => {
      const server = createServer(certificate)
        .on('connection', () => reached.push(address))
        .listen(port, address);
      await once(server, 'listening');
      closers.push(() => void server.close());
      return (server.address() as AddressInfo).port;
    };
    // The name localhost says 127.0.0.1.
    const port = await at('127.0.0.1', 0);
    await at('127.0.0.2', port);
    const target: EndpointTarget = { host: 'localhost', port, dev: true };
    const connect = createPinnedConnector({ target, address: '127.0.0.2', ca: stranger.ca, timeoutMs: longTimeoutMs });
    const socket = await connect(() => undefined);
    expect(socket.remoteAddress).toBe('127.0.0.2');
    socket.destroy();
    await expect.poll(() => reached, patience).toEqual(['127.0.0.2']);
  });

  test('an address that is not public is not even connected to', async () => {
    const target: EndpointTarget = { host: 'inside.example.com', port: 443, dev: false };
    const connect = createPinnedConnector({ target, address: '127.0.0.1', ca: null, timeoutMs: longTimeoutMs });
    await expect(connect(() => undefined)).rejects.toThrow('address refused');
  });
});

test('what they send is never held: the memory is as it was', async () => {
  await use(impatient);
  const greedy = await Promise.all(receivers.slice(0, 7).map(([, listen]) => listen()));
  const strike = async () => {
    for (const url of greedy) {
      await use(impatient);
      await recorded(url, 8);
    }
  };
  await strike();
  const before = process.memoryUsage().rss;
  await strike();
  expect(process.memoryUsage().rss - before).toBeLessThan(growthMax);
});
