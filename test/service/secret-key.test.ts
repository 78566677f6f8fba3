/** A key that does not fit the database: no process works with it, and the start says what to do. */
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/ground/config/config.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { startService } from '../../src/start-service.ts';
import { openClient } from '../support/open-client.ts';
import { runService } from '../support/run-service.ts';
import { startTestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';

const key = 'a key of thirty-two characters at least';
const otherKey = 'another key of thirty-two characters, or more';
const misfit = /SECRET_KEY does not fit this database.*secret-key/s;

async function database() {
  const made = await createTestDatabase();
  onTestFinished(() => made.drop());
  const client = await openClient(made.url);
  onTestFinished(() => client.end());
  return { url: made.url, client };
}

async function start(databaseUrl: string, secretKey: string, roles: string) {
  const config = readConfig({ PORT: '0', INBOUND_PORT: '0', ROLES: roles, STOP_GRACE: '3' });
  const service = await startService({
    config,
    databaseUrl,
    secretKey,
    log: createLog('silent'),
    inbox: { host: '127.0.0.1', port: 9 },
    webhookCaFile: null,
  });
  await service.stop();
}

test('the first start marks the database; another key starts in no role, and the right one in each', async () => {
  const { url, client } = await database();
  await start(url, key, 'api');
  const { rows } = await client.query('SELECT key_check FROM deployment');
  expect(rows).toHaveLength(1);
  for (const role of ['api', 'worker', 'inbound']) {
    await expect(start(url, otherKey, role), role).rejects.toThrow(misfit);
    await start(url, key, role);
  }
  expect((await client.query('SELECT key_check FROM deployment')).rows).toEqual(rows);
});

test('starts at once mark the database once', async () => {
  const { url, client } = await database();
  const starts = await Promise.allSettled([key, otherKey, key, otherKey].map((each) => start(url, each, 'worker')));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect((await client.query('SELECT FROM deployment')).rowCount).toBe(1);
});

test('a database from before the mark is tried by its sealed rows', async () => {
  const { url, client } = await database();
  const tidings = await startTestService({ databaseUrl: url });
  await tidings.platform('Acme');
  await tidings.stop();
  await client.query('DELETE FROM deployment');
  await expect(start(url, otherKey, 'api')).rejects.toThrow(misfit);
  expect((await client.query('SELECT FROM deployment')).rowCount).toBe(0);
  await start(url, key, 'api');
  await expect(start(url, otherKey, 'api')).rejects.toThrow(misfit);
});

test.for(['1', '2'])('npm start with PROCESSES=%s ends with the words', async (processes) => {
  const { url } = await database();
  await start(url, key, 'api');
  const running = await runService({
    NODE_ENV: 'production',
    PROCESSES: processes,
    DATABASE_URL: url,
    SECRET_KEY: otherKey,
    OPERATOR_TOKEN: 'operator-token-of-the-tests',
    PUBLIC_URL: 'https://tidings.example',
    TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SPF_VALUE: 'include:_spf.tidings.example',
    PORT: '0',
    INBOUND_PORT: '0',
  });
  onTestFinished(() => running.kill());
  expect(await running.ended).toBe(1);
  expect(running.complained()).toMatch(misfit);
});
