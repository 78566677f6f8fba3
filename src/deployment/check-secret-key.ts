/** Whether SECRET_KEY is the one that the database's rows were made with (docs/rules.md#secret-key). */
import { resolve } from 'node:path';
import type { Db, Queryable } from '../db/connections/pool.ts';
import { migrationLock } from '../db/connections/session-settings.ts';
import { noLimits } from '../db/connections/time-limits.ts';
import { statement } from '../db/rows.ts';
import { type Config, ConfigError } from '../ground/config/config.ts';
import type { KeptKeys, Secrets, WhichKey } from '../ground/secrets.ts';
import { readPlace } from './read-place.ts';

/** Sealed rows of a kind that the first start of this version tries to open, at most. */
const triedMax = 20;

/** What the database keeps of the keys, and how far their last change has come. */
export interface KeyState extends KeptKeys {
  /** When the key in force became it; null: it was never changed. */
  readonly changedAt: Date | null;
  /** When nothing was left that the key before it had sealed; null: some may be. */
  readonly settledAt: Date | null;
}

/**
 * Compares the keys with the value that the first start has kept, and puts the one in force that has made it. A database
 * without one gets it, unless it holds sealed rows of which no key opens one. Rejects with a ConfigError that says what to
 * do.
 */
export async function checkSecretKey(
  db: Db,
  secrets: Secrets,
  config: Pick<Config, 'dataDir' | 'secretKeyPrevious'>,
): Promise<void> {
  const state = (await readKeyState(db.pool)) ?? (await keepCheck(db, secrets));
  if (state === null || !secrets.adopt(state)) throw misfit(config.dataDir);
  if (config.secretKeyPrevious === null && state.changedAt !== null && state.settledAt === null) throw unsettled();
}

/** Null when no key opens one of the sealed rows. Processes that start at once take turns. */
async function keepCheck(db: Db, secrets: Secrets): Promise<KeyState | null> {
  const place = await readPlace(db);
  return db.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const kept = await readKeyState(client);
    if (kept !== null) return kept;
    const sealer = await sealerOfRows(client, secrets);
    const own = sealer && secrets.checkOf(sealer);
    if (own === null) return null;
    await client.query(enter({ ...place, own }));
    return { check: own, lasting: null, changedAt: null, settledAt: null };
  }, noLimits);
}

/** Null where the database has none yet. */
export async function readKeyState(client: Queryable): Promise<KeyState | null> {
  const { rows } = await client.query<KeyState>(
    `SELECT key_check AS "check", lasting_keys_sealed AS lasting, key_changed_at AS "changedAt",
       key_settled_at AS "settledAt"
     FROM deployment`,
  );
  return rows[0] ?? null;
}

/** The key that opens one of the sealed rows; SECRET_KEY where there are none. */
async function sealerOfRows(client: Queryable, secrets: Secrets): Promise<WhichKey | null> {
  const { rows } = await client.query<{ sealed: Buffer }>(sealedRows);
  if (rows.length === 0) return 'current';
  return rows.map(({ sealed }) => secrets.sealerOf(sealed)).find((sealer) => sealer !== null) ?? null;
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
      'To change it, give the new one as SECRET_KEY and that one as SECRET_KEY_PREVIOUS. ' +
      `A local run keeps its key in ${resolve(dataDir, 'secret-key')}`,
  ]);
}

function unsettled(): ConfigError {
  return new ConfigError([
    'SECRET_KEY_PREVIOUS: is still needed, as the database holds what it has sealed. ' +
      'Start with it, and run npm run secrets:rotate to its end',
  ]);
}
