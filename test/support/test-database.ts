/** Databases of a test's own, in the PostgreSQL of the run. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { openClient } from './open-client.ts';

export interface TestDatabase {
  readonly url: string;
  /** Cuts connections that are still open. */
  drop(): Promise<void>;
}

/** A migrated database without rows. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(inject('templateDatabase'));
}

/** A database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template1');
}

async function create(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying the files takes a third of the time of writing each block to the log.
  await query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

/** How often, and how long, a drop waits for connections that end: one that is cut then is an error that nobody hears. */
const looks = 20;
const lookEvery = 10;

async function dropDatabase(name: string): Promise<void> {
  const client = await openClient(inject('postgresUrl'));
  try {
    for (let look = 0; look < looks; look += 1) {
      const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
      if (rowCount === 0) break;
      await sleep(lookEvery);
    }
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function query(statement: string): Promise<void> {
  const client = await openClient(inject('postgresUrl'));
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
