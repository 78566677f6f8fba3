/** A stop that was planned: nothing is lost, nothing is sent twice, and the door tells it first (docs/rules.md#planned-stop). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openClient } from '../support/open-client.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';

interface Place {
  readonly tidings: TestService;
  readonly backend: Backend;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Emits an event whose mail goes to the address; the status. */
  emit(email: string): Promise<number>;
  /** State and number of attempts of each message, also after the service's end. */
  messages(): Promise<readonly unknown[]>;
}

async function open(env: NodeJS.ProcessEnv): Promise<Place> {
  const database = await createTestDatabase();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const tidings = await startTestService({ env, databaseUrl: database.url, log });
  onTestFinished(async () => {
    await tidings.stop();
    await database.drop();
  });
  const backend = await tidings.platform('Acme');
  return {
    tidings,
    backend,
    lines,
    emit: async (email) =>
      (
        await backend.rest('POST', '/workspaces/ref:shop/events', {
          type: 'order.shipped',
          idempotency_key: email,
          recipient: { email },
          payload: { order_number: '1', tracking_url: 'https://example.com/1' },
        })
      ).status,
    async messages() {
      const client = await openClient(database.url);
      const { rows } = await client.query('SELECT state, attempt_number FROM messages ORDER BY id');
      await client.end();
      return rows;
    },
  };
}

test('attempts end and are written, though a client leaves a request half sent', async () => {
  const { tidings, emit, messages } = await open({ STOP_GRACE: '30' });
  const half = connect(Number(new URL(String(tidings.service.url)).port), '127.0.0.1');
  onTestFinished(() => void half.destroy());
  await once(half, 'connect');
  half.write('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
  const { reached, release } = tidings.mail.hold('ada@example.com');
  expect(await emit('ada@example.com')).toBe(202);
  await reached;
  const stopped = tidings.service.stop();
  release();
  // Long before the half request is given up.
  await expect.poll(messages).toEqual([{ state: 'delivered', attempt_number: 1 }]);
  half.destroy();
  await stopped;
  expect(tidings.mail.mails).toHaveLength(1);
});

test('what the other side has not answered in time is told in the log', async () => {
  const { tidings, emit, messages, lines } = await open({ STOP_GRACE: '3' });
  const { reached, release } = tidings.mail.hold('ada@example.com');
  onTestFinished(release);
  expect(await emit('ada@example.com')).toBe(202);
  await reached;
  await tidings.service.stop();
  expect(await messages()).toEqual([{ state: 'sending', attempt_number: 1 }]);
  expect(lines.filter(({ count }) => count === 1)).toMatchObject([
    { msg: 'stopped before the other side answered: these mails may go out twice' },
  ]);
});

test('a lame duck is not ready, and still serves', async () => {
  const { tidings, emit } = await open({ STOP_GRACE: '20', STOP_DELAY: '4' });
  const { url } = tidings.service;
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`);
    return [status, headers.get('connection')];
  };
  expect((await ask('/readyz'))[0]).toBe(200);
  const stopped = tidings.service.stop();
  expect(await ask('/readyz')).toEqual([503, 'close']);
  expect(await ask('/livez')).toEqual([200, 'close']);
  expect(await ask('/health')).toEqual([200, 'close']);
  expect(await emit('ada@example.com')).toBe(202);
  await tidings.mail.received(1);
  await stopped;
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
});
