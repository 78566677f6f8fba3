/**
 * The log: one JSON object a line on standard output (src/ground/log/log-output.ts); src/ground/log/log-pretty.ts formats the
 * lines for a terminal.
 *
 * The log has no address, key, secret, payload or token (docs/rules.md#log-privacy). An error is reduced to its name,
 * its codes, the names of PostgreSQL's schema objects and a stack without messages, since drivers put values into
 * messages. The causes of an error are reduced alike.
 */
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { standardOutput } from './log-output.ts';

export type Log = Logger;

interface Failure {
  readonly name: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: unknown;
  readonly causes?: readonly unknown[];
}

/** Levels of causes that are described, and errors of one `AggregateError`. */
const depthMax = 5;
const causesMax = 5;

/**
 * Fields of an error that hold names of programs and schemas, never values of rows: fields of Node's system errors,
 * PostgreSQL and pg-boss.
 */
const safeFields = [
  'code',
  'errno',
  'syscall',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
  'queue',
];

/** pg-boss reports plain objects with the fields of the original error. */
interface ErrorLike {
  readonly name?: unknown;
  readonly stack: string;
  readonly cause?: unknown;
}

function describeError(error: unknown, depth = 0): Failure | unknown {
  if (!isErrorLike(error)) return stdSerializers.err(new Error(typeof error));
  const fields: Readonly<Record<string, unknown>> = { ...error };
  const frames = error.stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  const failure: Failure = {
    name: isName(error.name) ? String(error.name) : 'Error',
    ...Object.fromEntries(safeFields.filter((field) => isName(fields[field])).map((field) => [field, fields[field]])),
    stack: frames,
  };
  if (depth === depthMax) return failure;
  const { cause } = error;
  const causes = error instanceof AggregateError ? error.errors.slice(0, causesMax) : [];
  return {
    ...failure,
    ...(isErrorLike(cause) ? { cause: describeError(cause, depth + 1) } : {}),
    ...(causes.length > 0 ? { causes: causes.map((one) => describeError(one, depth + 1)) } : {}),
  };
}

function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && 'stack' in error && typeof error.stack === 'string';
}

function isName(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value));
}

/** `level` is one of pino's levels; `silent` writes nothing. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const serializer = (error: unknown) => describeError(error);
  return pino({ level, base: null, serializers: { err: serializer, error: serializer } }, destination);
}
