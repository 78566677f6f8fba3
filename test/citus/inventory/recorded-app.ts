/** A process whose connections note each statement that they run, with the values of its first run. */
import type pg from 'pg';
import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { openDb } from '../../../src/db/connections/pool.ts';

export interface RecordedApp {
  readonly app: App;
  /** Values by text. */
  readonly calls: ReadonlyMap<string, readonly unknown[]>;
  close(): Promise<void>;
}

const connections = 6;

interface Asked {
  readonly text: string;
  readonly values?: readonly unknown[];
}

export function recordedApp(made: App): RecordedApp {
  const calls = new Map<string, readonly unknown[]>();
  const db = openDb({ url: made.db.url, connections, onError: () => undefined });
  db.pool.on('connect', (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
    const noting = (...args: readonly unknown[]) => {
      const [asked, values] = args as readonly [string | Asked, unknown];
      const { text, values: own } = typeof asked === 'string' ? { text: asked, values: values } : asked;
      const given = own ?? values;
      if (!calls.has(text)) calls.set(text, Array.isArray(given) ? given : []);
      return query(...args);
    };
    Object.assign(client, { query: noting });
  });
  return { app: createApp({ ...made, db }), calls, close: () => db.close() };
}
