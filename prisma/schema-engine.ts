/**
 * Prisma's schema engine as WebAssembly, which compares schemas: the CLI would download a native one. It uses the same
 * driver as the application.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { connectionTo } from '../src/db/connections/connection-to.ts';
import { beginMigrating } from './begin-migrating.ts';

const require = createRequire(import.meta.url);

/** Every table and enum of the database belongs to the schema. */
export const noFilters = { externalTables: [], externalEnums: [] };

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
