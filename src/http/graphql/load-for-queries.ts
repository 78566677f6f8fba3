import { assertValidSchema, type GraphQLSchema } from 'graphql';
import type { Db } from '../../db/connections/pool.ts';

/**
 * Loads what the first query of a process or thread would wait for: Prisma's compiler of queries, and whether the schema
 * is sound, which GraphQL looks at once.
 */
export async function loadForQueries(schema: GraphQLSchema, { prisma }: Pick<Db, 'prisma'>): Promise<void> {
  await prisma.$connect();
  assertValidSchema(schema);
}
