import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** The scalar of days. A field checks the day itself, so that its error names the argument. */
export const CalendarDay = new GraphQLScalarType<string, string>({
  name: 'Date',
  description: 'A day of the calendar without a time zone, such as 2026-03-29.',
  serialize: (value) => readText(value),
  parseValue: (value) => readText(value),
  parseLiteral: (node) => readText(node.kind === Kind.STRING ? node.value : null),
});

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new GraphQLError('Date must be a day such as 2026-03-29');
  return value;
}
