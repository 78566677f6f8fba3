/** Errors of real connections that say: the database cannot be reached now, or cannot do the work (docs/rules.md#outages-in-the-log). */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectionTo } from '../../../src/db/connections/connection-to.ts';
import { isUnavailable } from '../../../src/db/connections/is-unavailable.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database?.drop());

async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('The work did not fail');
}

function clientOf(url: string, config: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({ ...connectionTo(url), ...config });
  client.on('error', () => undefined);
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** A server that takes connections and does `act` with each. */
async function startServer(act: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    act(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Of PostgreSQL's protocol: the login is over, and a query may come. */
const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

test('an answer that does not come in time', async () => {
  const client = clientOf(database.url, { query_timeout: 50 });
  await client.connect();
  const error = await errorOf(() => client.query('SELECT pg_sleep(2)'));
  expect(String(error)).toBe('Error: Query read timeout');
  expect(isUnavailable(error)).toBe(true);
});

test('a host that takes the login and then says nothing', async () => {
  const host = await startServer((socket) => socket.once('data', () => socket.write(ready)));
  const url = `postgres://x:x@${host}/postgres?target_session_attrs=read-write&sslmode=disable&connect_timeout=1`;
  const error = await errorOf(() => clientOf(url).connect());
  expect(String(error)).toBe('Error: Query read timeout');
  expect(isUnavailable(error)).toBe(true);
});

test('a Unix socket that is not there', async () => {
  const url = `postgres://x@localhost/postgres?host=${encodeURIComponent(join(memoryFolder(), 'no-such-folder'))}`;
  const error = await errorOf(() => clientOf(url).connect());
  expect(error).toMatchObject({ code: 'ENOENT', syscall: 'connect' });
  expect(isUnavailable(error)).toBe(true);
});

test('a server without the TLS that the URL wants', async () => {
  const host = await startServer((socket) => socket.once('data', () => socket.write('N')));
  const error = await errorOf(() => clientOf(`postgres://x@${host}/postgres?sslmode=require`).connect());
  expect(String(error)).toBe('Error: The database does not offer TLS');
  expect(isUnavailable(error)).toBe(true);
});

test('a server that answers with anything but TLS', async () => {
  const host = await startServer((socket) =>
    socket.once('data', () => socket.write('S', () => socket.write('no TLS'))),
  );
  const error = await errorOf(() => clientOf(`postgres://x@${host}/postgres?sslmode=require`).connect());
  expect(isUnavailable(error)).toBe(true);
});

test('a connection that was ended', async () => {
  const client = clientOf(database.url);
  await client.connect();
  await client.end();
  expect(isUnavailable(await errorOf(() => client.query('SELECT 1')))).toBe(true);
});

test('a fault of ours is none', async () => {
  const client = clientOf(database.url);
  await client.connect();
  expect(isUnavailable(await errorOf(() => client.query('SELECT * FROM no_such_table')))).toBe(false);
  expect(isUnavailable(await errorOf(() => readFile('/no/such/file')))).toBe(false);
  expect(isUnavailable(new TypeError('x is not a function'))).toBe(false);
  expect(isUnavailable('unreachable')).toBe(false);
});
