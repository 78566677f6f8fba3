import { noFilters, withSchemaEngine } from './schema-engine.ts';

/** What the engine begins the scripts for a database with: wrong where the user may use a schema, but not make one. */
const schemaStatement = /^-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n+/;

/**
 * The SQL from one schema.prisma to another, given as texts; `from` null is an empty database. It knows nothing of what
 * migrations add by hand. The engine wants a live `databaseUrl`, for its version; it leaves alone what is in it.
 */
export async function diffScript(databaseUrl: string, from: string | null, to: string): Promise<string> {
  const datamodel = (content: string) => ({
    tag: 'schemaDatamodel' as const,
    files: [{ path: 'schema.prisma', content }],
  });
  const { stdout } = await withSchemaEngine(databaseUrl, (engine) =>
    engine.diff({
      from: from === null ? { tag: 'empty' } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: noFilters,
    }),
  );
  return (stdout ?? '').replace(schemaStatement, '');
}
