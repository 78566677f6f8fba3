/** Connections between two requests: how long responses say that they are kept, and that a busy process loses none. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/ground/config/config.ts';
import { keepConnections } from '../../../src/http/connections/keep-connections.ts';
import { listen } from '../../../src/http/connections/listen.ts';

const request = 'GET / HTTP/1.1\r\nHost: tidings.test\r\n\r\n';

/** Answers each request with `ok`. */
async function serveKept(time: number): Promise<Server> {
  const server = createServer((_request, response) => response.end('ok'));
  keepConnections(server, time);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** Resolves to the server's side of a new connection, and to the client's after its first answer. */
async function useOnce(server: Server) {
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.write(request);
  const [served] = await accepted;
  const answer = String(await once(client, 'data'));
  return { served, client, answer };
}

test('are kept for 75 seconds, longer than the usual load balancer keeps its own, and say so', async () => {
  const { keepAlive } = readConfig({});
  const listening = await listen({ host: '127.0.0.1', port: 0, publicUrl: null, keepAlive, isShared: false });
  onTestFinished(async () => {
    listening.cut();
    await listening.close();
  });
  await listening.serve((_request, response) => response.end('ok'));
  const { headers } = await fetch(listening.url);
  expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=75']);
  expect(readConfig({ KEEP_ALIVE: '660' }).keepAlive).toBe(660_000);
  expect(() => readConfig({ KEEP_ALIVE: '0' })).toThrow('KEEP_ALIVE');
});

test('are kept some seconds longer than responses say, for a request that is on its way', async () => {
  const server = await serveKept(1_000);
  const { served, answer } = await useOnce(server);
  expect(answer).toContain('timeout=1');
  expect(served.timeout).toBe(6_000);
});

test('end when their time is over and nothing came', async () => {
  const server = await serveKept(1_000);
  const { served, client } = await useOnce(server);
  const closed = once(client, 'close');
  served.setTimeout(1);
  await closed;
});

test('are not closed over a request that came while the process was busy', async () => {
  const server = await serveKept(1_000);
  const { served, client } = await useOnce(server);
  served.setTimeout(1);
  // The kernel has the request at once, and this process does nothing until after the time is over.
  client.write(request);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  expect(String(await once(client, 'data'))).toContain('200 OK');
});
