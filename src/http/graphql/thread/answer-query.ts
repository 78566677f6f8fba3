/** The answers of the thread: bytes of a response, or the parts of errors, from which the process makes the response. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { type DomainError, notFound } from '../../../ground/errors/errors.ts';
import { answerBytesMax } from '../../../ground/lists/answer-limit.ts';
import { boundData, boundErrors, hasData } from '../limits/bound-answer.ts';
import { faultsMax } from '../limits/graphql-limits.ts';
import type { RestRead, ShownRead, ThreadAnswer, ThreadError, ThreadQuery } from './thread-messages.ts';

/** Makes a response of REST from what its document gave. */
export type ShowRest = (found: Readonly<Record<string, unknown>>, read: RestRead) => ShownRead;

const encoder = new TextEncoder();

interface QueryForm {
  readonly query: ThreadQuery;
  readonly publicUrl: string;
  readonly show: (error: unknown) => GraphQLError;
}

export function answerQuery(
  { errors: thrown, ...rest }: ExecutionResult,
  { query, publicUrl, show }: QueryForm,
): ThreadAnswer {
  const { extensions, viewer } = query;
  const bounded = boundData({ ...rest, ...(thrown && { errors: thrown.map(show) }) }, answerBytesMax);
  const { errors, data } = bounded;
  // The process makes the response that holds nothing but errors: they decide its status.
  if (errors !== undefined && !hasData(bounded)) {
    return { data: data ?? null, errors: errors.slice(0, faultsMax).map(partsOf) };
  }
  const { requestId } = viewer;
  const shown = errors && boundErrors(errors, { publicUrl, requestId, spec: true, partial: true });
  const code = shown?.[0]?.extensions.code;
  const body = { ...(shown && { errors: shown }), data, extensions };
  return { bytes: bytesOf(body), code: typeof code === 'string' ? code : null };
}

interface RestForm {
  readonly rest: RestRead;
  readonly showRest: ShowRest;
  readonly refused: (thrown: unknown) => DomainError;
}

export function answerRest({ errors, data }: ExecutionResult, { rest, showRest, refused }: RestForm): ThreadAnswer {
  const [error] = errors ?? [];
  if (error) return refuseRest(refused(error.originalError ?? error));
  if (data?.[rest.shape] == null) return refuseRest(notFound());
  const { body, headers } = showRest(data, rest);
  return { bytes: bytesOf(body), code: null, headers };
}

export function refuseQuery(error: GraphQLError): ThreadAnswer {
  return { data: null, errors: [partsOf(error)] };
}

export function refuseRest({ code, message, details }: DomainError): ThreadAnswer {
  return { refusal: { code, message, details } };
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(body));
}

function partsOf({ message, positions, path, extensions }: GraphQLError): ThreadError {
  return { message, positions, path, extensions };
}
