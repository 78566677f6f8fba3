/** Endpoints that answer webhooks as no server should. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Attack, World } from '../harness/attack.ts';
import type { Reply } from '../harness/reply.ts';

type Serve = (socket: Socket) => void;

/** Webhooks that the endpoint gets. */
const webhooks = 20;
/** How long attempts are waited for; milliseconds. An attempt may take ten seconds. */
const attemptsWithin = 3_000;
const lookEvery = 250;

const errors: readonly unknown[] = [
  'timeout',
  'tls',
  'dns',
  'address_refused',
  'redirect',
  'connection',
  'status',
  null,
];

/** What became of the webhooks: each state with its last error. What is still under way is right too. */
async function outcome(world: World, serve: Serve, tls: boolean, within: number): Promise<readonly Reply[]> {
  const { rest, emit } = await world.platform();
  const url = await world.endpoint(serve, tls);
  const registered = await rest('POST', '/webhook-endpoints', { url, types: ['message.delivered'] });
  if (registered.status !== 201) return [registered];
  for (let n = 0; n < webhooks; n += 1) await emit({ recipient: { email: `delivered+${n}@simulator.test` } });
  const until = performance.now() + within;
  for (;;) {
    const { status, body, label } = await rest('GET', '/webhooks');
    if (status !== 200) return [{ label, clear: false }];
    const rows: readonly { readonly state: string; readonly last_error: string | null }[] = body.data;
    if (
      (rows.length === webhooks && rows.every(({ state, last_error }) => state !== 'pending' || last_error !== null)) ||
      performance.now() > until
    ) {
      return [
        registered,
        ...rows.map(({ state, last_error }) => ({
          label: `webhook ${state} ${last_error ?? ''}`.trim(),
          clear: errors.includes(last_error),
        })),
      ];
    }
    await world.pause(lookEvery);
  }
}

function endpoint(
  name: string,
  serve: Serve,
  {
    tls = true,
    within = attemptsWithin,
    ...more
  }: Partial<Attack> & { readonly tls?: boolean; readonly within?: number } = {},
): Attack {
  return { name, patience: 40_000, ...more, run: (world) => outcome(world, serve, tls, within) };
}

/** Writes as fast as it is read, until `bytes`. */
function flood(socket: Socket, part: string | Buffer, bytes: number): void {
  let sent = 0;
  const write = () => {
    while (sent < bytes && !socket.destroyed) {
      sent += part.length;
      if (!socket.write(part)) return;
    }
    socket.end();
  };
  socket.on('drain', write);
  write();
}

function drip(socket: Socket, part: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(part), everyMs);
  socket.once('close', () => clearInterval(timer));
}

/** After the request came; `head` begins the answer. */
const answering =
  (head: string, then: Serve = () => undefined): Serve =>
  (socket) => {
    socket.once('data', () => {
      socket.write(head);
      then(socket);
    });
  };

const megabyte = 1_000_000;

let made: Buffer | null = null;
/** 200 MB in 200 kB. */
function bomb(): Buffer {
  made ??= gzipSync(Buffer.alloc(200 * megabyte));
  return made;
}

export const attacks: readonly Attack[] = [
  endpoint(
    'headers without end',
    answering('HTTP/1.1 200 OK\r\n', (socket) => flood(socket, `X-A: ${'a'.repeat(1_000)}\r\n`, 30 * megabyte)),
  ),
  endpoint(
    'one header without end',
    answering('HTTP/1.1 200 OK\r\nX: ', (socket) => flood(socket, 'a'.repeat(60_000), 30 * megabyte)),
  ),
  endpoint(
    'a status line without end',
    answering('HTTP/1.1 200 ', (socket) => flood(socket, 'O'.repeat(60_000), 30 * megabyte)),
  ),
  endpoint(
    'headers that drip',
    answering('HTTP/1.1 200 OK\r\n', (socket) => drip(socket, 'X: 1\r\n', 100)),
  ),
  endpoint(
    'headers that drip, until they are given up',
    answering('HTTP/1.1 200 OK\r\n', (socket) => drip(socket, 'X: 1\r\n', 100)),
    { within: 14_000 },
  ),
  endpoint(
    'a body of 1 GB',
    answering(`HTTP/1.1 200 OK\r\nContent-Length: ${1_000 * megabyte}\r\n\r\n`, (socket) =>
      flood(socket, Buffer.alloc(65_536), 1_000 * megabyte),
    ),
  ),
  endpoint(
    'a body in a million chunks',
    answering('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', (socket) =>
      flood(socket, '1\r\nx\r\n'.repeat(10_000), 60 * megabyte),
    ),
  ),
  endpoint(
    'a body that drips',
    answering('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', (socket) => drip(socket, 'x', 50)),
  ),
  endpoint(
    'a gzip bomb',
    answering('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n', (socket) => socket.end(bomb())),
  ),
  endpoint(
    'a million 100 Continue',
    answering('', (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000), 60 * megabyte)),
  ),
  endpoint(
    'a million 103 Early Hints',
    answering('', (socket) =>
      flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'.repeat(1_000), 60 * megabyte),
    ),
  ),
  endpoint(
    '101 Switching Protocols',
    answering('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', (socket) =>
      flood(socket, Buffer.alloc(65_536), 30 * megabyte),
    ),
  ),
  endpoint(
    'redirects to itself',
    answering('HTTP/1.1 307 Temporary Redirect\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
  ),
  endpoint(
    'a redirect to an address of 1 MB',
    answering(`HTTP/1.1 302 Found\r\nLocation: https://${'a'.repeat(megabyte)}\r\n\r\n`),
  ),
  endpoint('statuses that are none', (socket) => {
    let answers = 0;
    socket.on('data', () => {
      answers += 1;
      socket.write(`HTTP/1.1 ${['000', '999', '099', '-20', '2e2', '20'][answers % 6]} X\r\nContent-Length: 0\r\n\r\n`);
    });
  }),
  endpoint('two lengths', answering('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx')),
  endpoint(
    'a second answer behind the first',
    answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', (socket) =>
      flood(socket, 'HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'.repeat(1_000), 20 * megabyte),
    ),
  ),
  endpoint('an answer before the request', (socket) =>
    flood(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'.repeat(1_000), 20 * megabyte),
  ),
  endpoint('an end at each byte', (socket) => socket.once('data', () => socket.destroy())),
  endpoint('an end before the handshake', (socket) => socket.destroy(), { tls: false }),
  endpoint('no TLS but 30 MB of noise', (socket) => flood(socket, Buffer.alloc(65_536, 0x16), 30 * megabyte), {
    tls: false,
  }),
  endpoint('a handshake that is never answered', () => undefined, { tls: false }),
  endpoint(
    'a TLS record that never ends',
    (socket) => {
      socket.write(Buffer.from([0x16, 3, 3, 0x40, 0]));
      drip(socket, '\u0002', 100);
    },
    { tls: false },
  ),
  endpoint('an endpoint that never answers', () => undefined),
  endpoint('no HTTP but SMTP', answering('220 mail.example ESMTP\r\n')),
  endpoint(
    'binary headers',
    answering(Buffer.from(`HTTP/1.1 200 OK\r\n${'\u0000\u00ff\r'.repeat(5_000)}`, 'latin1').toString('latin1')),
  ),
];
