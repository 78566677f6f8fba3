/** One start with two processes of the service on one port: they work, die, come back and end together. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { everyWay } from '../support/every-way.ts';
import { childrenOf, isThere, type RunningService, runService } from '../support/run-service.ts';
import { scrape } from '../support/scraped.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const operatorToken = 'operator-token-of-the-tests';
/** Until it is ready; milliseconds. */
const patience = 240_000;

let dataDir: string;
let database: TestDatabase;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-processes-'));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const common = () => ({
  PROCESSES: '2',
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  // One database has one key.
  SECRET_KEY: 'a key of thirty-two characters at least',
  PORT: '0',
  INBOUND_PORT: '0',
  INBOX_PORT: '0',
  METRICS_PORT: '0',
});

function production(change: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    ...common(),
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tidings.test',
    TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SPF_VALUE: 'ip4:127.0.0.1',
    OPERATOR_TOKEN: operatorToken,
    ...change,
  };
}

const readyLine = (service: RunningService) => service.log().find(({ msg }) => msg === 'ready');

async function ready(service: RunningService): Promise<string> {
  await expect
    .poll(() => (service.process.exitCode === null ? readyLine(service) : service.complained()), { interval: 20 })
    .toMatchObject({ processes: 2 });
  return String(readyLine(service)?.url);
}

/** Whether somebody listens there. */
async function isTaken(url: string): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
    return false;
  } catch {
    return true;
  } finally {
    server.close();
  }
}

describe('two processes', () => {
  let service: RunningService;
  let local: { readonly base_url: string; readonly inbox_url: string; readonly api_key: string };
  const agents: Agent[] = [];

  beforeAll(async () => {
    service = await runService({ ...common(), OPERATOR_TOKEN: operatorToken });
    await vi.waitFor(() => expect(service.said()).toContain('The mail is then'), { timeout: patience, interval: 20 });
    local = JSON.parse(await readFile(join(dataDir, 'local.json'), 'utf8'));
  });
  afterAll(async () => {
    await Promise.all(agents.map((agent) => agent.destroy()));
    await service.kill();
  });

  /** A request over a connection of its own. */
  async function ask(path: string, body?: object) {
    const agent = new Agent();
    agents.push(agent);
    const response = await fetch(`${local.base_url}${path}`, {
      dispatcher: agent,
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${local.api_key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await response.arrayBuffer();
    await agent.close();
    return response.status;
  }
  const emit = (key: string, email: string) =>
    ask('/workspaces/ref:demo/events', {
      type: 'order.shipped',
      idempotency_key: key,
      recipient: { email },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    });
  const arrived = async () => {
    const mails = (await (await fetch(`${local.inbox_url}/email`)).json()) as { to: { address: string }[] }[];
    return new Set(mails.map(({ to }) => to[0]?.address));
  };
  /** Resolves once each process has answered a request since line `since` of the log. */
  const bothAnswer = (since = 0) =>
    expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 10 }, () => ask('/workspaces/ref:demo')));
          const requests = service
            .log()
            .slice(since)
            .filter(({ msg }) => msg === 'request');
          return [...new Set(requests.map(({ process }) => process))].sort();
        },
        { interval: 20 },
      )
      .toEqual([1, 2]);

  test('answer on one port, and say once that they are ready', async () => {
    await bothAnswer();
    expect(service.said().match(/Tidings is ready/g)).toHaveLength(1);
    expect(service.log().filter(({ msg }) => msg === 'ready')).toMatchObject([{ processes: 2 }]);
  });

  test('tell their metrics on one port, each under its number, and are ready together', async () => {
    const [line, ...others] = service.log().filter(({ msg }) => msg === 'metrics are answered');
    expect(others).toEqual([]);
    const url = String(line?.url);
    const seen = await scrape(url);
    for (const process of ['1', '2']) {
      expect(seen.value('tidings_process_up', { process })).toBe(1);
      expect(seen.value('tidings_http_requests_total', { process, api: 'rest', status: '200' })).toBeGreaterThan(0);
    }
    expect(seen.text.match(/^# TYPE tidings_process_up /gm)).toHaveLength(1);
    const readiness = await fetch(`${url}/readyz`);
    expect([readiness.status, await readiness.json()]).toMatchObject([
      200,
      { status: 'ok', processes: { 1: { parts: { database: 'ok' } }, 2: { parts: { queue: 'ok' } } } },
    ]);
  });

  interface Watched {
    readonly processes: readonly { readonly name: string; readonly roles: readonly string[] }[];
    readonly queues: readonly { readonly name: string; readonly waiting: number; readonly taken: number }[];
    readonly sending: { readonly queued: { readonly count: number }; readonly sending: { readonly count: number } };
  }

  /** What the operator sees of the deployment. */
  async function watch(): Promise<Watched> {
    const query = `{ operations { processes { name roles } queues { name waiting taken }
      sending { queued { count } sending { count } } } }`;
    const response = await fetch(new URL('/graphql', local.base_url), {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { data: { operations: Watched } }).data.operations;
  }

  const idsOf = ({ processes }: Watched) => processes.map(({ name }) => Number(/^(\d+)@./.exec(name)?.[1])).sort();

  test('are shown to the operator, with the queues by which they wake each other', async () => {
    const watched = await watch();
    expect(idsOf(watched)).toEqual([...(await childrenOf(service.process))].sort());
    for (const { roles } of watched.processes) expect(roles).toEqual(['api', 'worker', 'inbound']);
    expect(watched.queues.map(({ name }) => name)).toEqual(['sending', 'webhooks', 'domains', 'erasures', 'imports']);
  });

  test('count the hour of one address together', async () => {
    const emits = Array.from({ length: 40 }, (_, n) => emit(`hour-${n}`, 'delivered+hour@simulator.test'));
    const statuses = await Promise.all(emits);
    expect(statuses.filter((status) => status === 202)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('lose no emit that was accepted when one is killed; the other answers all meanwhile, and it comes back', async () => {
    const [victim = 0, ...others] = await childrenOf(service.process);
    expect(others).toHaveLength(1);
    const before = service.log().length;
    const accepted = new Set<string>();
    let next = 0;
    const emitUntil = async (isOver: () => boolean) => {
      while (!isOver()) {
        const address = `reader-${next++}@example.com`;
        // A connection of the killed process breaks.
        if ((await emit(address, address).catch(() => null)) === 202) accepted.add(address);
      }
    };
    const senders = Array.from({ length: 10 }, () => emitUntil(() => !isThere(victim)));
    await expect.poll(() => accepted.size, { interval: 5 }).toBeGreaterThan(50);
    process.kill(victim, 'SIGKILL');
    await Promise.all(senders);
    // New connections, from its death until another process serves for it.
    const statuses: number[] = [];
    const isBack = () => service.log().some(({ msg }) => msg === 'process ready');
    while (statuses.length < 20 || !isBack()) statuses.push(await ask('/workspaces/ref:demo'));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const said = service.log().slice(before);
    expect(said.find(({ msg }) => msg === 'process ended; starting another')).toMatchObject({ signal: 'SIGKILL' });
    await bothAnswer(before + said.length);
    const children = await childrenOf(service.process);
    expect(children).toHaveLength(2);
    expect(children).not.toContain(victim);
    await expect
      .poll(async () => {
        const there = await arrived();
        return [...accepted].filter((address) => !there.has(address));
      })
      .toEqual([]);
    // The operator sees the process that came back in place of the killed one, and nothing that waits.
    const idle = { queued: { count: 0 }, sending: { count: 0 } };
    await expect.poll(async () => idsOf(await watch())).toEqual([...children].sort());
    await expect.poll(async () => (await watch()).sending).toEqual(idle);
    await expect
      .poll(async () => (await watch()).queues)
      .toMatchObject(Array.from({ length: 5 }, () => ({ waiting: 0, taken: 0 })));
  });

  test('end at SIGTERM, with the port free', async () => {
    const children = await childrenOf(service.process);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(children.filter(isThere)).toEqual([]);
    expect(await isTaken(local.base_url)).toBe(false);
    expect(service.log().filter(({ msg }) => msg === 'stopping')).toHaveLength(1);
    expect(service.complained()).toBe('');
  });
});

test('the processes end by themselves when their supervisor is killed, and answer what they have in hand', async () => {
  const service = await runService(production());
  onTestFinished(() => service.kill());
  const url = await ready(service);
  const children = await childrenOf(service.process);
  expect(children).toHaveLength(2);
  const client = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  let answer = '';
  client.on('data', (part) => {
    answer += part;
  });
  const body = '{"query": "{ __typename }"}';
  const headers = [
    'Host: here',
    `Authorization: Bearer ${production().OPERATOR_TOKEN}`,
    'Content-Type: application/json',
  ];
  headers.push(`Content-Length: ${body.length}`, 'Expect: 100-continue');
  client.write(`POST /graphql HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => answer, { interval: 5 }).toContain('100 Continue');
  service.process.kill('SIGKILL');
  const stops = () => service.log().filter(({ reason }) => reason === 'the supervisor has ended');
  await expect
    .poll(
      () =>
        stops()
          .map(({ process }) => process)
          .sort(),
      { interval: 5 },
    )
    .toEqual([1, 2]);
  // A client that says with its request that it sends no more counts as gone.
  client.write(body);
  await expect.poll(() => answer, { interval: 5 }).toContain('HTTP/1.1 200 OK');
  client.end();
  await expect.poll(() => children.filter(isThere), { interval: 20 }).toEqual([]);
  expect(await isTaken(url)).toBe(false);
});

describe('a start that cannot be ends once, with its cause said once', () => {
  const faults = [
    // The processes find it.
    { name: 'a port in use', env: (port: number) => ({ PORT: String(port) }), said: /^ {2}PORT: port \d+ is in use/gm },
    {
      name: 'more connections than the database has',
      env: () => ({ DATABASE_POOL: '200' }),
      said: /^ {2}PROCESSES: 2 processes need 423 connections, the database allows 397/gm,
    },
    { name: 'a setting', env: () => ({ PROCESSES: '0' }), said: /^ {2}PROCESSES: must be auto, or/gm },
  ];

  test.concurrent.for(everyWay ? faults : faults.slice(0, 1))(
    '$name',
    async ({ env, said }, { expect, onTestFinished }) => {
      const other = createServer();
      onTestFinished(() => void other.close());
      await once(other.listen(0, '127.0.0.1'), 'listening');
      const service = await runService(production(env((other.address() as AddressInfo).port)));
      onTestFinished(() => service.kill());
      expect(await service.ended).toBe(1);
      expect(service.complained().match(said), service.complained()).toHaveLength(1);
      expect(service.log().filter(({ msg }) => msg === 'ready' || msg === 'process ended; starting another')).toEqual(
        [],
      );
    },
  );
});
