/** A file to a client that does not read: one part waits in memory, the next is not made, and the connection ends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ClientGone } from '../../../src/http/connections/client-gone.ts';
import { sendDownload } from '../../../src/http/downloads/send-download.ts';
import { openExchange } from '../../../src/http/exchange.ts';
import { type LocalServer, serveLocally } from '../../support/serve-locally.ts';
import { createTestTimer } from '../../support/test-timer.ts';

let server: LocalServer;
let client: Socket | null = null;
afterEach(async () => {
  client?.destroy();
  client = null;
  await server.close();
});

type Send = Parameters<typeof sendDownload>[1]['send'];

/** Serves what `send` makes; `cuts` are the errors after its first part. */
async function serve(send: Send) {
  const timer = createTestTimer();
  const cuts: unknown[] = [];
  const ended: Promise<void>[] = [];
  server = await serveLocally((request, response) => {
    const download = { type: 'text/csv', filename: 'a.csv', send };
    ended.push(
      sendDownload(openExchange(request, response), download, {
        onCut: (error) => cuts.push(error),
        timer: timer.start,
      }).catch(() => void response.writeHead(503).end()),
    );
  });
  return { timer, cuts, ended };
}

test('a client that reads nothing for ten seconds is cut, with few parts made', async () => {
  let made = 0;
  const { timer, cuts, ended } = await serve(async (write) => {
    for (;;) {
      made += 1;
      await write(Buffer.alloc(200_000, 'x'));
    }
  });
  client = connect(Number(new URL(server.origin).port), '127.0.0.1').pause();
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => timer.running()).toContain(10_000);
  expect(made).toBeLessThan(100);
  const before = made;
  timer.elapse();
  await Promise.all(ended);
  expect(cuts).toEqual([expect.any(ClientGone)]);
  expect([made, timer.running()]).toEqual([before, []]);
});

test('an error before the first part is the caller’s to answer, and one after it cuts the file', async () => {
  let parts = 0;
  const { cuts, ended } = await serve(async (write) => {
    for (let part = 0; part < parts; part += 1) await write(Buffer.from('a,b\r\n'));
    throw new Error('broken');
  });
  expect((await fetch(server.origin)).status).toBe(503);
  expect(cuts).toEqual([]);
  parts = 1;
  const begun = await fetch(server.origin);
  expect(begun.status).toBe(200);
  await expect(begun.text()).rejects.toThrow();
  await Promise.all(ended);
  expect(cuts).toEqual([expect.objectContaining({ message: 'broken' })]);
});

test('a whole file comes whole', async () => {
  const { cuts } = await serve(async (write) => {
    for (let part = 0; part < 300; part += 1) await write(Buffer.alloc(20_000, 'x'));
  });
  const answered = await fetch(server.origin);
  expect((await answered.text()).length).toBe(6_000_000);
  expect(cuts).toEqual([]);
});
