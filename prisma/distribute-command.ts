/**
 * `npm run distribute`: makes one database the coordinator of a cluster (docs/scale.md#from-one-database), says what that would
 * do (`--plan`), or changes a cluster. It reads DATABASE_LISTEN_URL, else DATABASE_URL, which leads to the coordinator itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectionTo } from '../src/db/connections/connection-to.ts';
import { planMigrations } from './plan-migrations.ts';
import { addWorker, nameCoordinator, placeOf, rebalance } from './scale/change-cluster.ts';
import { distribute } from './scale/distribute.ts';
import { placements } from './scale/placements.ts';
import { readStanding, type Standing } from './scale/standing.ts';

/** Statuses beside 0, which says that the tables are divided, or that the change was made. */
const exits = { failed: 1, usage: 2, pending: 3, locked: 4, refused: 5 } as const;

const usage = `npm run distribute [-- --plan]
npm run distribute -- --coordinator HOST:PORT
npm run distribute -- --add-worker HOST:PORT
npm run distribute -- --rebalance
`;

/** Tries to get all tables at once, and the pause between two; milliseconds. */
const triesMax = 20;
const pause = 1_000;
/** Time in which what was begun before sessions ended is over; milliseconds. */
const settling = 3_000;
/** lock_not_available, deadlock_detected */
const busyCodes: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

const tell = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const asked = readAsk();
  const url = process.env.DATABASE_LISTEN_URL ?? process.env.DATABASE_URL;
  if (asked === null || url === undefined) {
    process.stderr.write(url === undefined ? 'DATABASE_URL: is required\n' : usage);
    return exits.usage;
  }
  const client = new pg.Client({ ...connectionTo(url), application_name: 'distribute' });
  await client.connect();
  try {
    // Hours of copying are no fault.
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    return await run(client, url, asked);
  } finally {
    await client.end();
  }
}

async function run(client: pg.Client, url: string, asked: Asked): Promise<number> {
  const { coordinator, 'add-worker': worker, rebalance: rebalances } = asked;
  if (coordinator !== undefined) return at(coordinator, (place) => nameCoordinator(client, place));
  if (worker !== undefined) return at(worker, (place) => addWorker(client, place));
  if (rebalances === true) return done(rebalance(client));
  const standing = await readStanding(client);
  for (const line of await linesOf(standing, url)) tell(line);
  if (standing.divided.length > 0) return 0;
  if (asked.plan) return exits.pending;
  if (standing.faults.length > 0 || (await planMigrations(url)).pending.length > 0) return exits.refused;
  return divide(client);
}

async function divide(client: pg.Client): Promise<number> {
  // Sessions of before do not know that their database is a coordinator: those that follow ask as a cluster is asked.
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'tidings%' AND pid <> pg_backend_pid()`,
  );
  await wait(settling);
  for (let tries = 1; ; tries += 1) {
    try {
      await distribute(client, tell);
      return await done();
    } catch (error) {
      if (!busyCodes.has((error as { readonly code?: unknown }).code)) throw error;
      if (tries === triesMax) {
        tell('Other transactions hold the tables: nothing was changed. Try again.');
        return exits.locked;
      }
      await wait(pause);
    }
  }
}

async function linesOf(
  { version, workers, divided, tables, faults }: Standing,
  url: string,
): Promise<readonly string[]> {
  const machines = `Citus ${version ?? 'is missing'}; workers: ${workers.join(', ') || 'none'}.`;
  if (divided.length > 0) return [machines, `Nothing is to be done: ${divided.length} tables are divided.`];
  const { pending } = await planMigrations(url);
  const sum = tables.reduce((bytes, table) => bytes + table.bytes, 0);
  return [
    machines,
    `One transaction copies ${shown(sum)}. Reads and writes wait meanwhile: requests get 503, and are made again.`,
    'A fault, or a stop by Ctrl-C, leaves everything as it is.',
    ...tables.map(({ name, bytes }) => `  ${name} (${shown(bytes)}): ${placeSaid(name)}`),
    ...faults.map((fault) => `In the way: ${fault}`),
    ...(pending.length === 0
      ? []
      : [`In the way: migrations are pending: npm run migrate applies ${pending.join(', ')}.`]),
  ];
}

function placeSaid(table: string): string {
  const placement = placements[table];
  if (placement?.kind === 'reference') return 'a copy on every machine';
  return placement?.kind === 'distributed' ? `divided by ${placement.by}` : 'stays on the coordinator';
}

const shown = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;

async function at(
  text: string,
  work: (place: NonNullable<ReturnType<typeof placeOf>>) => Promise<void>,
): Promise<number> {
  const place = placeOf(text);
  if (place !== null) return done(work(place));
  process.stderr.write(usage);
  return exits.usage;
}

async function done(work: Promise<void> = Promise.resolve()): Promise<number> {
  await work;
  tell('Done.');
  return 0;
}

type Asked = NonNullable<ReturnType<typeof readAsk>>;

/** Null for arguments that are none of ours. */
function readAsk() {
  try {
    const { values } = parseArgs({
      options: {
        plan: { type: 'boolean', default: false },
        coordinator: { type: 'string' },
        'add-worker': { type: 'string' },
        rebalance: { type: 'boolean' },
      },
    });
    const one = Object.values(values).filter((value) => value !== undefined && value !== false).length <= 1;
    return one ? values : null;
  } catch {
    return null;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exits.failed;
}
