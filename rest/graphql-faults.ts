/**
 * Turns the errors of an operation's document into a rejection in the words of the request, or into a bug
 * (docs/rules.md#rest-error-paths).
 */
import type { GraphQLError } from 'graphql';
import { DomainError, type FieldErrors } from '../src/ground/errors/errors.ts';
import { type Inputs, toRequestPath } from './variables.ts';

/**
 * Returns the error to throw for `errors` of `execute`: a `DomainError` with the paths of the request, or the original
 * error.
 */
export function graphqlFault(errors: readonly GraphQLError[], inputs: Inputs): unknown {
  const [first] = errors;
  // Only errors of resolvers have a path; other errors are about variables that the schema does not accept.
  if (first?.path === undefined) return coercionRefusal(errors, inputs);
  const original = first.originalError ?? first;
  if (!(original instanceof DomainError) || original.details.errors === undefined) return original;
  const { code, details } = original;
  const { message, errors: renamed } = renameFaults(original.message, original.details.errors, (path) =>
    toRequestPath(inputs, path),
  );
  return new DomainError(code, message, { ...details, errors: renamed });
}

/** Moves faults to other paths. `invalid` opens its message with the first path, which is renamed too. */
export function renameFaults(message: string, errors: FieldErrors, rename: (path: string) => string) {
  const renamed = Object.fromEntries(Object.entries(errors).map(([path, messages]) => [rename(path), messages]));
  const [from] = Object.keys(errors);
  const opens = from !== undefined && message.startsWith(`${from}: `);
  return { message: opens ? `${rename(from)}${message.slice(from.length)}` : message, errors: renamed };
}

/**
 * graphql-js names the place only in its message: `Variable "$input" got invalid value … at "input.fields[2].type"`.
 */
function coercionRefusal(errors: readonly GraphQLError[], inputs: Inputs): DomainError {
  const faults: Record<string, readonly string[]> = {};
  for (const { message } of errors) {
    const [, variable = ''] = /^Variable "\$(\w+)"/.exec(message) ?? [];
    const [, place = variable] = / at "(\w+(?:\.\w+|\[\d+\])*)";/.exec(message) ?? [];
    const [root, ...rest] = place.replace(/\[(\d+)\]/g, '.$1').split('.');
    const path = toRequestPath(inputs, (root === 'input' ? rest : [root, ...rest]).join('.'));
    faults[path || 'body'] = ['is not valid'];
  }
  const [path] = Object.keys(faults);
  return new DomainError('validation_failed', `${path}: is not valid`, { errors: faults });
}
