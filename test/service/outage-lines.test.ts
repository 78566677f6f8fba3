/** A whole service in an outage of its database: two lines of warning, however much fails (docs/rules.md#outages-in-the-log). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { type Wire, wireTo } from '../support/wire.ts';

/** Of pino. */
const warn = 40;
const requests = 50;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly failed?: Readonly<Record<string, number>>;
  readonly path?: string;
  readonly platform?: string | null;
}

const lines: Line[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let wire: Wire;
let tidings: TestService;
let acme: Backend;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  wire = await wireTo(Number(url.port));
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  tidings = await startTestService({ databaseUrl: url.href, log });
  acme = await tidings.platform('Acme');
});
afterAll(async () => {
  await tidings?.stop();
  await wire?.cut();
  await database?.drop();
});

test('requests, sweeps, the queue and leases fail, and the log has the beginning and the end', async () => {
  const before = lines.length;
  const warnings = () => lines.slice(before).filter(({ level }) => level >= warn);
  await wire.cut();
  const answers = await Promise.all(Array.from({ length: requests }, () => acme.rest('GET', '/workspaces')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  await expect.poll(() => tidings.service.app.db.isAnswering()).toBe(false);
  // Whatever else asks the database has failed by the time that the sweeps have.
  for (let n = 0; n < requests; n += 1) await acme.rest('GET', '/workspaces');
  await expect.poll(() => warnings().map(({ msg }) => msg)).toEqual(['the database is gone: an outage begins']);
  await wire.mend();
  await expect.poll(() => warnings().length, { timeout: 20_000 }).toBe(2);
  const last = warnings().at(-1);
  expect(last?.msg).toBe('the database is back: the outage is over');
  expect(last?.failed).toMatchObject({ 'a sweep failed; the next one goes on': expect.any(Number) });
  expect(last?.failed?.['The database could not serve a request']).toBeGreaterThanOrEqual(requests);
  expect((await acme.rest('GET', '/workspaces')).status).toBe(200);
}, 60_000);
