/**
 * Applies prisma/migrations to a database (docs/rules.md#migrations). Each start calls it; with nothing to do it costs
 * two queries.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { checkSession } from '../src/db/check-session.ts';
import { connectionTo } from '../src/db/connection-to.ts';
import { migrationLock } from '../src/db/session-settings.ts';
import { ConfigError } from '../src/ground/config.ts';
import { beginMigrating, noFilters, withSchemaEngine } from './schema-engine.ts';

export interface Migrated {
  /** Names of the migrations that this call applied, in order. */
  readonly applied: readonly string[];
}

/** Receives a line; the service's log is one. */
export interface MigrationLog {
  info(details: object, message: string): void;
  warn?(details: object, message: string): void;
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const lockfile = 'migration_lock.toml';

/**
 * Applies the missing migrations. Safe from several processes at once, and idempotent. Rejects with a ConfigError for a
 * database that is not in UTF-8, and for a pooler of transactions: the lock belongs to the session.
 */
export async function migrate(databaseUrl: string, log?: MigrationLog): Promise<Migrated> {
  const wanted = await migrationNames();
  const connection = { ...connectionTo(databaseUrl), application_name: 'tidings migrate' };
  const client = new pg.Client(connection);
  // A pooler may break the connection while it is checked; the query that waits says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkSession(client, connection);
    await beginMigrating(client);
    await requireUnicode(client);
    if (await isMigrated(client, wanted)) return { applied: [] };
    // The engine takes a lock of its own within.
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    // Another process may have migrated while this one waited.
    if (await isMigrated(client, wanted)) return { applied: [] };
    const started = performance.now();
    const { appliedMigrationNames: applied } = await withSchemaEngine(databaseUrl, async (engine) =>
      engine.applyMigrations({ migrationsList: await migrationsList(), filters: noFilters }),
    );
    log?.info({ applied, durationMs: Math.round(performance.now() - started) }, 'database migrated');
    return { applied };
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

async function isMigrated(client: pg.Client, wanted: readonly string[]): Promise<boolean> {
  const table = await client.query<{ present: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`,
  );
  if (!table.rows[0]?.present) return false;
  const { rows } = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return wanted.every((name) => applied.has(name));
}

/** Names of the folders of prisma/migrations, in the order in which they apply. */
export async function migrationNames(): Promise<readonly string[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** prisma/migrations in the form of the engine. */
async function migrationsList() {
  const names = await migrationNames();
  return {
    baseDir: migrationsFolder,
    lockfile: { path: lockfile, content: await readFile(`${migrationsFolder}/${lockfile}`, 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(`${migrationsFolder}/${name}/migration.sql`, 'utf8') },
        },
      })),
    ),
  };
}
