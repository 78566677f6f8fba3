/** Bodies over real connections: how much is read, when it is given up, and what becomes of the rest. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { createBodyRoom } from '../../../src/http/bodies/body-room.ts';
import { createDrain } from '../../../src/http/bodies/drain-leftover.ts';
import { readBody } from '../../../src/http/bodies/read-body.ts';
import { createTestTimer } from '../../support/test-timer.ts';

const mebibyte = 1_048_576;
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that answers with what became of the body; `limit` in bytes, `lookup`: milliseconds before it reads. */
async function serve({ limit = mebibyte, lookup = 0, room = createBodyRoom(4 * mebibyte) } = {}) {
  const timer = createTestTimer();
  const releases: (() => void)[] = [];
  const drainLeftover = createDrain();
  const sockets: Socket[] = [];
  const server = createServer(async (request, response) => {
    response.once('finish', () => drainLeftover(request));
    if (lookup > 0) await sleep(lookup);
    try {
      const { bytes, release } = await readBody(request, { limit, platformId: 'a', room, timer: timer.start });
      releases.push(release);
      response.end(`read ${bytes.length}`);
    } catch (error) {
      response.end(error instanceof DomainError ? error.code : String(error));
    }
  });
  server.on('connection', (socket) => sockets.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port,
    server,
    room,
    timer,
    releases,
    sockets,
    requested: () => once(server, 'request') as Promise<[IncomingMessage]>,
  };
}

/** A raw connection; `answered` is all that came back so far. */
async function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let text = '';
  const looks = new Set<() => void>();
  socket.on('data', (chunk) => {
    text += chunk;
    for (const look of looks) look();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  stops.push(async () => socket.destroy());
  const answered = (part: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (text.includes(part)) resolve();
      };
      looks.add(look);
      look();
    });
  return { socket, answered, closed };
}

const head = (...lines: string[]) => `${['POST / HTTP/1.1', 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;

describe('a body', () => {
  it('is read whole, announced or in chunks', async () => {
    const { port } = await serve({ room: createBodyRoom(64 * mebibyte) });
    const url = `http://127.0.0.1:${port}`;
    for (const size of [0, 1, 100_000, mebibyte]) {
      const bytes = Buffer.alloc(size, 'x');
      expect(await (await fetch(url, { method: 'POST', body: bytes })).text()).toBe(`read ${size}`);
      const body = new Blob([bytes]).stream();
      const chunked = { method: 'POST', body, duplex: 'half' } as RequestInit;
      expect(await (await fetch(url, chunked)).text()).toBe(`read ${size}`);
    }
  });

  it('in nineteen thousand chunks of one byte leaves other requests their turn', async () => {
    const { port, server } = await serve();
    let turns = 0;
    server.once('request', (incoming: IncomingMessage) => {
      const count = () => {
        if (incoming.isPaused()) turns += 1;
      };
      incoming.on('pause', () => setImmediate(count));
    });
    const { socket, answered } = await open(port);
    socket.write(head('Transfer-Encoding: chunked'));
    socket.write(`${'1\r\nx\r\n'.repeat(19_000)}0\r\n\r\n`);
    await answered('read 19000');
    // One after each 2,000 chunks.
    expect(turns).toBe(9);
  });

  it('is refused in more than twenty thousand chunks of one byte', async () => {
    const { port } = await serve();
    const { socket, answered } = await open(port);
    socket.write(head('Transfer-Encoding: chunked'));
    socket.write(`${'1\r\nx\r\n'.repeat(21_000)}0\r\n\r\n`);
    await answered('payload_too_large');
  });

  it('is refused beyond the limit, announced or in chunks', async () => {
    const { port } = await serve();
    const url = `http://127.0.0.1:${port}`;
    const bytes = Buffer.alloc(mebibyte + 1, 'x');
    expect(await (await fetch(url, { method: 'POST', body: bytes })).text()).toBe('payload_too_large');
    const chunked = { method: 'POST', body: new Blob([bytes]).stream(), duplex: 'half' } as RequestInit;
    expect(await (await fetch(url, chunked)).text()).toBe('payload_too_large');
  });

  it('is given up when it stands still for 30 seconds, and its room is given back', async () => {
    const { port, timer, room, requested } = await serve();
    const { socket, answered } = await open(port);
    const request = requested();
    socket.write(head('Content-Length: 1000000'));
    const [incoming] = await request;
    expect(timer.running()).toEqual([30_000]);
    // Each chunk restarts the time limit.
    for (let piece = 0; piece < 3; piece += 1) {
      const arrived = once(incoming, 'data');
      socket.write('x'.repeat(1_000));
      await arrived;
      expect(timer.running()).toEqual([30_000]);
    }
    expect(room.takeNow('a', 2 * mebibyte)).toBeNull();
    timer.elapse();
    await answered('request_timeout');
    expect(room.takeNow('a', 2 * mebibyte)).not.toBeNull();
  });

  it('keeps its room until the work on it is done', async () => {
    const { port, room, releases } = await serve();
    const body = Buffer.alloc(mebibyte, 'x');
    expect(await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).text()).toBe(`read ${mebibyte}`);
    expect(room.takeNow('a', 2 * mebibyte)).toBeNull();
    for (const release of releases) release();
    expect(room.takeNow('a', 2 * mebibyte)).not.toBeNull();
  });

  it('in chunks has room for all that it may become', async () => {
    const { port, room, requested } = await serve();
    const { socket } = await open(port);
    const request = requested();
    socket.write(`${head('Transfer-Encoding: chunked')}1\r\nx\r\n`);
    await request;
    expect(room.takeNow('a', mebibyte + 1)).toBeNull();
    expect(room.takeNow('a', mebibyte)).not.toBeNull();
  });

  it('gives its room back when its client goes', async () => {
    const { port, room, requested } = await serve();
    const { socket } = await open(port);
    const request = requested();
    socket.write(`${head('Content-Length: 1000000')}x`);
    const [incoming] = await request;
    const closed = new Promise((resolve) => incoming.once('close', resolve));
    socket.destroy();
    await closed;
    expect(room.takeNow('a', 2 * mebibyte)).not.toBeNull();
  });

  it('waits unread while there is no room, and then is read', async () => {
    const { port, room, requested } = await serve();
    const release = room.takeNow('a', 2 * mebibyte);
    const { socket, answered } = await open(port);
    const request = requested();
    socket.write(head('Content-Length: 1000000'));
    socket.write(Buffer.alloc(1_000_000, 'x'));
    const [incoming] = await request;
    // Node reads some of it ahead, and then no more.
    await sleep(50);
    expect(incoming.readableLength).toBeLessThan(300_000);
    expect(incoming.readableFlowing).toBeNull();
    release?.();
    await answered('read 1000000');
  });
});

describe('what is left of a refused body', () => {
  it('is read and thrown away, so that the client hears the answer', async () => {
    const { port } = await serve();
    const url = `http://127.0.0.1:${port}`;
    const body = Buffer.alloc(40 * mebibyte, 'x');
    expect(await (await fetch(url, { method: 'POST', body })).text()).toBe('payload_too_large');
    expect(await (await fetch(url, { method: 'POST', body: 'x' })).text()).toBe('read 1');
  });

  it('of many clients is read in turn, and each of them hears the answer', async () => {
    const { port } = await serve();
    const body = Buffer.alloc(4 * mebibyte, 'x');
    const ask = async () => (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).text();
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(answers)).toEqual(new Set(['payload_too_large']));
  });

  it('of all but two waits unread', async () => {
    // As while a key is looked up: Node reads ahead, and goes on to read once the response is finished.
    const { port, sockets } = await serve({ lookup: 5 });
    const piece = Buffer.alloc(mebibyte, 'x');
    const clients = await Promise.all(Array.from({ length: 6 }, () => open(port)));
    for (const { socket } of clients) {
      socket.write(head('Content-Length: 1000000000000'));
      const pour = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', pour);
      pour();
    }
    const read = () => sockets.map(({ bytesRead }) => bytesRead / mebibyte).toSorted((one, other) => other - one);
    await expect.poll(() => read()[0], { interval: 5 }).toBeGreaterThan(16);
    expect(read()[2]).toBeLessThan(4);
  });

  it('ends the connection when there is no end of it', async () => {
    const { port } = await serve();
    const { socket, answered, closed } = await open(port);
    socket.write(head('Content-Length: 1000000000000'));
    const piece = Buffer.alloc(mebibyte, 'x');
    let sent = 0;
    const pour = () => {
      while (!socket.destroyed && socket.write(piece)) sent += 1;
      sent += 1;
    };
    socket.on('drain', pour);
    pour();
    await answered('payload_too_large');
    await closed;
    expect(sent).toBeGreaterThan(60);
    expect(sent).toBeLessThan(2_000);
  });
});
