/**
 * Locks of sessions, LISTEN and named statements need one connection of the server for as long as the client's lasts
 * (docs/rules.md#session-settings). A pooler of transactions gives each transaction another one.
 */
import pg from 'pg';
import { ConfigError } from '../../ground/config/config.ts';
import { databaseCode } from '../database-code.ts';

/** Rounds in which a pooler may show that it pools transactions. One is enough, unless others use the pooler too. */
const rounds = 8;
/** Until a pooler whose connections are all in use lets a transaction begin; milliseconds. */
const patience = 5_000;

/** What a pooler of single statements says to a BEGIN (protocol_violation). */
const noTransactions = '08P01';

const fault =
  'DATABASE_LISTEN_URL: must lead to the database itself, or through a pooler of sessions, for locks and LISTEN; ' +
  'now it, or DATABASE_URL where it is not set, leads through a pooler that gives each transaction another connection';

/**
 * Rejects with a ConfigError where `client`, connected to `config`, does not hold a connection of the server.
 *
 * PostgreSQL tells each client the id of its process, while poolers make one up: an id that is right ends the check.
 * Otherwise two clients take turns at a transaction. Where sessions are pooled each has one process, its own.
 */
export async function checkSession(client: pg.Client, config: pg.ClientConfig): Promise<void> {
  if ((await processOf(client)) === told(client)) return;
  const other = new pg.Client({ ...config, query_timeout: patience });
  other.on('error', () => undefined);
  await other.connect();
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (await isShared(client, other)) throw new ConfigError([fault]);
    }
  } catch (error) {
    throw databaseCode(error) === noTransactions ? new ConfigError([fault]) : error;
  } finally {
    await other.end().catch(() => undefined);
  }
}

/** The driver's types leave out what PostgreSQL tells of its process. */
function told(client: pg.Client): unknown {
  return 'processID' in client ? client.processID : undefined;
}

/** Whether one of the clients gets the server's process that the other had, or loses its own. */
async function isShared(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await inTransaction(first, () => processOf(first));
  return inTransaction(second, async () => {
    if ((await processOf(second)) === before) return true;
    // The second one holds its process, so that a pooler cannot give it to the first.
    return (await inTransaction(first, () => processOf(first))) !== before;
  });
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  const result = await work();
  await client.query('COMMIT');
  return result;
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ process: number }>('SELECT pg_catalog.pg_backend_pid() AS process');
  return rows[0]?.process;
}
