/**
 * The last step before a result becomes text: at most 16 MB of data, and at most 100 errors of 60 kB in all, each with
 * a code of this service (docs/rules.md#graphql-errors).
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { errorCodes } from '../../../ground/errors/error-codes.ts';
import { errorStatuses } from '../../../ground/errors/error-status.ts';
import type { FieldErrors } from '../../../ground/errors/errors.ts';
import { jsonBytes } from '../../../ground/json-bytes.ts';
import { answerBytesMax } from '../../../ground/lists/answer-limit.ts';
import { docUrl } from '../../errors/show-refusal.ts';
import type { Exchange } from '../../exchange.ts';
import { requestFault } from '../error-http.ts';
import { eventBytesMax } from './event-limits.ts';
import { errorBytesMax, faultsMax } from './graphql-limits.ts';

/** Characters of an error's message: messages of GraphQL repeat documents and values. */
const messageMax = 300;
/** Places in the document that one error names. */
const locationsMax = 3;

interface Bounds extends Omit<ErrorSettings, 'partial'> {
  /** UTF-8 bytes of the data. */
  readonly bytes: number;
}

/** Bounds the data and the errors of one result; returns the result itself when it needs no change. */
export function boundResult(result: ExecutionResult, { bytes, ...settings }: Bounds): ExecutionResult {
  const bounded = boundData(result, bytes);
  const { errors } = bounded;
  if (errors === undefined) return bounded;
  return { ...bounded, errors: boundErrors(errors, { ...settings, partial: hasData(bounded) }) };
}

/** Whether a result holds that of one field at least: such a response is no failure of the request. */
export function hasData({ data }: ExecutionResult): boolean {
  return data != null && Object.values(data).some((value) => value !== null);
}

export function boundAnswer(publicUrl: string): Plugin<object, { readonly exchange: Exchange }> {
  return {
    onResultProcess({ request, result, setResult, serverContext }) {
      if (Array.isArray(result) || !('data' in result || 'errors' in result)) return;
      // A client that accepts application/json gets the statuses of GraphQL over HTTP, 6.4.1; for others the status
      // follows the error.
      const spec = /\bapplication\/json\b/i.test(request.headers.get('accept') ?? '');
      const { requestId } = serverContext.exchange;
      const bounded = boundResult(result, { publicUrl, requestId, spec, bytes: answerBytesMax });
      if (bounded !== result) setResult(bounded);
    },
  };
}

/** Replaces data of more than `bytes` by an error. */
export function boundData(result: ExecutionResult, bytes: number): ExecutionResult {
  if (result.data == null || jsonBytes(result.data, bytes) <= bytes) return result;
  const message =
    bytes === eventBytesMax
      ? `The event is larger than ${bytes.toLocaleString('en')} bytes: subscribe to fewer fields after the last cursor.`
      : `The operation was executed, but its answer is larger than ${bytes / 1_000_000} MB: ask for fewer rows or fields.`;
  const { code } = requestFault;
  return { data: null, errors: [new GraphQLError(message, { extensions: { code } })] };
}

interface ErrorSettings {
  readonly publicUrl: string;
  readonly requestId: string;
  /** Whether statuses follow the rules for clients of application/json. */
  readonly spec: boolean;
  /** Whether the response has the result of at least one field of the root. */
  readonly partial: boolean;
}

/** The first errors, each in the form of this service (docs/rules.md#graphql-errors). */
export function boundErrors(errors: readonly GraphQLError[], settings: ErrorSettings): readonly GraphQLError[] {
  const kept: GraphQLError[] = [];
  let left = errorBytesMax;
  for (const error of errors.slice(0, faultsMax)) {
    const bounded = boundError(error, settings, left);
    left -= jsonBytes(bounded.toJSON(), left);
    // The first error is kept, whatever its size.
    if (left < 0 && kept.length > 0) break;
    kept.push(bounded);
  }
  return kept;
}

function boundError(error: GraphQLError, settings: ErrorSettings, bytes: number): GraphQLError {
  const { publicUrl, requestId, spec, partial } = settings;
  const { message, nodes, source, positions, path, originalError } = error;
  const extensions = error.extensions ?? {};
  const { http: asked, errors, ...others } = extensions;
  const http = partial ? undefined : asked;
  const bounded = errors === undefined ? undefined : boundFaults(errors as FieldErrors, bytes);
  const code = codeOf(extensions.code, asked?.status);
  return new GraphQLError(message.length > messageMax ? `${message.slice(0, messageMax)}…` : message, {
    ...(nodes ? { nodes: nodes.slice(0, locationsMax) } : { source, positions }),
    path,
    originalError,
    extensions: {
      ...others,
      code,
      field: Object.keys(bounded ?? {})[0] ?? null,
      requestId,
      docUrl: docUrl(publicUrl, code),
      ...(bounded === undefined ? {} : { errors: bounded }),
      ...(http === undefined ? {} : { http: { ...http, ...(spec ? {} : { spec: false }) } }),
    },
  });
}

/** Errors of Yoga and of the limits of a document have codes of their own, or none. */
function codeOf(code: unknown, status: unknown): string {
  if (typeof code === 'string' && code in errorCodes) return code;
  return status === errorStatuses.method_not_allowed ? 'method_not_allowed' : requestFault.code;
}

function boundFaults(errors: FieldErrors, bytes: number): FieldErrors {
  const kept: Record<string, readonly string[]> = {};
  // Leaves room for the other parts of the error.
  let left = bytes - 4 * messageMax;
  let count = 0;
  for (const path in errors) {
    const messages = errors[path] ?? [];
    left -= jsonBytes([path, messages], Math.max(left, 0));
    count += 1;
    if (left < 0 || count > faultsMax) break;
    kept[path] = messages;
  }
  return kept;
}
