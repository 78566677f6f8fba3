/**
 * Prisma's schema engine as WebAssembly: the CLI would download a native one. It uses the same driver as the
 * application, and keeps `_prisma_migrations` like the CLI, so either can continue where the other stopped.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { connectionTo } from '../src/db/connection-to.ts';
import { forSession } from '../src/db/session-settings.ts';
import { noLimits } from '../src/db/time-limits.ts';

const require = createRequire(import.meta.url);

/** Every table and enum of the database belongs to the schema. */
export const noFilters = { externalTables: [], externalEnums: [] };

/**
 * Begins a connection that migrates. Extensions may have been installed in a schema of their own, as hosts do: then it is
 * searched after ours.
 */
export async function beginMigrating(client: pg.ClientBase): Promise<void> {
  await client.query(forSession(noLimits));
  await client.query(withExtensions);
}

/** Schemas of the extensions that migrations use, behind the schema of the session. */
const withExtensions = `
  SELECT pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', pg_catalog.current_setting('search_path'), (
    SELECT pg_catalog.string_agg(DISTINCT pg_catalog.quote_ident(n.nspname), ', ')
    FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname IN ('pg_trgm', 'btree_gin') AND n.nspname <> 'public')), false)`;

/** TypeScript has the types of WebAssembly only in its library for browsers. */
declare const WebAssembly: {
  instantiate(
    binary: Uint8Array,
    imports: object,
  ): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>;
};

/** State of the process: the engine is loaded once. */
let loaded: Promise<typeof SchemaEngine> | undefined;

async function load(): Promise<typeof SchemaEngine> {
  // The package's own entry imports the .wasm as a module, for which Node still prints an experimental warning.
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const binary = await readFile(join(dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start === 'function') start();
  return glue.SchemaEngine;
}

/** Runs `work` with an engine on the database. */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loaded ??= load();
  const Engine = await loaded;
  const pool = new pg.Pool({
    ...connectionTo(databaseUrl),
    max: 1,
    application_name: 'tidings migrate',
    onConnect: beginMigrating,
  });
  pool.on('error', () => {});
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const engine = await Engine.new({ datamodels: undefined }, () => {}, factory);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}
