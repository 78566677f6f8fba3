import { expect, test } from 'vitest';
import { readConfig } from '../../src/ground/config/config.ts';
import { connectionsOf, fittingCount, poolOf } from '../../src/processes/connections.ts';
import { processCount } from '../../src/processes/process-count.ts';
import { restartPause } from '../../src/processes/restart-pause.ts';
import { createTestDatabase } from '../support/test-database.ts';

const gibibyte = 1_024 ** 3;

test.each([
  { cores: 1, memory: 64 * gibibyte, count: 1 },
  { cores: 2, memory: 64 * gibibyte, count: 1 },
  { cores: 4, memory: 64 * gibibyte, count: 2 },
  { cores: 7, memory: 64 * gibibyte, count: 3 },
  { cores: 64, memory: 64 * gibibyte, count: 4 },
  { cores: 64, memory: 3.9 * gibibyte, count: 3 },
  { cores: 64, memory: 0.5 * gibibyte, count: 1 },
])('$cores cores and $memory bytes of memory are for $count processes', ({ count, ...machine }) => {
  expect(processCount(machine)).toBe(count);
});

test('processes divide the default pool, and each has the whole of a pool that was asked for', () => {
  const pools = (env: NodeJS.ProcessEnv) => [1, 2, 4].map((count) => poolOf(readConfig(env), count));
  expect(pools({})).toEqual([16, 8, 8]);
  expect(pools({ DATABASE_POOL: '16' })).toEqual([16, 16, 16]);
  // The smallest PostgreSQL that is left as it comes has 100 connections, three of them for superusers.
  expect(connectionsOf(readConfig({}), 4)).toBeLessThan(97);
});

test('auto takes as many processes as the database has connections for, a number that does not fit is refused', async () => {
  const database = await createTestDatabase();
  try {
    const fitting = (env: NodeJS.ProcessEnv) => fittingCount(readConfig(env), database.url, 4);
    expect(await fitting({ DATABASE_POOL: '8' })).toBe(4);
    expect(await fitting({ DATABASE_POOL: '150' })).toBe(2);
    expect(await fitting({ DATABASE_POOL: '200' })).toBe(1);
    await expect(fitting({ DATABASE_POOL: '150', PROCESSES: '4' })).rejects.toThrow('PROCESSES: 4 processes need 643');
    const pooler = { DATABASE_LISTEN_URL: database.url };
    expect(await fitting({ DATABASE_POOL: '150', PROCESSES: '4', ...pooler })).toBe(4);
  } finally {
    await database.drop();
  }
});

test('a process that ends again and again is started after longer and longer pauses', () => {
  let pause: number | null = null;
  const pauses = Array.from({ length: 11 }, () => (pause = restartPause(pause, 10)));
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  expect(restartPause(30_000, 60_000)).toBe(100);
});
