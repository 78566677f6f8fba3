/**
 * The log: one JSON object a line on standard output.
 *
 * It carries no address, key, secret, payload or token (decisions, section 10). Errors are reduced to their name,
 * code and message-free stack, since drivers put values into messages.
 */
import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

interface Failure {
  readonly name: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
}

function describeError(error: unknown): Failure | unknown {
  if (!(error instanceof Error)) return stdSerializers.err(new Error(typeof error));
  const code = 'code' in error ? error.code : undefined;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  return { name: error.name, ...(code === undefined ? {} : { code }), stack: frames };
}

/** `level` is one of pino's; `silent` writes nothing. */
export function createLog(level: string): Log {
  const output = pino.destination(1);
  // Lines that cannot be written (a full disk, a terminal that was closed) must not end the process. At its exit the
  // stream would try for ever to write them.
  output.on('error', (error: NodeJS.ErrnoException) => {
    output.flushSync = () => undefined;
    // The terminal does not come back.
    if (error.code === 'EIO') output.write = () => true;
  });
  return pino({ level, base: null, serializers: { err: describeError, error: describeError } }, output);
}
