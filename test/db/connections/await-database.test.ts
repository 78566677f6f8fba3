/** A start waits for a database that is not there yet (docs/rules.md#waiting-for-the-database). */

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { awaitDatabase } from '../../../src/db/connections/await-database.ts';
import { freePort } from '../../support/free-port.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** A clock that goes on with each pause. */
function played(onPause: (pauses: number) => Promise<void> | void = () => undefined) {
  const lines: unknown[] = [];
  let now = 0;
  let pauses = 0;
  return {
    lines,
    pauses: () => pauses,
    log: { warn: (details: unknown) => void lines.push(details) },
    monotonic: () => now,
    async pause(ms: number) {
      now += ms;
      pauses += 1;
      await onPause(pauses);
    },
  };
}

it('waits for a database that refuses at first', async () => {
  const database = await createTestDatabase();
  const target = new URL(database.url);
  const url = new URL(database.url);
  const port = await freePort();
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const proxy = createServer((socket) => {
    const there = connect(Number(target.port), target.hostname);
    socket.pipe(there).pipe(socket);
    for (const one of [socket, there]) one.on('error', () => one.destroy());
  });
  const waiting = played(async (pauses) => {
    if (pauses !== 60) return;
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
  });
  await awaitDatabase('DATABASE_URL', url.href, waiting.log, waiting);
  const line = { variable: 'DATABASE_URL', reason: 'the database does not answer (ECONNREFUSED)' };
  expect([waiting.pauses(), waiting.lines]).toEqual([60, [line, line]]);
  proxy.close();
  await database.drop();
});

it('waits a minute for a name that does not resolve, and says so without the name', async () => {
  const waiting = played();
  const url = 'postgres://u:secret@database.invalid:5432/d';
  // Each look at the name takes a while of its own.
  const passing = { ...waiting, pause: () => waiting.pause(5_000) };
  const failed = await awaitDatabase('DATABASE_URL', url, waiting.log, passing).catch((error: Error) => error);
  expect(String(failed)).toMatch(
    // The last where the machine's own resolver does not answer in time.
    /DATABASE_URL: the database does not answer \((?:ENOTFOUND|EAI_AGAIN|no connection in time)\); waited 60 seconds for it$/,
  );
  expect(waiting.lines).toHaveLength(7);
});

it('does not wait for what no waiting changes', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  url.pathname = '/no_such_database';
  const waiting = played();
  await expect(awaitDatabase('DATABASE_URL', url.href, waiting.log, waiting)).rejects.toMatchObject({ code: '3D000' });
  expect(waiting.pauses()).toBe(0);
  await database.drop();
});

it('does not wait for TLS that the server does not offer', async () => {
  const database = await createTestDatabase();
  const waiting = played();
  const url = `${database.url}?sslmode=require`;
  await expect(awaitDatabase('DATABASE_URL', url, waiting.log, waiting)).rejects.toThrow('does not offer TLS');
  expect(waiting.pauses()).toBe(0);
  await database.drop();
});
