/** Processes whose clocks differ, on one database: nothing goes out twice, and nothing waits. */
import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/ground/time/clock.ts';
import { sendTestWebhook } from '../../src/webhooks/endpoints/send-test-webhook.ts';
import { openClient } from '../support/open-client.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';

const hour = 3_600_000;
const mails = 40;

interface Machine {
  ahead: number;
  readonly now: () => Date;
  readonly monotonic: () => number;
}

function machineAhead(ahead: number): Machine {
  const machine: Machine = {
    ahead,
    now: () => new Date(systemClock.now().getTime() + machine.ahead),
    monotonic: systemClock.monotonic,
  };
  return machine;
}

async function openDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const client = await openClient(database.url);
  onTestFinished(() => client.end());
  return { url: database.url, client };
}

async function start(databaseUrl: string, machine: Machine): Promise<TestService> {
  const tidings = await startTestService({ databaseUrl, machine });
  onTestFinished(() => tidings.stop());
  return tidings;
}

async function emitAt({ service }: TestService, { apiKey }: Backend, email: string): Promise<number> {
  const response = await fetch(`${service.url}/v1/workspaces/ref:shop/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'order.shipped',
      idempotency_key: email,
      recipient: { email },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

test('clocks that differ by forty seconds, then one that jumps by hours', { timeout: 120_000 }, async () => {
  const { url, client } = await openDatabase();
  const machine = machineAhead(20_000);
  const [first, second] = [await start(url, machine), await start(url, machineAhead(-20_000))];
  const backend = await first.platform('Acme');
  const expected: string[] = [];
  const emitSome = async (round: string) => {
    for (let n = 0; n < mails; n += 1) {
      const email = `${round}-${n}@example.com`;
      expected.push(email);
      expect(await emitAt(n % 2 ? first : second, backend, email)).toBe(202);
    }
  };
  const states = async () => (await client.query('SELECT DISTINCT state::text FROM messages')).rows;
  const sent = () => [...first.mail.mails, ...second.mail.mails].flatMap(({ to }) => to).sort();

  for (const [round, ahead] of [
    ['apart', 20_000],
    ['ahead', hour],
    ['behind', -hour],
    ['back', 0],
  ] as const) {
    machine.ahead = ahead;
    const before = first.mail.mails.length;
    await emitSome(round);
    await expect.poll(states, { timeout: 30_000, message: round }).toEqual([{ state: 'delivered' }]);
    if (Math.abs(ahead) === hour) expect(first.mail.mails, 'it takes no work').toHaveLength(before);
  }
  expect(sent()).toEqual(expected.sort());
  const { rows } = await client.query(
    `SELECT max(attempt_number) AS attempts, max(abs(extract(epoch FROM created_at - clock_timestamp()))) < 120 AS dated
     FROM messages`,
  );
  expect(rows).toEqual([{ attempts: 1, dated: true }]);
});

test.for([hour, -hour])('a machine that is wrong by %d ms does not start', async (ahead) => {
  const { url } = await openDatabase();
  await expect(startTestService({ databaseUrl: url, machine: machineAhead(ahead) })).rejects.toThrow(
    /clock of this machine is 3[56]\d\d seconds (?:ahead of|behind) the database's/,
  );
});

test('the operator sees by how much the clock of a process is off', async () => {
  const { url } = await openDatabase();
  const machine = machineAhead(20_000);
  const { service } = await start(url, machine);
  const offsets = async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: 'Bearer operator-token-of-the-tests', 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ operations { processes { name roles clockOffsetSeconds } } }' }),
    });
    const { data } = (await response.json()) as { data: { operations: { processes: readonly unknown[] } } };
    return data.operations.processes;
  };
  const one = (clockOffsetSeconds: number) => [
    { name: `${process.pid}@${hostname()}`, roles: ['api', 'worker', 'inbound'], clockOffsetSeconds },
  ];
  for (const ahead of [20, -hour / 1_000, 0]) {
    machine.ahead = ahead * 1_000;
    await expect.poll(offsets, { timeout: 30_000 }).toEqual(one(ahead));
  }
});

test('rows that a wrong clock has dated an hour ahead heal', { timeout: 120_000 }, async () => {
  const { url, client } = await openDatabase();
  const accepting = await startTestService({ databaseUrl: url, env: { ROLES: 'api' } });
  const backend = await accepting.platform('Acme');
  const made = await backend.rest('POST', '/webhook-endpoints', {
    url: 'https://hooks.test:9/x',
    types: ['workspace.health_changed'],
  });
  const { rows } = await client.query<{ id: string }>('SELECT id FROM platforms');
  const ctx = { app: accepting.service.app, platformId: rows[0]?.id ?? '', apiKeyId: null, workspaceId: null };
  for (let n = 0; n < 2; n += 1) await sendTestWebhook(ctx, made.body.data.id, 'message.delivered');
  for (const name of ['queued', 'sending']) expect(await emitAt(accepting, backend, `${name}@example.com`)).toBe(202);
  await accepting.stop();
  await client.query(`
    UPDATE messages SET created_at = created_at + interval '1 hour', due_at = due_at + interval '1 hour',
      expires_at = expires_at + interval '1 hour';
    UPDATE messages SET state = 'sending', attempt_number = 1, lease_until = clock_timestamp() + interval '1 hour'
      WHERE idempotency_key LIKE 'sending%';
    UPDATE webhooks SET created_at = created_at + interval '1 hour' WHERE id = (SELECT min(id) FROM webhooks);
    UPDATE pending_webhooks SET due_at = due_at + interval '1 hour', round_started_at = round_started_at + interval '1 hour'
      WHERE id = (SELECT min(id) FROM webhooks);
    UPDATE pending_webhooks SET lease_until = clock_timestamp() + interval '1 hour'
      WHERE id = (SELECT max(id) FROM webhooks);
    UPDATE request_budgets SET tokens = 0, refilled_at = clock_timestamp() + interval '1 hour'`);

  const tidings = await start(url, machineAhead(0));
  const taken = () => tidings.mail.mails.flatMap(({ to }) => to).sort();
  await expect.poll(taken, { timeout: 60_000 }).toEqual(['queued@example.com', 'sending@example.com']);
  const tried = async () => (await client.query('SELECT FROM webhooks WHERE attempts <> $1', ['{}'])).rowCount;
  await expect.poll(tried, { timeout: 60_000 }).toBe(2);
  await expect.poll(() => emitAt(tidings, backend, 'new@example.com'), { timeout: 60_000 }).toBe(202);
});
