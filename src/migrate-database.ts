/**
 * `npm run migrate [-- --plan]`, and `node migrate.mjs [--plan]` of a release: brings the database to this version, or says
 * what that would do (docs/upgrading.md). It reads the variables of the service, of which DATABASE_URL is enough; without
 * it, it starts the embedded database of DATA_DIR.
 */
import { parseArgs } from 'node:util';
import { migrate } from '../prisma/migrate.ts';
import { MigrationFault, type MigrationFaultKind } from '../prisma/migration-fault.ts';
import { planMigrations } from '../prisma/plan-migrations.ts';
import { awaitDatabase } from './db/connections/await-database.ts';
import { readConfig } from './ground/config/config.ts';
import { createLog } from './ground/log/log.ts';
import { startFaultText } from './processes/start-fault.ts';

/** Statuses beside 0, which says that the database has every migration of this version. */
const exits = { failed: 1, usage: 2, pending: 3, locked: 4, refused: 5 } as const satisfies Readonly<
  Record<MigrationFaultKind | 'usage' | 'pending', number>
>;

async function main(): Promise<number> {
  const isPlan = readAsk();
  if (isPlan === null) {
    process.stderr.write('npm run migrate [-- --plan]\n');
    return exits.usage;
  }
  // What else production requires is no matter here.
  const config = readConfig({ ...process.env, NODE_ENV: 'development' });
  const given = config.databaseListenUrl ?? config.databaseUrl;
  if (given !== null) return run(given);
  if (process.env.NODE_ENV === 'production') throw new Error('DATABASE_URL: is required in production');
  const { startEmbeddedPostgres } = await import('./local/embedded-postgres.ts');
  const embedded = await startEmbeddedPostgres(config.dataDir, createLog('silent'));
  try {
    return await run(embedded.url);
  } finally {
    await embedded.stop();
  }

  async function run(url: string): Promise<number> {
    await awaitDatabase(config.databaseListenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL', url, tellLog);
    return isPlan ? plan(url) : apply(url);
  }
}

async function plan(url: string): Promise<number> {
  const { pending, lines } = await planMigrations(url);
  for (const line of lines) tell(line);
  return pending.length === 0 ? 0 : exits.pending;
}

async function apply(url: string): Promise<number> {
  const { applied } = await migrate(url, tellLog);
  tell(applied.length === 0 ? 'Nothing was to be done.' : `Applied: ${applied.join(', ')}.`);
  return 0;
}

/** Null for arguments that are none of ours. */
function readAsk(): boolean | null {
  try {
    return parseArgs({ options: { plan: { type: 'boolean', default: false } } }).values.plan;
  } catch {
    return null;
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The lines of a run, for a person. */
const tellLog = { info: tellEvent, warn: tellEvent };

function tellEvent(details: object, message: string): void {
  process.stderr.write(`${message} ${JSON.stringify(details)}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${startFaultText(error)}\n`);
  process.exitCode = error instanceof MigrationFault ? exits[error.kind] : exits.failed;
}
