import { noFilters, withSchemaEngine } from './schema-engine.ts';

/**
 * The first statement of the engine's scripts for a database, which fails where the user may use a schema but not
 * create one.
 */
const schemaStatement = /^-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n+/;

/**
 * Returns the SQL from one schema.prisma to another, given as texts; `from` null is an empty database. Ignores
 * statements that migrations add by hand. The engine needs a live `databaseUrl` for its version, and leaves the
 * contents of that database unchanged.
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
