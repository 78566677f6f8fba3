/**
 * The service through Debian's PgBouncer, which gives each transaction another connection and knows no named statement
 * (docs/rules.md#session-settings).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { checkPooledSettings } from '../../src/db/connections/check-pooled-settings.ts';
import { ConfigError } from '../../src/ground/config/config.ts';
import { type Cluster, startCluster } from '../../src/local/postgres-cluster.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { openClient } from '../support/open-client.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';
import { type PgBouncer, startPgBouncer } from './programs/pgbouncer.ts';

let folder: string;
let cluster: Cluster;
let pooler: PgBouncer;
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'tidings-pooled-'));
  cluster = await startCluster({ folder: join(folder, 'postgres'), durable: false });
  pooler = await startPgBouncer({ server: cluster.url('postgres'), poolMode: 'transaction', connections: 4 });
});
afterAll(async () => {
  await pooler?.stop();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function ask(url: string, text: string): Promise<readonly unknown[]> {
  const client = await openClient(url);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function database(name: string): Promise<string> {
  await ask(cluster.url('postgres'), `CREATE DATABASE ${name}`);
  return cluster.url(name);
}

describe('a start that has no direct connection', () => {
  test.each(['transaction', 'statement'] as const)('is refused in words where %ss are pooled', async (poolMode) => {
    const direct = await database(`refused_${poolMode}`);
    const other = await startPgBouncer({ server: direct, poolMode, connections: 3 });
    try {
      const refused = await migrate(other.through(direct)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ConfigError);
      expect(String(refused)).toMatch(/DATABASE_LISTEN_URL: must lead to the database itself/);
      expect(await ask(direct, "SELECT FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]);
      expect(await ask(direct, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  test('is refused by a pooler whose only connection is shared', async () => {
    const direct = await database('refused_one');
    const other = await startPgBouncer({ server: direct, poolMode: 'transaction', connections: 1 });
    try {
      await expect(migrate(other.through(direct))).rejects.toThrow(ConfigError);
    } finally {
      await other.stop();
    }
  });

  test('is well where sessions are pooled', async () => {
    const direct = await database('sessions');
    const other = await startPgBouncer({ server: direct, poolMode: 'session', connections: 5 });
    try {
      expect((await migrate(other.through(direct))).applied.length).toBeGreaterThan(0);
    } finally {
      await other.stop();
    }
  });
});

describe('with a direct connection beside it', () => {
  /** As many as an outside trial sent, of which most were answered with 500. */
  const emits = 400;
  /** Far more clients than the pooler has connections. */
  const callers = 32;
  let tidings: TestService;
  let backend: Backend;
  let hooks: WebhookSink;

  beforeAll(async () => {
    const direct = await database('pooled');
    await migrate(direct);
    await checkPooledSettings(pooler.through(direct));
    const env = { DATABASE_LISTEN_URL: direct, RATE_LIMIT_PER_MINUTE: '6000000' };
    tidings = await startTestService({ databaseUrl: pooler.through(direct), env });
    backend = await tidings.platform('Acme');
    hooks = await tidings.webhookSink();
    const made = await backend.rest('POST', '/webhook-endpoints', { url: hooks.url, types: ['message.delivered'] });
    expect(made.status).toBe(201);
  });
  afterAll(() => tidings?.stop());

  test('every emit is accepted, mailed once and told by webhook', async () => {
    const statuses = new Map<number, number>();
    let next = 0;
    const call = async () => {
      while (next < emits) {
        next += 1;
        const { status } = await backend.rest('POST', '/workspaces/ref:shop/events', {
          type: 'order.shipped',
          idempotency_key: `order-${next}`,
          recipient: { email: `person-${next}@example.com` },
          payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
    expect([...statuses]).toEqual([[202, emits]]);
    await expect.poll(() => tidings.mail.mails.length).toBe(emits);
    await expect.poll(() => new Set(hooks.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(emits);
    expect(new Set(tidings.mail.mails.map(({ to }) => String(to))).size).toBe(emits);
  });
});

/** Of REST: emits, batches, pages and an erasure. The whole suite takes minutes. */
const suite = ['emit-event', 'upsert-contacts', 'list-contacts', 'erase-person'];

test('suites of REST pass through it', async () => {
  const report = join(folder, 'report.json');
  const files = suite.map((name) => `test/rest/${name}.test.ts`);
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'rest',
      ...files,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TEST_POSTGRES_URL: cluster.url('postgres'),
        TEST_POOLER_URL: pooler.through(cluster.url('postgres')),
      },
      stdio: 'ignore',
    },
  );
  await once(child, 'close');
  const { numFailedTests, numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const failed = testResults
    .filter(({ status }) => status !== 'passed')
    .map(({ name, message }) => `${name}: ${message}`);
  expect({ failed, numFailedTests }).toEqual({ failed: [], numFailedTests: 0 });
  expect(numPassedTests).toBeGreaterThan(suite.length);
});

interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}
