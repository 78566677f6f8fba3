/** Dear queries in the thread of the bundle: the same responses as without it, and what happens when it ends. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { schema } from '../../../../schema/index.ts';
import { pulseName } from '../../../../src/db/connections/pulse.ts';
import { createLog } from '../../../../src/ground/log/log.ts';
import { createQueryThread, type QueryThread } from '../../../../src/http/graphql/thread/query-thread.ts';
import { fieldsApart } from '../../../../src/http/graphql/thread/runs-on-thread.ts';
import type { ThreadQuery } from '../../../../src/http/graphql/thread/thread-messages.ts';
import { createRequestListener } from '../../../../src/http/server.ts';
import { makeBundle } from '../../../../src/make-bundle.ts';
import { compileCacheFolder } from '../../../../src/processes/compile-cache.ts';
import type { QueryThreadData } from '../../../../src/serve-queries.ts';
import { type LocalServer, serveLocally } from '../../../support/serve-locally.ts';
import { createTestTimer } from '../../../support/test-timer.ts';
import { createWorld, type Tenant, type World } from '../../../support/world.ts';

const operatorToken = 'operator-token-of-thirty-two-characters';
const processName = `queries of a test@${hostname()}`;
/** Until a thread has loaded, or ended; milliseconds. */
const patience = { timeout: 30_000, interval: 50 };

let world: World;
let tenant: Tenant;
let bundled: string;
let folder: string;
let plain: LocalServer;
/** After each test, and after all. */
const closers: (() => Promise<unknown>)[] = [];
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  world = await createWorld({ OPERATOR_TOKEN: operatorToken });
  tenant = await world.tenant({ domain: 'acme.test', eventType: 'order.shipped' });
  for (let n = 0; n < 3; n += 1) {
    await tenant.ask(
      `mutation { contactUpsert(workspace: "${tenant.workspace}", contact: "ref:r${n}", input: { email: "r${n}@a.test" }) { contact { id } } }`,
    );
  }
  bundled = join(dirname(await makeBundle('src/main.ts', 'node_modules/.cache/tidings')), 'serve-queries.mjs');
  folder = await mkdtemp(join(tmpdir(), 'tidings-thread-'));
  plain = await serveLocally(await createRequestListener(world.app));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
  await plain.close();
  await rm(folder, { recursive: true });
  await world.close();
});

/** One with a thread that runs, for tests that neither end it nor wait for its start: each start takes a second. */
let running: ReturnType<typeof withThread> | undefined;
async function runningThread() {
  running ??= withThread(bundled, endings, `the one that runs, ${processName}`);
  const made = await running;
  await untilReady(made);
  made.taken.length = 0;
  return made;
}

/** A server with a thread of `file`, and how many queries the thread has taken. `ends` gets what closes both. */
async function withThread(file: string, ends = closers, name = processName) {
  const { app } = world;
  const timers = createTestTimer();
  const lines: string[] = [];
  const data: QueryThreadData = {
    config: app.config,
    publicUrl: app.publicUrl,
    databaseUrl: app.db.url,
    secretKey: 'a key of thirty-two characters at least',
    keptKeys: null,
    processName: name,
  };
  const thread = createQueryThread({
    file,
    data,
    compiled: compileCacheFolder,
    log: createLog('info', { write: (line) => lines.push(line) }),
    queues: async () => [{ name: 'sending', waiting: 7, taken: 5, countedAt: world.now() }],
    timer: timers.start,
  });
  ends.push(() => thread.close());
  const taken: ThreadQuery[] = [];
  const counted: QueryThread = {
    ...thread,
    run(query) {
      const answer = thread.run(query);
      if (answer) taken.push(query);
      return answer;
    },
  };
  const server = await serveLocally(await createRequestListener(app, counted));
  ends.push(() => server.close());
  return { server, taken, timers, lines, thread };
}

async function post(
  { origin }: LocalServer,
  query: string,
  options: { readonly accept?: string; readonly token?: string } = {},
) {
  const { accept = 'application/graphql-response+json', token = tenant.token } = options;
  const headers: Record<string, string> = {
    accept,
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  if (token === operatorToken) headers['tidings-platform'] = tenant.platformId;
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    text: text.replaceAll(response.headers.get('request-id') ?? '-', 'the id'),
  };
}

/** Sends a dear query until the thread has executed one. */
async function untilReady({ server, taken }: Awaited<ReturnType<typeof withThread>>) {
  await vi.waitUntil(async () => {
    await post(server, page());
    return taken.length > 0;
  }, patience);
}

/** Costs more than 200, which the thread begins at. */
const page = () =>
  `{ contacts(workspace: "${tenant.workspace}", first: 50) { totalCount nodes { id email reference tags { name } } } }`;
const noMessage = '01KJPWD6M0EESR81TJCDDBHY4Q';

it('sends the response that the process would send, in every form', async () => {
  const made = await runningThread();
  const queries: readonly (readonly [query: string, token?: string])[] = [
    [page()],
    [`query Named { __typename ${page().slice(1)}`],
    // One field is refused beside one that is not.
    [`{ message(workspace: "${tenant.workspace}", id: "${noMessage}") { id } ${page().slice(1)}`],
    [`{ contacts(workspace: "ref:missing", first: 50) { nodes { id email tags { name } } } }`],
    [`{ a: messageExplain(workspace: "${tenant.workspace}", id: "${noMessage}") { __typename } ${page().slice(1)}`],
    // What the time of the request decides.
    [`{ figures(from: "2020-01-01", to: "2020-01-02") { total { accepted } } ${page().slice(1)}`],
    [
      '{ operations { queues { name waiting taken } } platforms(first: 50) { nodes { id name createdAt } } }',
      operatorToken,
    ],
  ];
  for (const [query, token = tenant.token] of queries) {
    for (const accept of ['application/graphql-response+json', 'application/json']) {
      const before = made.taken.length;
      const through = await post(made.server, query, { accept, token });
      expect(made.taken.length, query).toBe(before + 1);
      const told = await post(plain, query, { accept, token });
      const withQueues = told.text.replace('"queues":[]', '"queues":[{"name":"sending","waiting":7,"taken":5}]');
      expect(through).toEqual({ ...told, text: withQueues });
    }
  }
  expect(made.lines).toEqual([]);
});

it('takes neither cheap queries nor mutations', async () => {
  const made = await runningThread();
  const before = made.taken.length;
  const several = Array.from(
    { length: 9 },
    (_, n) => `a${n}: contactUpsert(workspace: "${tenant.workspace}", contact: "ref:r0", input: {}) { contact { id } }`,
  );
  for (const operation of [
    `{ contacts(workspace: "${tenant.workspace}", first: 1) { nodes { id } } }`,
    `mutation { ${several} }`,
  ]) {
    expect((await post(made.server, operation)).status).toBe(200);
  }
  expect(made.taken.length).toBe(before);
});

/** Connections by which threads watch the database: one each. */
async function watching(): Promise<number | undefined> {
  const { rows } = await world.app.db.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1',
    [`${pulseName} ${processName}`],
  );
  return rows[0]?.count;
}

it('ends after a minute without a query, with its connections, and starts again', async () => {
  const made = await withThread(bundled);
  await untilReady(made);
  await vi.waitUntil(async () => (await watching()) === 1, patience);
  expect(made.timers.running()).toEqual([60_000]);
  made.timers.elapse();
  await vi.waitUntil(async () => (await watching()) === 0, patience);
  made.taken.length = 0;
  await untilReady(made);
  await vi.waitUntil(async () => (await watching()) === 1, patience);
});

it('starts ahead of a query that will come, and ends when none does', async () => {
  const { thread, timers } = await withThread(bundled);
  expect(await watching()).toBe(0);
  thread.prepare();
  thread.prepare();
  await vi.waitUntil(() => timers.running().includes(60_000), patience);
  await vi.waitUntil(async () => (await watching()) === 1, patience);
  timers.elapse();
  await vi.waitUntil(async () => (await watching()) === 0, patience);
  await thread.close();
  const running = timers.running();
  thread.prepare();
  expect(timers.running()).toEqual(running);
  expect(await watching()).toBe(0);
});

it('waits for a thread that starts, and executes in the process once it is closed', async () => {
  const made = await withThread(bundled);
  expect((await post(made.server, page())).status).toBe(200);
  expect(made.taken.length).toBe(1);
  await made.thread.close();
  expect((await post(made.server, page())).status).toBe(200);
  expect(made.taken.length).toBe(1);
});

it('executes the first list in the process until a thread is ready, and no more of a platform', async () => {
  const made = await withThread(bundled);
  const list = `{ messages(first: 50) { nodes { id state recipient createdAt workspace { id name } } pageInfo { endCursor } } }`;
  const told = await post(plain, list);
  expect(told.text).toMatch(/"requested":800,/);
  for (let n = 0; n < 2; n += 1) expect(await post(made.server, list)).toEqual(told);
  expect([made.taken.length, await watching()]).toEqual([0, 0]);
  // Another platform has its own.
  const other = await world.tenant({ domain: 'early.test' });
  expect((await post(made.server, list, { token: other.token })).status).toBe(200);
  expect(made.taken.length).toBe(0);
  // The next one waits for the thread, and so does every one that follows.
  expect(await post(made.server, list)).toEqual(told);
  expect(made.taken.length).toBe(1);
  expect((await post(made.server, list, { token: other.token })).status).toBe(200);
  expect(made.taken.length).toBe(2);
  await vi.waitUntil(async () => (await watching()) === 1, patience);
  made.timers.elapse();
  await vi.waitUntil(async () => (await watching()) === 0, patience);
  expect(await post(made.server, list)).toEqual(told);
  expect(made.taken.length).toBe(2);
});

it('executes a list in the thread, which starts, where its rows are too large for the process', async () => {
  const made = await withThread(bundled);
  const other = await world.tenant({ domain: 'wide.test', eventType: 'order.shipped' });
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key_${n}`, 'x'.repeat(256)]));
  const emit = `mutation ($input: EventEmitInput!) { eventEmit(workspace: "${other.workspace}", input: $input) { event { id } } }`;
  for (let n = 0; n < 60; n += 1) {
    const recipient = { email: `r${n}@a.test` };
    const payload = { order_number: '1', tracking_url: 'https://example.com/1' };
    await other.ask(emit, {
      input: { type: 'order.shipped', idempotencyKey: `wide-${n}`, recipient, payload, metadata },
    });
  }
  const list = (first: number) => `{ messages(first: ${first}) { nodes { id metadata } pageInfo { hasNextPage } } }`;
  const through = (first: number) => post(made.server, list(first), { token: other.token });
  expect((await through(10)).text).toContain('xxx');
  expect(made.taken.length).toBe(0);
  expect(await through(100)).toEqual(await post(plain, list(100), { token: other.token }));
  expect(made.taken.length).toBe(1);
});

it('moves a cheap query to the thread once it has read more than 256 KiB', async () => {
  const made = await runningThread();
  const name = 'thread.noted';
  await tenant.ask(
    `mutation { eventTypeSave(name: "${name}", input: { fields: [{ name: "note", type: string }] }) { created } }`,
  );
  const queryOf = async (note: string) => {
    const { data } = await tenant.ask(
      `mutation ($payload: JSONObject!) { eventEmit(workspace: "${tenant.workspace}", input: { type: "${name}", idempotencyKey: "k${note.length}", recipient: { email: "r@a.test" }, payload: $payload }) { event { id } } }`,
      { payload: { note } },
    );
    return `{ event(workspace: "${tenant.workspace}", id: "${data?.eventEmit.event.id}") { payload } }`;
  };
  const small = await post(made.server, await queryOf('x'.repeat(100_000)));
  expect(small.text).toContain('xxx');
  expect(made.taken.length).toBe(0);
  const large = await post(made.server, await queryOf('x'.repeat(400_000)));
  expect(large.text.length).toBeGreaterThan(400_000);
  expect(made.taken.length).toBe(1);
});

it.skipIf(process.platform !== 'linux')('has a lower priority than the process', async () => {
  const made = await withThread(bundled);
  const below = async () => {
    const tasks = await readdir('/proc/self/task');
    const low = Math.min(getPriority() + 10, constants.priority.PRIORITY_LOW);
    return tasks.filter((id) => getPriority(Number(id)) >= low).length;
  };
  const before = await below();
  await untilReady(made);
  // Once it is prepared.
  await vi.waitUntil(async () => (await below()) > before, patience);
});

it('reads a page of REST in the thread once it has more than 256 KiB, with the same response', async () => {
  const made = await runningThread();
  const other = await world.tenant({ domain: 'rest.test' });
  const path = `/v1/workspaces/${other.workspace}/contacts`;
  const get = async ({ origin }: LocalServer, at: string) => {
    const response = await fetch(`${origin}${at}`, { headers: { authorization: `Bearer ${other.token}` } });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  await other.ask(
    'mutation { attributeDefinitionCreate(input: { key: "note", name: "Note", type: string }) { attributeDefinition { key } } }',
  );
  for (let n = 0; n < 8; n += 1) {
    await other.ask(
      `mutation ($attributes: JSONObject) { contactUpsert(workspace: "${other.workspace}", contact: "ref:r${n}", input: { email: "r${n}@a.test", attributes: $attributes }) { contact { id } } }`,
      { attributes: { note: 'x'.repeat(50_000) } },
    );
  }
  const inProcess = await get(plain, `${path}?tag=none`);
  expect(await get(made.server, `${path}?tag=none`)).toEqual(inProcess);
  expect(made.taken.length).toBe(0);
  const inThread = await get(made.server, path);
  expect(made.taken.length).toBe(1);
  expect(inThread.status).toBe(200);
  expect(inThread).toEqual(await get(plain, path));
  // The path is known now. An error of the thread is one of REST.
  expect(await get(made.server, `${path}?search=${'x'.repeat(10)}`)).toEqual(
    await get(plain, `${path}?search=xxxxxxxxxx`),
  );
  expect(made.taken.length).toBe(2);
});

it('takes every query of figures, whose work is PostgreSQL’s', async () => {
  const { Query } = schema.getTypeMap();
  expect([...fieldsApart].filter((name) => !isObjectType(Query) || !(name in Query.getFields()))).toEqual([]);
  const made = await runningThread();
  const query = '{ currentKey { platform { figures(from: "2026-01-01", to: "2026-01-02") { total { accepted } } } } }';
  const answered = await post(made.server, query);
  expect(answered.text).toContain('"accepted":0');
  expect(made.taken.length).toBe(1);
});

/** A thread that ends at a query of `{ poison }`, and answers others but the first `{ held }`. */
async function fragile() {
  const file = join(folder, 'fragile.mjs');
  await writeFile(
    file,
    `import { parentPort, workerData } from 'node:worker_threads';
     const started = Atomics.add(new Int32Array(workerData.started), 0, 1) + 1;
     parentPort.on('message', ({ kind, id, asked }) => {
       if (kind === 'end') return parentPort.close();
       if (asked.text === '{ poison }') throw new Error('person@acme.test');
       if (asked.text === '{ held }' && started === 1) return;
       parentPort.postMessage({ kind: 'answer', id, answer: { data: { text: asked.text }, errors: [] } });
     });
     parentPort.postMessage({ kind: 'ready' });`,
  );
  const lines: string[] = [];
  const timers = createTestTimer();
  const thread = createQueryThread({
    file,
    data: { started: new SharedArrayBuffer(4) },
    log: createLog('info', { write: (line) => lines.push(line) }),
    queues: async () => [],
    timer: timers.start,
  });
  closers.push(() => thread.close());
  const run = async (platformId: string, text: string) =>
    thread.run({
      text,
      operationName: null,
      variables: {},
      viewer: { ...world.viewer({ platformId }), app: undefined } as unknown as ThreadQuery['viewer'],
      at: world.now(),
      extensions: {},
      rest: null,
    });
  return { run, timers, lines };
}

it('refuses the platform whose query ended the thread for ten seconds, and no other', async () => {
  const { run, timers, lines } = await fragile();
  await run('good', '{ first }');
  await expect(run('bad', '{ poison }')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 10 } });
  await expect(run('bad', '{ other }')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 10 } });
  expect(await run('good', '{ second }')).toMatchObject({ data: { text: '{ second }' } });
  expect(lines.join()).toMatch(/"name":"Error".*ended by an error/);
  expect(lines.join()).not.toContain('person@');
  expect(timers.running()).toContain(10_000);
  timers.elapse();
  expect(await run('bad', '{ third }')).toMatchObject({ data: { text: '{ third }' } });
});

it('executes again, each alone, what several platforms had in the thread when it ended', async () => {
  const { run } = await fragile();
  await run('good', '{ first }');
  const held = run('good', '{ held }');
  const poison = run('bad', '{ poison }');
  await expect(poison).rejects.toMatchObject({ details: { retryAfter: 10 } });
  expect(await held).toMatchObject({ data: { text: '{ held }' } });
  expect(await run('good', '{ second }')).toMatchObject({ data: { text: '{ second }' } });
});

it('has two queries of a platform in the thread, and lets platforms take turns', async () => {
  const { run, timers } = await fragile();
  await run('good', '{ first }');
  const inside = [run('busy', '{ held }'), run('busy', '{ held }')];
  const behind = run('busy', '{ behind }');
  expect(await run('good', '{ second }')).toMatchObject({ data: { text: '{ second }' } });
  // What waits gives up after ten seconds.
  timers.elapse();
  await expect(behind).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
  for (const each of inside) each.catch(() => undefined);
});

it('answers unavailable while no thread can be started, and tries again after a second', async () => {
  const file = join(folder, 'broken.mjs');
  await writeFile(file, "throw new Error('no thread')");
  const made = await withThread(file);
  const refused = await post(made.server, page());
  expect(refused).toMatchObject({ status: 503, retryAfter: '1' });
  expect(refused.text).toContain('"code":"unavailable"');
  // The process itself answers a platform that reads little.
  const { token } = await world.tenant({ domain: 'light.test' });
  expect((await post(made.server, '{ workspaces(first: 1) { nodes { id } } }', { token })).status).toBe(200);
  expect(made.timers.running()).toContain(1_000);
});
