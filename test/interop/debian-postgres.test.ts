/**
 * The suites of REST, of the jobs and of the console on Debian's PostgreSQL, whose server lives in New York and speaks
 * German: times, dates, sort order and messages are its own (docs/rules.md#session-settings).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DebianPostgres, startDebianPostgres } from './programs/debian-postgres.ts';
import { shortForm } from './programs/short-form.ts';

const settings = {
  TimeZone: 'America/New_York',
  DateStyle: 'German',
  IntervalStyle: 'iso_8601',
  lc_messages: 'de_DE.UTF-8',
  default_transaction_isolation: 'repeatable read',
  bytea_output: 'escape',
  extra_float_digits: '0',
  jit_above_cost: '0',
};

let postgres: DebianPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startDebianPostgres(settings);
  folder = await mkdtemp(join(tmpdir(), 'tidings-suites-'));
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the server says in German what it refuses, and sorts as Germans do', async () => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT now()::text ~ '^[0-9]{2}[.][0-9]{2}[.][0-9]{4}' AS german, 'ä' < 'b' AS sorts",
    );
    expect(rows).toEqual([{ german: true, sorts: true }]);
    await expect(client.query('SELECT 1 / 0')).rejects.toThrow('Division durch Null');
  } finally {
    await client.end();
  }
});

/**
 * The short form is the files of each suite that show the most times, dates, sorted words and errors of PostgreSQL. Those of
 * outages have a server of their own, which is not this one.
 */
const rest = shortForm ? ['list', 'timestamp', 'emit-', 'get-message', 'explain', 'tenancy'] : [''];
const jobs = shortForm
  ? ['messages/outcomes', 'events/scheduled', 'workspaces/health', 'retention']
  : ['service', 'turns', 'events', 'messages', 'webhooks', 'workspaces'];
const pages = shortForm ? ['/explain'] : [''];
const suites = {
  'of REST and of the jobs': [
    ...['--project', 'rest', '--project', 'house'],
    ...[...rest.map((name) => `rest/${name}`), ...jobs.map((folder) => `${folder}/`)].map((path) => `test/${path}`),
  ],
  'of the console': [
    ...['--config', 'test/interop/vitest.config.ts', '--root', '.'],
    ...pages.map((page) => `test/interop/console${page}`),
  ],
};

// Each in a run of its own.
test.each(Object.entries(suites))('the suite %s passes on it', { timeout: 3_600_000 }, async (name, args) => {
  const report = join(folder, `${name.replaceAll(' ', '-')}.json`);
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...args, '--reporter=json', `--outputFile.json=${report}`],
    { env: { PATH: process.env.PATH, HOME: process.env.HOME, TEST_POSTGRES_URL: postgres.url }, stdio: 'ignore' },
  );
  await once(child, 'close');
  const { testResults, numPassedTests } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const failed = testResults.flatMap(({ name: file, message, assertionResults }) => [
    ...(message ? [`${file}: ${message}`] : []),
    ...assertionResults.flatMap(({ status, fullName, failureMessages }) =>
      status === 'failed' ? [`${file} > ${fullName}: ${failureMessages.join('\n')}`] : [],
    ),
  ]);
  // CI ends with the messages of errors: a comparison would show the first letters of the first failure alone.
  if (failed.length > 0) throw new Error(failed.join('\n'));
  expect(numPassedTests).toBeGreaterThan(0);
});

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
