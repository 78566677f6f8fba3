/** Responses that clients do not read: bounded in bytes and in time, and never at the cost of another caller. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createUnreadResponses } from '../../../src/http/connections/unread-responses.ts';

const megabyte = 1024 * 1024;
/** More than the system takes of a connection that nobody reads. */
const size = 24 * megabyte;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Options {
  readonly room?: number;
  readonly time?: number;
}

/** Answers `/<caller>/<bytes>` with so many bytes; a path without a caller is a page that all share. */
async function serve({ room = 1_000 * megabyte, time = 60_000 }: Options) {
  const unread = createUnreadResponses(room, time);
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const [, caller, bytes] = (request.url ?? '').split('/');
    response.once('prefinish', () => unread.look(response, caller || null));
    responses.push(response);
    response.end(Buffer.alloc(Number(bytes), 'a'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Asks and reads nothing until it is resumed; resolves when the server has written its response. */
  const ask = async (caller: string, bytes = size) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    stops.push(() => socket.destroy());
    let came = 0;
    socket.on('data', (chunk) => {
      came += chunk.length;
    });
    socket.pause();
    const before = responses.length;
    socket.write(`GET /${caller}/${bytes} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await expect.poll(() => responses.length, { interval: 1 }).toBe(before + 1);
    const response = responses[before] as ServerResponse;
    return { socket, response, came: () => came };
  };
  return { ask };
}

it('cuts the oldest response of the caller that holds the most', async () => {
  const { ask } = await serve({ room: 4 * size + megabyte });
  const other = await ask('other');
  const greedy = [await ask('greedy'), await ask('greedy'), await ask('greedy')];
  expect(greedy.map(({ response }) => response.destroyed)).toEqual([false, false, false]);
  const last = await ask('greedy');
  expect(greedy.map(({ response }) => response.destroyed)).toEqual([true, false, false]);
  expect(last.response.destroyed).toBe(false);
  expect(other.response.destroyed).toBe(false);
  await ask('other');
  expect(greedy.map(({ response }) => response.destroyed)).toEqual([true, true, false]);
});

it('frees the room of what was read', async () => {
  const { ask } = await serve({ room: 2 * size + megabyte });
  for (let n = 0; n < 5; n += 1) {
    const { socket, response, came } = await ask('reader');
    socket.resume();
    await expect.poll(came).toBeGreaterThan(size);
    expect(response.writableFinished).toBe(true);
  }
  const kept = [await ask('reader'), await ask('reader')];
  expect(kept.map(({ response }) => response.destroyed)).toEqual([false, false]);
});

it('counts no bytes of pages that all callers share', async () => {
  const { ask } = await serve({ room: size / 2 });
  const page = await ask('');
  expect(page.response.destroyed).toBe(false);
});

it('disconnects a client that takes nothing for a while', async () => {
  const { ask } = await serve({ time: 50 });
  const { response } = await ask('');
  await expect.poll(() => response.destroyed).toBe(true);
  expect(response.writableFinished).toBe(false);
});

it('leaves a connection to its next request', async () => {
  const { ask } = await serve({ time: 300 });
  const { socket, response, came } = await ask('reader');
  socket.write('GET /reader/10 HTTP/1.1\r\nHost: a\r\n\r\n');
  socket.resume();
  await expect.poll(came).toBeGreaterThan(size);
  await expect.poll(() => response.writableFinished).toBe(true);
  expect(response.req.socket.timeout).not.toBe(300);
});
