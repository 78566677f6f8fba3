/**
 * Reads the bytes of a request body: within the limit of its operation, in the room of its platform, and in time
 * (docs/rules.md#slow-bodies).
 */
import type { IncomingMessage } from 'node:http';
import { releaseCollected } from '../../ground/collect-garbage.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { ClientGone } from '../connections/client-gone.ts';
import { type StartTimer, startTimer } from '../connections/start-timer.ts';
import { type ReleaseRoom, type RequestRoom, takeRoom } from '../request-room.ts';
import { mebibyte } from './body-limits.ts';
import { countChunks, smallChunk } from './small-chunks.ts';

/** Time without a byte after which a body is rejected; milliseconds. The body may be slow otherwise. */
export const idleMax = 30_000;

/** Initial buffer for a body of unknown length, in bytes; the buffer doubles from there. */
const firstBytes = 65_536;

/** Small chunks after which reading pauses, so that other requests run. */
const chunksAStretch = 2_000;
/** Length of such a pause in milliseconds: twice the time of reading the chunks. */
const stretchPause = 10;
/** Small chunks of one body. */
export const smallChunksMax = 20_000;

export interface BodyTerms {
  /** Largest body in bytes. */
  readonly limit: number;
  readonly platformId: string;
  readonly room: RequestRoom;
  readonly timer?: StartTimer;
}

export interface Body {
  readonly bytes: Buffer;
  /** Call when the work on the request is done, successful or not. */
  readonly release: ReleaseRoom;
}

const noBody: Body = { bytes: Buffer.alloc(0), release() {} };

/**
 * Reads the whole body. Rejects with `payload_too_large` as soon as the body is known to exceed the limit or comes in
 * too many small chunks, with `unavailable` when there is no room, with `request_timeout` when the body stalls, and
 * with `ClientGone` or the error of the connection when the client disconnects. A rejected body gives its room back.
 */
export async function readBody(request: IncomingMessage, terms: BodyTerms): Promise<Body> {
  const { limit, platformId, room, timer = startTimer } = terms;
  const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers;
  if (announced === undefined && encoding === undefined) return noBody;
  // The length of a chunked body is unknown, so the body takes the room of its limit.
  const length = announced === undefined ? limit : Number(announced);
  if (length > limit) throw tooLarge(limit);
  if (length === 0) return noBody;
  const release = await takeRoom(room, request, platformId, length);
  try {
    const bytes = await collect(request, { limit, announced: announced === undefined ? null : length, timer });
    const { length: size } = bytes;
    return {
      bytes,
      release: () => releaseCollected(size, release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

interface Collecting {
  readonly limit: number;
  /** Bytes that will come; null: unknown. */
  readonly announced: number | null;
  readonly timer: StartTimer;
}

function collect(request: IncomingMessage, { limit, announced, timer }: Collecting): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // Chunks are copied into one buffer as they come. Joined at the end, the body would be in memory twice, and a million
  // chunks of one byte would take a hundred times their length.
  let whole = Buffer.allocUnsafeSlow(announced ?? firstBytes);
  let length = 0;
  const chunks = countChunks();
  const fail = (error: unknown) => {
    settle();
    free(whole);
    reject(error);
  };
  const onIdle = () => fail(new DomainError('request_timeout'));
  const onData = (chunk: Buffer) => {
    stopTimer();
    const end = length + chunk.length;
    if (end > limit) return fail(tooLarge(limit));
    if (end > whole.length) whole = grown(whole, Math.min(limit, Math.max(end, 2 * whole.length)));
    chunk.copy(whole, length);
    length = end;
    const small = chunks.add(chunk.length);
    if (small > smallChunksMax) return fail(tooManyChunks());
    if (small > 0 && small % chunksAStretch === 0) {
      request.pause();
      setTimeout(() => request.resume(), stretchPause);
    }
    stopTimer = timer(idleMax, onIdle);
  };
  const onEnd = () => {
    settle();
    resolve(whole.subarray(0, length));
  };
  const onClose = () => fail(new ClientGone());
  const settle = () => {
    stopTimer();
    request.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
  };
  let stopTimer = timer(idleMax, onIdle);
  if (request.destroyed) onClose();
  else request.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  return promise;
}

function grown(bytes: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(length);
  bytes.copy(larger);
  free(bytes);
  return larger;
}

/** Gives the memory back at once: V8 would keep hundreds of MiB of such buffers until it collects. */
function free({ buffer }: Buffer<ArrayBuffer>): void {
  buffer.transfer(0);
}

function tooManyChunks(): DomainError {
  return new DomainError(
    'payload_too_large',
    `The body comes in more than ${smallChunksMax} chunks of under ${smallChunk} bytes. Send larger chunks.`,
  );
}

function tooLarge(limit: number): DomainError {
  return new DomainError(
    'payload_too_large',
    `The body is larger than the ${limit / mebibyte} MiB this operation takes.`,
  );
}
