import pg from 'pg';
import { ConfigError } from '../src/config.ts';
import { isUnavailable } from '../src/db/is-unavailable.ts';

/** How long a start waits for a database that is not there yet, and between two looks; milliseconds. */
const patience = 60_000;
const lookEvery = 1_000;
/** A look that nobody answers ends; milliseconds. */
const connectTime = 10_000;
/** Looks from one line of the log to the next. */
const looksOfLine = 10;

export interface Waiting {
  warn?(details: object, message: string): void;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonic?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
}

/**
 * Connects to a database that may start beside this process: one whose name does not resolve yet, that refuses, answers
 * nothing or says that it is starting (docs/rules.md#waiting-for-the-database). Throws a ConfigError after a minute, and
 * at once what no waiting changes, such as a wrong password. The caller ends the client.
 */
export async function connectWhenThere(
  databaseUrl: string,
  { warn, monotonic = () => performance.now(), pause = pass }: Waiting = {},
): Promise<pg.Client> {
  const until = monotonic() + patience;
  for (let looks = 0; ; looks += 1) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'tidings migrate',
      connectionTimeoutMillis: connectTime,
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      // A look that was given up holds its socket otherwise.
      await client.end().catch(() => undefined);
      if (!isUnavailable(error)) throw error;
      const code = codeOf(error);
      if (monotonic() + lookEvery > until) {
        throw new ConfigError([`DATABASE_URL: no database answered within ${patience / 1_000} seconds (${code})`]);
      }
      if (looks % looksOfLine === 0) warn?.({ code }, 'waiting for the database');
      await pause(lookEvery);
    }
  }
}

/** The message would name the host. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
