/** The bytes of a request's body, never more of them in memory than the operation takes. */
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../src/errors.ts';

const mebibyte = 1_048_576;

/** Largest bodies in bytes, by operationId (decisions, section 2). */
const bodyLimits: Readonly<Record<string, number>> = { emitEvent: 32 * mebibyte, upsertContacts: 8 * mebibyte };
const otherBodyLimit = 2 * mebibyte;

/** The largest body of an operation, in bytes. */
export function bodyLimit(operationId: string): number {
  return bodyLimits[operationId] ?? otherBodyLimit;
}

/**
 * Reads the body whole; `payload_too_large` as soon as it is known to be beyond `limit` bytes. What is left of it is
 * then thrown away by Node, so that the answer reaches a client that is still sending. Rejects when the client goes.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge(limit: number): DomainError {
  return new DomainError(
    'payload_too_large',
    `The body is larger than the ${limit / mebibyte} MiB this operation takes.`,
  );
}
