/**
 * A process whose connections report the plan of each statement that they run, of foreign keys too: by PostgreSQL's own
 * module `auto_explain`, so that the statements, their values and their settings are the service's.
 */
import type pg from 'pg';
import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { openDb } from '../../../src/db/connections/pool.ts';
import { type Plan, type PlanRead, readPlan } from './read-plan.ts';

export type PlanKind = 'force_custom_plan' | 'force_generic_plan';

export interface ExplainedRun extends PlanRead {
  readonly text: string;
}

export interface ExplainedApp {
  readonly app: App;
  readonly runs: readonly ExplainedRun[];
  /** Texts of the statements whose plans the connections keep. */
  readKept(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

const connections = 6;

/** Warnings are the least that the service's sessions show to clients. The server's log would grow large. */
const explaining = (kind: PlanKind) => `
  LOAD 'auto_explain';
  SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on; SET auto_explain.log_timing = off;
  SET auto_explain.log_format = json; SET auto_explain.log_level = warning; SET auto_explain.log_nested_statements = on;
  SET log_min_messages = panic; SET plan_cache_mode = ${kind};
  -- PostgreSQL 16 brought it.
  SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'auto_explain.log_parameter_max_length'`;

export function explainedApp(made: App, kind: PlanKind): ExplainedApp {
  const runs: ExplainedRun[] = [];
  const db = openDb({ url: made.db.url, connections, onError: () => undefined });
  const { options } = db.pool as unknown as {
    readonly options: { onConnect: (client: { query(text: string): Promise<unknown> }) => Promise<void> };
  };
  const begin = options.onConnect;
  options.onConnect = async (client) => {
    await begin(client);
    await client.query(explaining(kind));
  };
  const clients: pg.PoolClient[] = [];
  db.pool.on('connect', (client) => {
    clients.push(client);
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (!message.startsWith('duration:') || at < 0) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at)) as {
        readonly 'Query Text': string;
        readonly Plan: Plan;
      };
      runs.push({ text: text.trim(), ...readPlan(plan) });
    });
  });
  return {
    app: createApp({ ...made, db }),
    runs,
    // Of idle connections: a single party never gets all of them from the pool.
    async readKept() {
      const kept = await Promise.all(
        clients.map((client) => client.query<{ text: string }>('SELECT statement AS text FROM pg_prepared_statements')),
      );
      return new Set(kept.flatMap(({ rows }) => rows.map(({ text }) => text.trim())));
    },
    close: () => db.close(),
  };
}
