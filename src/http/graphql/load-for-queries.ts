import { assertValidSchema, type GraphQLSchema } from 'graphql';

/** The client of Prisma that a database has (src/db/connections/pool.ts). */
interface Connecting {
  readonly prisma: { $connect(): Promise<void> };
}

/**
 * Loads what the first query of a process or thread would wait for: Prisma's compiler of queries, and whether the schema
 * is sound, which GraphQL looks at once.
 */
export async function loadForQueries(schema: GraphQLSchema, { prisma }: Connecting): Promise<void> {
  await prisma.$connect();
  assertValidSchema(schema);
}
