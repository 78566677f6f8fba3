import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import type { DomainError } from '../../ground/errors/errors.ts';
import { httpOf, requestFault } from './error-http.ts';

/** Errors that concern the whole request decide its status; an error of one field does not. */
const ofRequest: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'platform_suspended',
  'rate_limited',
  'unavailable',
]);

interface ShowOptions {
  /** The error that stands for what a resolver threw (src/http/errors/refusal-of.ts). */
  readonly refusalOf: (error: unknown) => DomainError;
  readonly production: boolean;
}

/** Shows a rejection with its code, paths and page (docs/rules.md#graphql-errors); any other error is masked and logged. */
export function showError(error: unknown, { refusalOf, production }: ShowOptions): GraphQLError {
  const original = originalOf(error);
  if (error instanceof GraphQLError && original === null) {
    return asRequestFault(production ? withoutHints(error) : error);
  }
  const shown = refusalOf(original);
  const { code, message, details } = shown;
  return new GraphQLError(message, {
    path: error instanceof GraphQLError ? (error.path ?? null) : null,
    nodes: error instanceof GraphQLError ? (error.nodes ?? null) : null,
    extensions: { code, ...details, ...(ofRequest.has(code) ? { http: httpOf(shown) } : {}) },
  });
}

/**
 * Returns the error that a resolver threw; null for an error of GraphQL itself, which may wrap another error of
 * GraphQL.
 */
function originalOf(error: unknown): unknown {
  let original = error;
  while (original instanceof GraphQLError) original = original.originalError ?? null;
  return original;
}

/**
 * Removes suggestions about variables, which no option switches off: they reveal the schema to a caller that guesses.
 */
function withoutHints(error: GraphQLError): GraphQLError {
  const hint = error.message.endsWith('?') ? error.message.indexOf('Did you mean ') : -1;
  if (hint !== -1) error.message = error.message.slice(0, hint).trimEnd();
  return error;
}

/** A limit stops the parser by throwing an error without code and status. */
function asRequestFault(error: GraphQLError): GraphQLError {
  if (error.path !== undefined || error.extensions.code !== undefined) return error;
  const { message, nodes = null } = error;
  return new GraphQLError(message, { nodes, extensions: requestFault });
}
