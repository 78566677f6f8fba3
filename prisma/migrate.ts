/**
 * Applies prisma/migrations to a database (docs/rules.md#migrations). Each start calls it; with nothing to do it costs
 * two queries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkSession } from '../src/db/connections/check-session.ts';
import { connectionTo } from '../src/db/connections/connection-to.ts';
import { migrationLock } from '../src/db/connections/session-settings.ts';
import { ConfigError } from '../src/ground/config/config.ts';
import { beginMigrating } from './begin-migrating.ts';
import { adoptBaseline, applyMigration } from './history/apply-migration.ts';
import { type HistoryRow, readHistory } from './history/read-history.ts';
import { foldedNames, migrationNames, migrationsFolder, readMigration } from './history/read-migrations.ts';
import { requireFit } from './history/require-fit.ts';
import { type Standing, standingOf } from './history/standing-of.ts';
import type { MigrationLog } from './migration-log.ts';

interface Migrated {
  /** Names of the migrations that this call applied, in order. */
  readonly applied: readonly string[];
}

export interface MigrateOptions {
  /** Of a test's own; prisma/migrations by default. */
  readonly folder?: string;
  /** The last migration that is applied; all by default. */
  readonly until?: string;
  readonly pause?: (ms: number) => Promise<void>;
}

/** From one try to get the lock of all migrations to the next; milliseconds. */
const turnEvery = 100;

/**
 * Applies the missing migrations. Safe from several processes at once, and idempotent. Rejects with a ConfigError for a
 * database that is not in UTF-8, and for a pooler of transactions: the lock belongs to the session. Rejects with a
 * MigrationFault for a database that this version does not fit, and where a step fails or does not get its lock.
 */
export async function migrate(
  databaseUrl: string,
  log?: MigrationLog,
  options: MigrateOptions = {},
): Promise<Migrated> {
  const { folder = migrationsFolder, pause = (ms) => sleep(ms) } = options;
  return withMigrator(databaseUrl, async (client, connection) => {
    const found = await lookAt(client, options);
    if (found.standing.unknown.length > 0) {
      log?.warn?.(
        { newer: found.standing.unknown },
        'the database is newer than this version, which works beside its migrations: update this process too',
      );
    }
    if (isCurrent(found.standing)) return { applied: [] };
    if (!(await tryLock(client))) {
      const { pending } = found.standing;
      log?.info({ pending }, 'the database is older than this version: waiting for the process that migrates it');
      // A statement that waits for it would hold a snapshot, for whose end CREATE INDEX CONCURRENTLY waits.
      while (!(await tryLock(client))) await pause(turnEvery);
    }
    // Another process may have migrated while this one waited.
    const { standing, history } = await lookAt(client, options);
    if (isCurrent(standing)) return { applied: [] };
    const started = performance.now();
    if (history !== null)
      log?.info({ pending: standing.pending }, 'the database is older than this version: migrating');
    const [first] = await migrationNames(folder);
    if (standing.isAdoptable && first !== undefined) {
      await adoptBaseline(client, await readMigration(first, folder), await foldedNames(folder));
      log?.info({ migration: first }, 'the database has every migration that this one replaces: it counts as applied');
    }
    const run = { runner: { client, connection, log, pause }, isFresh: history === null };
    const begun = (history ?? []).filter(({ isDone }) => !isDone);
    for (const name of standing.pending) {
      const row = begun.find((each) => each.name === name) ?? null;
      await applyMigration(run, await readMigration(name, folder), row);
    }
    const applied = standing.pending;
    log?.info({ applied, durationMs: Math.round(performance.now() - started) }, 'database migrated');
    return { applied };
  });
}

interface Look {
  readonly standing: Standing;
  readonly history: readonly HistoryRow[] | null;
}

/** Rejects with a MigrationFault where this version does not fit the database. */
export async function lookAt(client: pg.Client, { folder, until }: MigrateOptions): Promise<Look> {
  const [all, folded, history] = [await migrationNames(folder), await foldedNames(folder), await readHistory(client)];
  const names = until === undefined ? all : all.filter((name) => name <= until);
  const standing = standingOf(history, { names, folded });
  requireFit(standing, { names, folded });
  return { standing, history };
}

function isCurrent({ pending, isAdoptable }: Standing): boolean {
  return pending.length === 0 && !isAdoptable;
}

/** The lock of all that migrate this database, for as long as the session lasts. */
async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [migrationLock]);
  return rows[0]?.mine ?? false;
}

/** Runs `work` on a connection that may migrate the database. */
export async function withMigrator<Result>(
  databaseUrl: string,
  work: (client: pg.Client, connection: pg.ClientConfig) => Promise<Result>,
): Promise<Result> {
  const connection = { ...connectionTo(databaseUrl), application_name: 'tidings migrate' };
  const client = new pg.Client(connection);
  // A pooler may break the connection while it is checked; the query that waits says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkSession(client, connection);
    await beginMigrating(client);
    await requireUnicode(client);
    return await work(client, connection);
  } finally {
    await client.end();
  }
}

/** Another encoding lacks most of the signs that people write, and refuses them one by one. */
async function requireUnicode(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding");
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new ConfigError([
    `DATABASE_URL: the database keeps its text in ${encoding}; make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
  ]);
}

/** Returns the migrations of this version that the database lacks. A newer database lacks none. */
export async function missingMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const [names, folded, history] = [await migrationNames(), await foldedNames(), await readHistory(client)];
  return standingOf(history, { names, folded }).pending;
}
