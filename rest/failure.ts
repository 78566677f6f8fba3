/** Why an operation's document gave errors instead of data: a refusal in the words of the request, or a bug. */
import type { GraphQLError } from 'graphql';
import { DomainError, type FieldErrors } from '../src/errors.ts';
import { type Inputs, toRequestErrors, toRequestPath } from './variables.ts';

/** What to throw for `errors` of `execute`: a `DomainError` with the paths of the request, or the original error. */
export function failureOf(errors: readonly GraphQLError[], inputs: Inputs): unknown {
  const [first] = errors;
  // Only errors of resolvers have a path; the others are variables that the schema does not take.
  if (first?.path === undefined) return coercionRefusal(errors, inputs);
  const original = first.originalError ?? first;
  if (!(original instanceof DomainError) || original.details.errors === undefined) return original;
  const { code, message, details } = original;
  const renamed = toRequestErrors(inputs, original.details.errors);
  return new DomainError(code, renameIn(message, original.details.errors, renamed), { ...details, errors: renamed });
}

/** `invalid` opens its message with the first path; that too is to be the request's. */
function renameIn(message: string, before: FieldErrors, after: FieldErrors): string {
  const [from] = Object.keys(before);
  const [to] = Object.keys(after);
  return from && message.startsWith(`${from}: `) ? `${to}${message.slice(from.length)}` : message;
}

/** graphql-js names the place in its message alone: `Variable "$input" got invalid value … at "input.fields[2].type"`. */
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
