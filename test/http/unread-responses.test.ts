/** Responses that clients do not read: bounded in bytes and in time, and never at the cost of another caller. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { bytesLeft } from '../../src/http/bytes-left.ts';
import { openExchange } from '../../src/http/exchange.ts';
import { createReadRoom } from '../../src/http/read-room.ts';
import { sendBody } from '../../src/http/send-body.ts';
import { createUnreadResponses } from '../../src/http/unread-responses.ts';
import { createTestTimer } from '../support/test-timer.ts';

const megabyte = 1024 * 1024;
/** More than the system takes of a connection that nobody reads. */
const size = 24 * megabyte;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Answers `/<caller>` with a large body; a path without a caller is a page that all share. */
async function serve(room = 1_000 * megabyte) {
  const timer = createTestTimer();
  const unread = createUnreadResponses(room, timer.start);
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const exchange = openExchange(request, response, unread);
    const [, caller] = (request.url ?? '').split('/');
    exchange.caller = caller || null;
    exchange.sharesBody = !caller;
    response.once('prefinish', () => unread.look(exchange));
    responses.push(response);
    sendBody(exchange, Buffer.alloc(size, 'a'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Asks and reads nothing until it is resumed; resolves when the system takes no more of the response. */
  const ask = async (caller: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    stops.push(() => socket.destroy());
    let came = 0;
    socket.on('data', (chunk) => {
      came += chunk.length;
    });
    socket.pause();
    const before = responses.length;
    socket.write(`GET /${caller} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await expect.poll(() => responses.length, { interval: 1 }).toBe(before + 1);
    const response = responses[before] as ServerResponse;
    await stands(response);
    return {
      socket,
      response,
      came: () => came,
      /** Reads until the service may send another part, and no further. */
      async readOn() {
        const left = bytesLeft(response);
        socket.resume();
        await expect.poll(() => bytesLeft(response), { interval: 1 }).toBeLessThan(left);
        socket.pause();
        await stands(response);
      },
    };
  };
  return {
    ask,
    unread,
    timer,
    looks(count: number) {
      for (let n = 0; n < count; n += 1) timer.elapse();
    },
  };
}

/** Resolves when the system takes no more of a response, or the response was cut. */
async function stands(response: ServerResponse): Promise<void> {
  let left = -1;
  let same = 0;
  const look = () => {
    same = bytesLeft(response) === left ? same + 1 : 0;
    left = bytesLeft(response);
    return same > 5 || response.destroyed;
  };
  await expect.poll(look, { interval: 5 }).toBe(true);
}

const areCut = (asked: readonly { readonly response: ServerResponse }[]) =>
  asked.map(({ response }) => response.destroyed);

it('cuts a response that is not read where there are too many, of the caller that holds the most', async () => {
  const { ask, looks } = await serve(3 * size);
  const other = await ask('other');
  const greedy = [await ask('greedy'), await ask('greedy'), await ask('greedy')];
  looks(1);
  greedy.push(await ask('greedy'));
  expect(areCut([other, ...greedy])).toEqual([false, false, false, false, false]);
  looks(4);
  expect(areCut([other, ...greedy])).toEqual([false, true, true, false, false]);
});

it('cuts none that is read', async () => {
  const { ask, looks } = await serve(2 * size);
  const [one, two, three] = [await ask('reader'), await ask('reader'), await ask('reader')];
  looks(4);
  await one.readOn();
  await two.readOn();
  looks(1);
  expect(areCut([one, two, three])).toEqual([false, false, true]);
  looks(20);
  expect(areCut([one, two, three])).toEqual([false, false, true]);
});

it('cuts at once where there are four times as many', async () => {
  const { ask } = await serve(size);
  const other = await ask('other');
  const greedy = [await ask('greedy'), await ask('greedy')];
  expect(areCut([other, ...greedy])).toEqual([false, false, false]);
  // The system takes a part of each.
  while (!areCut(greedy).includes(true) && greedy.length < 8) greedy.push(await ask('greedy'));
  const [oldest, ...newer] = greedy;
  expect(areCut([other, ...newer])).not.toContain(true);
  expect(oldest?.response.destroyed).toBe(true);
});

it('lets a caller ask for more once it has read', async () => {
  const { ask, unread } = await serve(2.5 * size);
  const reads = createReadRoom(16, unread);
  const [one, two] = [await ask('greedy'), await ask('greedy')];
  expect(reads.takeNow('other', 1)).not.toBeNull();
  expect(reads.takeNow('greedy', 1)).toBeNull();
  const admitted = reads.take('greedy', 1, new AbortController().signal);
  await one.readOn();
  expect(unread.mayTake('greedy')).toBe(false);
  // One that waits for its own sake delays nobody.
  expect(await reads.take('other', 1, new AbortController().signal)).toBeTypeOf('function');
  two.socket.resume();
  await admitted;
  expect(unread.mayTake('greedy')).toBe(true);
});

it('cuts what a caller does not read when it asks for more', async () => {
  const { ask, unread, looks } = await serve(3 * size);
  const [one, two, other] = [await ask('greedy'), await ask('greedy'), await ask('other')];
  looks(10);
  expect(areCut([one, two, other])).toEqual([false, false, false]);
  const reads = createReadRoom(16, unread);
  const admitted = reads.take('greedy', 1, new AbortController().signal);
  await two.readOn();
  looks(1);
  await admitted;
  expect(areCut([one, two, other])).toEqual([true, false, false]);
});

it('counts no bytes of pages that all callers share', async () => {
  const { ask, looks } = await serve(size / 8);
  const page = await ask('');
  looks(20);
  expect(page.response.destroyed).toBe(false);
});

it('disconnects a client that takes nothing for two minutes', async () => {
  const { ask, looks, timer } = await serve();
  const [page, answer] = [await ask(''), await ask('reader')];
  looks(119);
  await answer.readOn();
  // Bytes that come are none that are taken.
  page.socket.write('\r\n\r\n');
  expect(areCut([page, answer])).toEqual([false, false]);
  looks(1);
  expect(areCut([page, answer])).toEqual([true, false]);
  looks(119);
  expect(areCut([page, answer])).toEqual([true, true]);
  expect(timer.running()).toEqual([]);
});

it('leaves a connection to its next request', async () => {
  const { ask, looks, timer } = await serve();
  const { socket, response, came } = await ask('reader');
  socket.resume();
  await expect.poll(came).toBeGreaterThan(size);
  await expect.poll(() => response.writableFinished).toBe(true);
  expect(timer.running()).toEqual([]);
  socket.write('GET /reader HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(came).toBeGreaterThan(2 * size);
  looks(200);
  expect(socket.destroyed).toBe(false);
});
