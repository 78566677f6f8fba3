/** Events to a client that does not read: one waits in memory, the next is not made, and the connection ends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { lastWordMax, unreadMax } from '../../../src/http/graphql/limits/event-limits.ts';
import { sendEvents } from '../../../src/http/streams/event-stream.ts';
import { type LocalServer, serveLocally } from '../../support/serve-locally.ts';
import { createTestTimer } from '../../support/test-timer.ts';

let server: LocalServer;
let client: Socket;
afterEach(async () => {
  client.destroy();
  await server.close();
});

test('a client that does not read is told to resume and disconnected, with few events made', async () => {
  const timer = createTestTimer();
  const controller = new AbortController();
  const event = { data: { text: 'x'.repeat(200_000) } };
  const given: string[] = [];
  let made = 0;
  async function* results() {
    while (!controller.signal.aborted) {
      made += 1;
      yield event;
    }
    yield { data: { text: 'the end' } };
  }
  let sent = Promise.resolve();
  server = await serveLocally((_request, response) => {
    sent = sendEvents(response, results(), {
      signal: controller.signal,
      giveUp: (why) => {
        given.push(why);
        controller.abort();
      },
      timer: timer.start,
    });
  });
  client = connect(Number(new URL(server.origin).port), '127.0.0.1').pause();
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => timer.running()).toContain(unreadMax);
  // The buffers of the two sockets hold some megabytes.
  expect(made).toBeLessThan(100);
  const before = made;
  timer.elapse();
  await expect.poll(() => timer.running()).toContain(lastWordMax);
  expect(given).toEqual(['unread']);
  expect(made).toBe(before);
  timer.elapse();
  await sent;
  expect(timer.running()).toEqual([]);
});

test('a silent stream shows signs of life, and a client that leaves ends the results', async () => {
  const timer = createTestTimer();
  const controller = new AbortController();
  async function* results() {
    yield { data: { at: 1 } };
    await once(controller.signal, 'abort');
  }
  let sent = Promise.resolve();
  server = await serveLocally((_request, response) => {
    sent = sendEvents(response, results(), {
      signal: controller.signal,
      giveUp: () => controller.abort(),
      timer: timer.start,
    });
  });
  client = connect(Number(new URL(server.origin).port), '127.0.0.1').setEncoding('utf8');
  let text = '';
  client.on('data', (part: string) => {
    text += part;
  });
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => text).toContain('event: next\ndata: {"data":{"at":1}}\n\n');
  expect(text).toContain('text/event-stream');
  const { length } = text;
  timer.elapse();
  await expect.poll(() => text.slice(length)).toContain(':\n\n');
  client.destroy();
  await sent;
  expect(timer.running()).toEqual([]);
});
