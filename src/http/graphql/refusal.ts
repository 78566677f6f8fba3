import { GraphQLError } from 'graphql';
import type { DomainError } from '../../errors.ts';
import { errorStatuses, requestFaults } from '../error-status.ts';
import { refusalHeaders } from '../show-refusal.ts';

const { code, status } = requestFaults.notExecutable;

/**
 * The code and status of a request that cannot be executed. `spec`: a client that accepts application/json alone gets
 * status 200 (GraphQL over HTTP, 6.4.1).
 */
export const requestFault = { code, http: { status, spec: true } } as const;

/** The status and the headers of a response to a request that is rejected as a whole. */
export function httpOf(error: DomainError) {
  // What a request says wrongly of itself is 400 in GraphQL over HTTP.
  const isFault = error.code === code;
  return { status: isFault ? status : errorStatuses[error.code], headers: refusalHeaders(error) };
}

/** Rejects a request as a whole, with a status whatever the client accepts. `http` replaces what its code says. */
export function refusal(
  error: DomainError,
  http: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): GraphQLError {
  const { message, details } = error;
  return new GraphQLError(message, {
    extensions: { code: error.code, ...details, http: { ...httpOf(error), ...http } },
  });
}
