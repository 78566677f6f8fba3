/** Recognises the constraint that a write violated: the constraint decides when two requests race. */

const uniqueViolation = '23505';

/** Whether `error` says that another row already holds the value of the unique index or constraint `name`. */
export function violates(error: unknown, name: string): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation && 'constraint' in error
    ? error.constraint === name
    : false;
}
