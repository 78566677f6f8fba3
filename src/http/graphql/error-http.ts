import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import { errorStatuses, requestFaults } from '../../ground/errors/error-status.ts';
import type { DomainError } from '../../ground/errors/errors.ts';
import { refusalHeaders } from '../errors/show-refusal.ts';

const { code, status } = requestFaults.notExecutable;

/**
 * The code and status of a request that cannot be executed. `spec`: a client that accepts only application/json gets
 * status 200 (GraphQL over HTTP, 6.4.1).
 */
export const requestFault = { code, http: { status, spec: true } } as const;

/** The code and status of an operation that costs too much. */
export const costFault = {
  code: 'query_too_costly',
  http: { status: errorStatuses.query_too_costly, spec: true },
} as const satisfies { readonly code: ErrorCode; readonly http: object };

/** The status and the headers of a response to a request that is rejected as a whole. */
export function httpOf(error: DomainError) {
  // GraphQL over HTTP gives a malformed request status 400.
  const isFault = error.code === code;
  return { status: isFault ? status : errorStatuses[error.code], headers: refusalHeaders(error) };
}

/** Rejects a request as a whole, with the same status for every client. `http` replaces the status of the code. */
export function refusal(
  error: DomainError,
  http: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): GraphQLError {
  const { message, details } = error;
  return new GraphQLError(message, {
    extensions: { code: error.code, ...details, http: { ...httpOf(error), ...http } },
  });
}
