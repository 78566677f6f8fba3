import { GraphQLError } from 'graphql';
import type { DomainError } from '../../errors.ts';

/**
 * The code and status of a request that cannot be executed. `spec`: a client that accepts application/json alone gets
 * status 200 (GraphQL over HTTP, 6.4.1).
 */
export const requestFault = { code: 'validation_failed', http: { status: 400, spec: true } } as const;

/** Rejects a request as a whole, with the HTTP status `status` whatever the client accepts. */
export function refusal({ code, message, details }: DomainError, status: number, headers = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details, http: { status, headers } } });
}
