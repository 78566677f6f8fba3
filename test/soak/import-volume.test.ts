/** A million contacts from one file: how long it takes, what it holds in memory, and what kills in the middle leave. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureWebhookCertificate } from '../../src/local/certificate-authority.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { loadWorker, type WorkerPlace, type WorkerProcess } from '../support/worker-process.ts';
import { isWhole, ofWhole } from './share.ts';

const rows = Math.max(20_000, ofWhole(1_000_000));
const killedRows = Math.max(60_000, ofWhole(300_000));
const kills = 3;
/** Time for a million rows on two cores, from the first byte to the last row; milliseconds. */
const wholeTime = 60_000;
/** Growth of a process's memory from the first half of the rows to the second; bytes. */
const growthMax = 64 * 1_048_576;
/** Longest time for what is left; milliseconds. */
const patience = 600_000;

let service: TestService;
let dataDir: string;
let place: WorkerPlace;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-import-'));
  await ensureWebhookCertificate(dataDir, ['hooks.test']);
  // It takes the file; the workers write the rows.
  service = await startTestService({ env: { ROLES: 'api' } });
  place = { databaseUrl: service.service.app.db.url, dataDir };
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function load(): Promise<WorkerProcess> {
  const worker = await loadWorker(place);
  workers.push(worker);
  return worker;
}

/** A file of `count` rows, of which one in a thousand is bad and one in a hundred names a person again. */
function* linesOf(count: number): Generator<string> {
  yield 'reference,email,locale,plan,seats\n';
  for (let n = 1; n <= count; n += 1) {
    if (n % 1_000 === 0) yield `person-${n},no address,de,gold,${n % 50}\n`;
    else if (n % 100 === 0) yield `person-${n - 1},person-${n - 1}@example.com,en,"silver, again",${n % 50}\n`;
    else yield `person-${n},person-${n}@example.com,de,gold,${n % 50}\n`;
  }
}

const expectedOf = (count: number) => {
  const refused = Math.floor(count / 1_000);
  const updated = Math.floor(count / 100) - refused;
  return { rows: count, created: count - refused - updated, updated, refused };
};

async function* bytesOf(count: number): AsyncGenerator<Uint8Array> {
  let piece = '';
  for (const line of linesOf(count)) {
    piece += line;
    if (piece.length < 65_536) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

async function platform(name: string): Promise<Backend> {
  const backend = await service.platform(name);
  for (const [key, type] of [
    ['plan', 'string'],
    ['seats', 'number'],
  ]) {
    await backend.rest('POST', '/attribute-definitions', { key, name: key, type });
  }
  return backend;
}

/** Sends the file as a stream; gives the id of its import. */
async function send({ apiKey }: Backend, count: number): Promise<string> {
  const url = `${service.service.url}/v1/workspaces/ref:shop/contacts/imports`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'text/csv' },
    body: bytesOf(count),
    duplex: 'half',
  });
  // biome-ignore lint/suspicious/noExplicitAny: read as the operation promises.
  const body = (await response.json()) as any;
  expect(response.status, JSON.stringify(body)).toBe(202);
  return body.data.id;
}

const read = async (backend: Backend, id: string) =>
  (await backend.rest('GET', `/workspaces/ref:shop/imports/${id}`)).body.data;

type Watch = (found: { readonly rows: number }) => Promise<void>;

async function finished(backend: Backend, id: string, watch: Watch = async () => undefined) {
  for (const until = performance.now() + patience; performance.now() < until; ) {
    const found = await read(backend, id);
    await watch(found);
    if (found.state !== 'running') return found;
    await sleep(200);
  }
  throw new Error('The import does not end');
}

const contactsOf = async ({ platformId }: Backend) => {
  const { rows: counted } = await service.service.app.db.pool.query(
    'SELECT count(*)::int AS n, count(DISTINCT reference)::int AS people FROM contacts WHERE platform_id = $1',
    [platformId],
  );
  return counted[0];
};

/** Rows that are written or rejected. */
async function done(id: string): Promise<number> {
  const { rows: found } = await service.service.app.db.pool.query(
    'SELECT created + updated + refused AS n FROM imports WHERE id = $1',
    [id],
  );
  return found[0].n;
}

/** Resident bytes of a process. */
async function residentOf(pid: number): Promise<number> {
  const [, resident = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return Number(resident) * 4_096;
}

test(`a file of ${rows} rows is written within a minute for a million, in flat memory`, async () => {
  const backend = await platform('Acme');
  const worker = await load();
  await worker.start();
  const most = { own: [0, 0], worker: [0, 0] };
  const watch = async (half: 0 | 1) => {
    most.own[half] = Math.max(most.own[half] ?? 0, await residentOf(process.pid));
    most.worker[half] = Math.max(most.worker[half] ?? 0, await residentOf(worker.pid));
  };
  const began = performance.now();
  const id = await send(backend, rows);
  const sent = performance.now() - began;
  const ended = await finished(backend, id, (found) => watch(found.rows < rows / 2 ? 0 : 1));
  const took = performance.now() - began;
  const mib = (bytes: number) => Math.round(bytes / 1_048_576);
  const [own, its] = [most.own.map(mib).join(' and '), most.worker.map(mib).join(' and ')];
  process.stdout.write(
    `${rows} rows of ${mib(ended.bytes)} MiB in ${Math.round(took)} ms, ${Math.round(sent)} of them for the upload: ` +
      `${Math.round((rows / took) * 1_000)} a second; in its halves the worker had ${its} MiB, ` +
      `the process that takes files ${own}\n`,
  );
  expect(ended).toMatchObject({ state: 'finished', ...expectedOf(rows), bytes_done: ended.bytes });
  const { created } = expectedOf(rows);
  expect(await contactsOf(backend)).toEqual({ n: created, people: created });
  if (isWhole) {
    for (const [first = 0, second = 0] of Object.values(most)) expect(second - first).toBeLessThan(growthMax);
    expect(took).toBeLessThan(wholeTime);
  }
  await worker.kill();
});

test(`an import whose process is killed ${kills} times in the middle is gone on with, and writes each row once`, async () => {
  const backend = await platform('Bcme');
  const id = await send(backend, killedRows);
  const seen: number[] = [];
  let worker = await load();
  for (let kill = 1; kill <= kills; kill += 1) {
    const next = await load();
    await worker.start();
    const death = (killedRows * kill) / (kills + 3);
    while ((await done(id)) < death) await sleep(2);
    await sleep(Math.random() * 20);
    await worker.kill();
    worker = next;
    expect((await read(backend, id)).state, `after kill ${kill}`).toBe('running');
    seen.push(await done(id));
  }
  await worker.start();
  const ended = await finished(backend, id);
  process.stdout.write(`an import of ${killedRows} rows was killed with ${seen.join(', ')} rows written\n`);
  expect(Math.max(...seen)).toBeLessThan(killedRows);
  const { created, ...counts } = expectedOf(killedRows);
  expect(ended).toMatchObject({ state: 'finished', created, ...counts });
  expect(await contactsOf(backend)).toEqual({ n: created, people: created });
  const page = await backend.rest('GET', `/workspaces/ref:shop/imports/${id}/faults?per_page=100`);
  expect(page.body.data.slice(0, 2)).toEqual([
    { line: 1_001, code: 'validation_failed', errors: { email: [expect.any(String)] } },
    { line: 2_001, code: 'validation_failed', errors: { email: [expect.any(String)] } },
  ]);
});
