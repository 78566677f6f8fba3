import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './index.ts';

/** Prints the built schema as SDL, in an order that does not depend on the order of files. */
export function sdl(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
