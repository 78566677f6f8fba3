/** Our own faults: a database that has lost its tables (500), one that is stopped (503), and one that comes back. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { type Cluster, startCluster } from '../../src/local/postgres-cluster.ts';
import { openClient } from '../support/open-client.ts';
import { operations } from './harness/contract.ts';
import { callOf, nothing, type Possessions } from './harness/every-call.ts';
import { openPlatform, type Platform, send } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';
import { type ServiceProcess, startServiceProcess } from './harness/service-process.ts';

/**
 * Within which the service says that its database is gone; milliseconds. Two seconds on a machine of its own; without
 * the pulse a request waits half a minute for a connection.
 */
const outageAnswerTime = 15_000;
/** Within which /health answers whatever the database does; milliseconds. Asking the database would take as long. */
const healthAnswerTime = 10_000;
/** For how long the pulse hears nothing while other connections answer; milliseconds. Twice what makes an outage. */
const pulseFrozenTime = 2_000;
/** For a cluster and a service to start; milliseconds. */
const startTime = 180_000;
const patience = { timeout: 90_000, interval: 100 };

let folder: string;
let cluster: Cluster;
let service: ServiceProcess;
let acme: Platform;
let of: Possessions;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-outage-'));
  cluster = await startCluster({ folder, durable: false });
  const url = cluster.url('postgres');
  await migrate(url);
  service = await startServiceProcess(url, { RATE_LIMIT_PER_MINUTE: '6000000' });
  acme = await openPlatform('Acme', service);
  await makeEventType(acme, 'order.shipped');
  of = { ...nothing(), workspace: acme.workspace, eventType: 'order.shipped' };
}, startTime);

afterAll(async () => {
  await service?.stop();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  const { port } = new URL(service.databaseUrl);
  cluster = await startCluster({ folder, durable: false, port: Number(port) });
}

async function inspect(text: string): Promise<readonly pg.QueryResultRow[]> {
  const client = await openClient(service.databaseUrl);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The response to a monitor, and its duration; milliseconds. */
async function askHealth() {
  const began = performance.now();
  const response = await fetch(`${service.url}/health`);
  // A standby that was started anew and promoted looks like a restored database, of which a notice tells.
  const { notice: _notice, ...body } = (await response.json()) as Readonly<Record<string, unknown>>;
  return { status: response.status, body, inTime: performance.now() - began < healthAnswerTime };
}

const healthy = { status: 200, body: { status: 'ok' }, inTime: true };
const unhealthy = { status: 503, body: { status: 'unavailable' }, inTime: true };
/** For /health to turn; it asks nothing itself, so it knows what the pulse last heard. */
const healthPatience = { timeout: 60_000, interval: 50 };

/** Asks every operation; what it answers, and how long the slowest took. */
async function askAll() {
  let slowest = 0;
  const answers: string[] = [];
  for (const { id } of operations) {
    const began = performance.now();
    const { status, body } = await acme.ask(id, callOf(id, of));
    slowest = Math.max(slowest, performance.now() - began);
    answers.push(`${id} ${status} ${body?.code}`);
  }
  return { answers, slowest };
}

describe('with the database stopped', () => {
  it('requests under way are answered or told that it is gone, and none is told of a fault of ours', async () => {
    let stopped = false;
    const statuses = new Set<number>();
    const busy = Array.from({ length: 10 }, async (_, worker) => {
      for (let number = 0; !stopped; number++) {
        const body = emitOf('order.shipped', `${worker}-${number}`);
        statuses.add((await acme.ask('emitEvent', { body })).status);
        statuses.add((await acme.ask('listContacts')).status);
        const contact = `ref:person-${worker}-${number}`;
        const upserted = { path: { contact }, body: { email: `person-${worker}-${number}@example.com` } };
        statuses.add((await acme.ask('upsertContact', upserted)).status);
      }
    });
    await vi.waitUntil(() => statuses.has(202) && statuses.has(200) && statuses.has(201), patience);
    await cluster.stop();
    await vi.waitUntil(() => statuses.has(503), patience);
    stopped = true;
    await Promise.all(busy);
    expect([...statuses].toSorted()).toEqual([200, 201, 202, 503]);
  });

  it('every operation answers 503 within seconds', async () => {
    const { answers, slowest } = await askAll();
    expect(answers).toEqual(operations.map(({ id }) => `${id} 503 unavailable`));
    expect(slowest).toBeLessThan(outageAnswerTime);
  });

  it('/health says so', async () => {
    await expect.poll(askHealth, healthPatience).toEqual(unhealthy);
  });

  it('a request carries its id wherever it goes', async () => {
    const headers = { authorization: `Bearer ${acme.apiKey.secret}` };
    for (const path of ['/v1/nowhere', '/v1', '/graphql', '/docs/errors', '/nowhere']) {
      const began = performance.now();
      const response = await fetch(service.url + path, { headers });
      expect(response.headers.get('request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
      expect(performance.now() - began, path).toBeLessThan(outageAnswerTime);
    }
    const { body } = await send(`${service.url}/graphql`, 'POST', {
      headers,
      body: { query: '{ viewer: __typename }' },
    });
    expect(body.errors[0].extensions.code).toBe('unavailable');
  });

  it('heals by itself when it is back', async () => {
    await restart();
    await vi.waitUntil(async () => (await acme.ask('getKey')).status === 200, patience);
    const { status, body } = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'healed') });
    expect(status).toBe(202);
    const path = { id: body.data.id };
    const delivered = async () => (await acme.ask('getEvent', { path })).body.data.message.state === 'delivered';
    await vi.waitUntil(delivered, patience);
    // The pulse asks once a second.
    await expect.poll(askHealth, healthPatience).toEqual(healthy);
  });
});

describe('with a database that only reads', () => {
  /** Running connections keep their setting, so they are ended. */
  const setReadOnly = async (value: 'on' | 'off') => {
    await inspect(`BEGIN READ WRITE; ALTER DATABASE postgres SET default_transaction_read_only = ${value}; COMMIT`);
    await inspect(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`);
  };

  it('whatever would write answers 503, and nothing answers 500', async () => {
    await setReadOnly('on');
    await vi.waitUntil(async () => (await acme.ask('getKey')).body?.code !== 'internal_error', patience);
    for (let round = 0; round < 3; round++) {
      const { answers } = await askAll();
      expect(answers.filter((answer) => / 500 /.test(answer))).toEqual([]);
    }
    const emits = await Promise.all(
      Array.from({ length: 5 }, (_, n) => acme.ask('emitEvent', { body: emitOf('order.shipped', `read-only-${n}`) })),
    );
    for (const { status, body, headers } of emits) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await expect.poll(askHealth, healthPatience).toEqual(unhealthy);
    await setReadOnly('off');
    await expect.poll(askHealth, healthPatience).toEqual(healthy);
    await vi.waitUntil(async () => (await acme.ask('getKey')).status === 200, patience);
    const emitted = async () => (await acme.ask('emitEvent', { body: emitOf('order.shipped', 'writable') })).status;
    await vi.waitUntil(async () => (await emitted()) === 202, patience);
  });
});

describe('with a standby in its place', () => {
  const signal = () => join(folder, 'cluster', 'standby.signal');

  beforeAll(async () => {
    await cluster.stop();
    await writeFile(signal(), '');
    await restart();
    expect(await inspect('SELECT pg_is_in_recovery() AS standby')).toEqual([{ standby: true }]);
  });

  it('whatever would write answers 503, nothing answers 500, and /health says that it is no database to work with', async () => {
    await expect.poll(askHealth, healthPatience).toEqual(unhealthy);
    await vi.waitUntil(async () => (await acme.ask('getKey')).body?.code !== 'internal_error', patience);
    for (let round = 0; round < 3; round++) {
      const { answers } = await askAll();
      expect(answers.filter((answer) => / 500 /.test(answer))).toEqual([]);
    }
    const { status, body } = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'standby') });
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(await askHealth()).toEqual(unhealthy);
  });

  it('all is well once it is promoted', async () => {
    await inspect('SELECT pg_promote()');
    await expect.poll(askHealth, healthPatience).toEqual(healthy);
    const emitted = async () => (await acme.ask('emitEvent', { body: emitOf('order.shipped', 'promoted') })).status;
    await vi.waitUntil(async () => (await emitted()) === 202, patience);
  });
});

describe('with the database frozen', () => {
  const backends = async (where = 'true'): Promise<readonly number[]> => {
    const rows = await inspect(`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND ${where}`);
    return rows.map(({ pid }) => Number(pid));
  };

  /** Stops the processes for as long as `work` takes. */
  async function frozen(pids: readonly number[], work: () => Promise<void>): Promise<void> {
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await work();
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  }

  it('a request that waits for it is told within seconds, and all is well once it goes on', async () => {
    const [postmaster = ''] = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
    // Stopped, it makes no further backend that would answer while the others stand still.
    process.kill(Number(postmaster), 'SIGSTOP');
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const pids = [Number(postmaster), ...children.trim().split(' ').map(Number)];
    expect(pids.length).toBeGreaterThan(3);
    await frozen(pids, async () => {
      for (let round = 0; round < 3; round++) {
        const began = performance.now();
        const asked = operations.map(async ({ id }) => {
          const { status, body } = await acme.ask(id, callOf(id, of));
          return `${id} ${status} ${body?.code} ${performance.now() - began < outageAnswerTime ? 'in time' : 'late'}`;
        });
        expect(await Promise.all(asked)).toEqual(operations.map(({ id }) => `${id} 503 unavailable in time`));
      }
      expect(await askHealth()).toEqual(unhealthy);
    });
    await expect.poll(askHealth, healthPatience).toEqual(healthy);
    await vi.waitUntil(async () => (await acme.ask('getKey')).status === 200, patience);
    expect((await acme.ask('emitEvent', { body: emitOf('order.shipped', 'thawed') })).status).toBe(202);
  });

  it('is no outage where it answers others, however long one answer takes', async () => {
    const pids = await backends("application_name LIKE 'tidings-pulse%'");
    expect(pids).toHaveLength(1);
    await frozen(pids, async () => {
      const until = performance.now() + pulseFrozenTime;
      while (performance.now() < until) expect((await acme.ask('listContacts')).status).toBe(200);
      expect(await askHealth()).toEqual(healthy);
    });
  });
});

describe('with its tables gone', () => {
  beforeAll(async () => {
    // The tables of authentication and of the request limit stay.
    const tables = await inspect(`
      SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('api_keys', 'platforms', 'request_budgets')`);
    for (const { name } of tables) await inspect(`ALTER TABLE "${name}" RENAME TO "gone_${name}"`);
    await inspect('ALTER TABLE api_keys RENAME COLUMN name TO gone_name');
    // A platform without a brand has none to delete, whatever is gone.
    await inspect('UPDATE platforms SET brand_version = 1');
  });

  it('every operation answers 500, and says nothing of why', async () => {
    const { answers } = await askAll();
    expect(answers).toEqual(operations.map(({ id }) => `${id} 500 internal_error`));
    const { body } = await acme.ask('listContacts', callOf('listContacts', of));
    expect(body.message).toBe('Something went wrong on our side. The request can be sent again.');
  });
});
