import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureSecrets } from '../../src/local/generated-secrets.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const unset = () => ({ dataDir, secretKey: null, operatorToken: null });

test('secrets are made once, kept, and for their owner alone', async () => {
  const made = await ensureSecrets(unset());
  expect(made.secretKey.length).toBeGreaterThanOrEqual(32);
  expect(made.operatorToken).not.toBe(made.secretKey);
  expect(await ensureSecrets(unset())).toEqual(made);
  for (const file of await readdir(dataDir)) expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
});

test('calls at once agree on what was made, and leave nothing over', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => ensureSecrets(unset())));
  expect(new Set(made.map((secrets) => JSON.stringify(secrets)))).toHaveLength(1);
  expect(await readdir(dataDir)).toHaveLength(2);
});

test('what the configuration names is used, and nothing is made', async () => {
  const given = { dataDir, secretKey: 'k'.repeat(32), operatorToken: 't'.repeat(16) };
  expect(await ensureSecrets(given)).toEqual({ secretKey: given.secretKey, operatorToken: given.operatorToken });
  expect(await readdir(dataDir)).toEqual([]);
});
