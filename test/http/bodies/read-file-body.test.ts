/** Files over real connections: read in chunks, within the room of their platform, and given up when they stall. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { createBodyRoom } from '../../../src/http/bodies/body-room.ts';
import { readFileBody } from '../../../src/http/bodies/read-file-body.ts';
import { createTestTimer } from '../../support/test-timer.ts';

const mebibyte = 1_048_576;
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that answers with the lengths of the chunks, or with what became of the file. */
async function serve() {
  const timer = createTestTimer();
  const room = createBodyRoom(8 * mebibyte);
  const arrived: number[] = [];
  const server = createServer(async (request, response) => {
    try {
      for await (const chunk of readFileBody(request, { platformId: 'a', room, timer: timer.start })) {
        arrived.push(chunk.length);
      }
      response.end(arrived.join(' '));
    } catch (error) {
      response.end(error instanceof DomainError ? error.code : String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const open = async (headers: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n\r\n`);
    return socket;
  };
  return { open, timer, room, arrived };
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const part of socket.setEncoding('utf8')) text += part;
  return text.split('\r\n\r\n')[1]?.replace(/^[0-9a-f]+\r\n|\r\n0$/g, '') ?? '';
}

it('comes in chunks of one mebibyte and a rest, and gives its room back', async () => {
  const { open, room } = await serve();
  const length = 2 * mebibyte + 5;
  const socket = await open(`Content-Length: ${length}`);
  socket.write(Buffer.alloc(length, 'a'));
  expect(await answerOf(socket)).toContain(`${mebibyte} ${mebibyte} 5`);
  await expect.poll(() => isFree(room)).toBe(true);
});

it('is given up after thirty seconds without a byte', async () => {
  const { open, timer } = await serve();
  const socket = await open('Content-Length: 100');
  socket.write('a');
  await expect.poll(() => timer.running()).toContain(30_000);
  timer.elapse();
  expect(await answerOf(socket)).toContain('request_timeout');
});

it.each([
  ['announced beyond its size', `Content-Length: ${512 * mebibyte + 1}`, 'payload_too_large'],
  ['of a form', 'Content-Length: 1\r\nContent-Type: multipart/form-data; boundary=x', 'validation_failed'],
  ['compressed', 'Content-Length: 1\r\nContent-Encoding: gzip', 'validation_failed'],
])('is refused when it is %s, before a byte is read', async (_what, headers, code) => {
  const { open, arrived } = await serve();
  expect(await answerOf(await open(headers))).toContain(code);
  expect(arrived).toEqual([]);
});

it('is refused in very many small chunks', async () => {
  const { open } = await serve();
  const socket = await open('Transfer-Encoding: chunked');
  for (let n = 0; n < 21; n += 1) socket.write('1\r\na\r\n'.repeat(1_000));
  expect(await answerOf(socket)).toContain('payload_too_large');
});

it('ends when its client leaves, and gives its room back', async () => {
  const { open, room } = await serve();
  const socket = await open('Content-Length: 100');
  socket.write('a');
  await expect.poll(() => isFree(room)).toBe(false);
  socket.destroy();
  await expect.poll(() => isFree(room)).toBe(true);
});

/** Whether nobody has room of the platform. */
function isFree(room: ReturnType<typeof createBodyRoom>): boolean {
  const release = room.takeNow('a', 4 * mebibyte);
  release?.();
  return release !== null;
}
