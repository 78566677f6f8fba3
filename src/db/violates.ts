/** Which constraint of the database a write ran into: the last word where two requests race. */

const uniqueViolation = '23505';

/** Whether `error` says that the unique index or constraint `name` holds another row already. */
export function violates(error: unknown, name: string): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation && 'constraint' in error
    ? error.constraint === name
    : false;
}
