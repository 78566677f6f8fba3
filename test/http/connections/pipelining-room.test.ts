/** Requests that come in one packet are answered one after another, and not without end. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { pipeliningRoom } from '../../../src/http/connections/pipelining-room.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that answers when it is told to; `send` writes so many requests in one packet. */
async function serve() {
  const open: ServerResponse[] = [];
  const paths: string[] = [];
  const server = createServer(
    pipeliningRoom(({ url = '' }, response) => {
      paths.push(url);
      open.push(response);
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  stops.push(() => {
    socket.destroy();
    server.close();
  });
  return {
    open,
    paths,
    socket,
    text: () => text,
    send: (count: number) =>
      socket.write(Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join('')),
  };
}

it('takes the next request of a connection when the response before it is finished', async () => {
  const { open, paths, send, text } = await serve();
  send(20);
  for (let n = 0; n < 20; n += 1) {
    await expect.poll(() => paths.length, { interval: 1 }).toBe(n + 1);
    open[n]?.end(`answer ${n}.`);
  }
  await expect.poll(text, { interval: 1 }).toContain('answer 19.');
  expect(paths).toEqual(Array.from({ length: 20 }, (_, n) => `/${n}`));
});

it('closes a connection that sends too many requests ahead', async () => {
  const { paths, send, socket, open } = await serve();
  send(1_000);
  const closed = once(socket, 'close');
  for (let n = 0; n < 33; n += 1) {
    await expect.poll(() => paths.length, { interval: 1 }).toBe(n + 1);
    open[n]?.end();
  }
  await closed;
  expect(paths.length).toBe(33);
});

it('keeps connections apart', async () => {
  const { send, paths, open } = await serve();
  send(3);
  await expect.poll(() => paths.length, { interval: 1 }).toBe(1);
  const other = await serve();
  other.send(1);
  await expect.poll(() => other.paths.length, { interval: 1 }).toBe(1);
  open[0]?.end();
  await expect.poll(() => paths.length, { interval: 1 }).toBe(2);
});
