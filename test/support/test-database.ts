/** Databases of a test's own, in the PostgreSQL of the run. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
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

/** The same, with the queue that the first start of a service adds: making it takes a start most of its time. */
export function createServiceDatabase(): Promise<TestDatabase> {
  return create(inject('serviceDatabase'));
}

/** A database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template1');
}

async function create(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying the files takes a third of the time of writing each block to the log.
  await (await ruler()).query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

let ruling: Promise<pg.Client> | null = null;

/** The connection over which this process makes and drops its databases. */
function ruler(): Promise<pg.Client> {
  const forget = () => {
    ruling = null;
  };
  ruling ??= openClient(inject('postgresUrl')).then((client) => client.on('error', forget).on('end', forget));
  ruling.catch(forget);
  return ruling;
}

/** How often, and how long, a drop waits for connections that end: one that is cut then is an error that nobody hears. */
const looks = 20;
const lookEvery = 10;

async function dropDatabase(name: string): Promise<void> {
  const client = await ruler();
  for (let look = 0; look < looks; look += 1) {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
    if (rowCount === 0) break;
    await sleep(lookEvery);
  }
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
