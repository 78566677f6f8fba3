/** Whether SECRET_KEY is the one that the database's rows were made with (docs/rules.md#secret-key). */
import { resolve } from 'node:path';
import type { Db, Queryable } from '../db/pool.ts';
import { statement } from '../db/rows.ts';
import { migrationLock } from '../db/session-settings.ts';
import { noLimits } from '../db/time-limits.ts';
import { type Config, ConfigError } from '../ground/config.ts';
import { type Secrets, sameBytes } from '../ground/secrets.ts';
import { readPlace } from './read-place.ts';

/** What the check value says. The key makes it different for each deployment. */
const checkedText = 'this deployment';
/** Sealed rows of a kind that the first start of this version tries to open, at most. */
const triedMax = 20;

/**
 * Compares the key with the value that the first start has kept. A database without one gets it, unless it holds sealed
 * rows of which the key opens none. Rejects with a ConfigError that says what to do.
 */
export async function checkSecretKey(db: Db, secrets: Secrets, config: Pick<Config, 'dataDir'>): Promise<void> {
  const own = secrets.mac('key-check', checkedText);
  const kept = (await readCheck(db.pool)) ?? (await keepCheck(db, secrets, own));
  if (kept === null || !sameBytes(kept, own)) throw misfit(config.dataDir);
}

/** Null when the key opens none of the sealed rows. Processes that start at once take turns. */
async function keepCheck(db: Db, secrets: Secrets, own: Buffer): Promise<Buffer | null> {
  const place = await readPlace(db);
  return db.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const kept = await readCheck(client);
    if (kept !== null) return kept;
    if (!(await opensSome(client, secrets))) return null;
    await client.query(enter({ ...place, own }));
    return own;
  }, noLimits);
}

async function readCheck(client: Queryable): Promise<Buffer | null> {
  const { rows } = await client.query<{ keyCheck: Buffer }>('SELECT key_check AS "keyCheck" FROM deployment');
  return rows[0]?.keyCheck ?? null;
}

/** Whether there are no sealed rows, or the key opens one of them. */
async function opensSome(client: Queryable, secrets: Secrets): Promise<boolean> {
  const { rows } = await client.query<{ sealed: Buffer }>(sealedRows);
  return rows.length === 0 || rows.some(({ sealed }) => opens(secrets, sealed));
}

function opens(secrets: Secrets, sealed: Buffer): boolean {
  try {
    secrets.open(sealed);
    return true;
  } catch {
    return false;
  }
}

const sealedRows = `
  (SELECT dkim_key_sealed AS sealed FROM sending_domains ORDER BY platform_id LIMIT ${triedMax})
  UNION ALL
  (SELECT secret_sealed FROM webhook_secrets ORDER BY platform_id, id LIMIT ${triedMax})`;

const enter = statement({
  values: { own: 'bytea', cluster: 'text', place: 'text', timeline: 'int' },
  text: ({ own, cluster, place, timeline }) => `
    INSERT INTO deployment (id, key_check, cluster, place, timeline, seen_at)
    VALUES ('this', ${own}, ${cluster}, ${place}, ${timeline}, clock_timestamp())`,
});

function misfit(dataDir: string): ConfigError {
  return new ConfigError([
    'SECRET_KEY does not fit this database: its addresses, links and sealed keys were made with another key. ' +
      'Start with the key that the database was used with; it belongs to the backups of the database. ' +
      `A local run keeps its key in ${resolve(dataDir, 'secret-key')}`,
  ]);
}
