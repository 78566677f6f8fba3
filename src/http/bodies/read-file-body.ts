/**
 * Reads a request body as a file, chunk by chunk: the next bytes are read when a chunk has been worked on, so that a file
 * of any size holds two chunks in memory (docs/rules.md#file-bodies).
 */
import type { IncomingMessage } from 'node:http';
import { DomainError, invalid } from '../../ground/errors/errors.ts';
import { ClientGone } from '../connections/client-gone.ts';
import { type StartTimer, startTimer } from '../connections/start-timer.ts';
import { type RequestRoom, takeRoom } from '../request-room.ts';
import { mebibyte } from './body-limits.ts';
import { isPlain } from './json-type.ts';
import { idleMax, smallChunksMax } from './read-body.ts';
import { countChunks, smallChunk } from './small-chunks.ts';

/** Bytes of a chunk, but for the last. */
const chunkBytes = mebibyte;
/** Bytes that a file takes of the room for bodies: its chunk, and the one before it on its way to the database. */
const roomBytes = 2 * chunkBytes;
/** Bytes of a file. */
const fileBytes = 512 * mebibyte;

interface FileTerms {
  readonly platformId: string;
  readonly room: RequestRoom;
  readonly timer?: StartTimer;
}

/**
 * Rejects with `payload_too_large`, with `request_timeout` when the file stalls, with `unavailable` when there is no room,
 * with `validation_failed` for a form or compressed bytes, and with `ClientGone` when the client disconnects.
 */
export async function* readFileBody(request: IncomingMessage, terms: FileTerms): AsyncGenerator<Buffer> {
  const { platformId, room, timer = startTimer } = terms;
  checkHeaders(request);
  const release = await takeRoom(room, request, platformId, roomBytes);
  try {
    let chunk = Buffer.allocUnsafeSlow(chunkBytes);
    let length = 0;
    let total = 0;
    const arrivals = countChunks();
    for await (const bytes of arrivingIn(request, timer)) {
      total += bytes.length;
      if (total > fileBytes) throw tooLarge();
      if (arrivals.add(bytes.length) > smallChunksMax) throw tooManyChunks();
      for (let from = 0; from < bytes.length; ) {
        const taken = bytes.copy(chunk, length, from);
        from += taken;
        length += taken;
        if (length < chunkBytes) continue;
        yield chunk;
        chunk = Buffer.allocUnsafeSlow(chunkBytes);
        length = 0;
      }
    }
    if (length > 0) yield chunk.subarray(0, length);
  } finally {
    release();
  }
}

function checkHeaders({ headers }: IncomingMessage): void {
  if (/^multipart\//i.test(headers['content-type'] ?? '')) {
    throw invalid({ body: ['must be the file itself, as `curl --data-binary @file` sends it, and no form'] });
  }
  if (!isPlain(headers)) throw invalid({ body: ['must not be compressed'] });
  if (Number(headers['content-length'] ?? 0) > fileBytes) throw tooLarge();
}

/** The bytes as they arrive, each within `idleMax` of those before. The connection stays open at the end. */
async function* arrivingIn(request: IncomingMessage, timer: StartTimer): AsyncGenerator<Buffer> {
  const arriving = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const { promise: idle, reject } = Promise.withResolvers<never>();
    const stopTimer = timer(idleMax, () => reject(new DomainError('request_timeout')));
    try {
      const { value, done } = await Promise.race([arriving.next(), idle]);
      if (done) return;
      yield value;
    } catch (error) {
      throw request.destroyed && !(error instanceof DomainError) ? new ClientGone() : error;
    } finally {
      stopTimer();
    }
  }
}

function tooLarge(): DomainError {
  return new DomainError('payload_too_large', 'The file is larger than the 512 MiB of an import. Divide it.');
}

function tooManyChunks(): DomainError {
  return new DomainError(
    'payload_too_large',
    `The file comes in more than ${smallChunksMax} chunks of under ${smallChunk} bytes. Send larger chunks.`,
  );
}
