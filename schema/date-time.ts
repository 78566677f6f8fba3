/** The scalar of timestamps: accepts the grammar of `readTimestamp`, returns UTC with milliseconds. */
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { DateTimeResolver } from 'graphql-scalars';
import { readTimestamp, timestampFault } from '../src/ground/time/timestamp.ts';

export const DateTime = new GraphQLScalarType<Date, Date>({
  name: 'DateTime',
  description:
    'An ISO 8601 time with an offset or Z, in the years 1 to 9999, such as 2026-01-31T09:30:00Z. Responses use UTC with milliseconds.',
  serialize: DateTimeResolver.serialize,
  parseValue: (value) => readOrRefuse(value),
  parseLiteral: (node) => readOrRefuse(node.kind === Kind.STRING ? node.value : null),
});

function readOrRefuse(value: unknown): Date {
  const instant = typeof value === 'string' ? readTimestamp(value) : null;
  if (instant === null) throw new GraphQLError(`DateTime ${timestampFault}`);
  return instant;
}
