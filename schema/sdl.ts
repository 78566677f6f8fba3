import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './index.ts';

/** The built schema as SDL, in an order that does not depend on that of our files. */
export function sdl(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
