/** The bytes of a request's body: within the limit of its operation, in the room of its platform, and in time. */
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors.ts';
import { collectGarbageOf } from './collect-garbage.ts';
import { type ReleaseRoom, type RequestRoom, takeRoom } from './request-room.ts';
import { countChunks, smallChunk } from './small-chunks.ts';
import { type StartTimer, startTimer } from './start-timer.ts';

const mebibyte = 1_048_576;

/** A body may come as slowly as it likes, but not stand still for longer; milliseconds. */
const idleMax = 30_000;

/** Bytes that are made ready for a body of unknown length; the buffer doubles from there. */
const firstBytes = 65_536;

/** After so many small chunks reading pauses, so that other requests have their turn. */
const chunksAStretch = 2_000;
/** Milliseconds of such a pause: twice what a stretch takes. */
const stretchPause = 10;
/** Small chunks of one body. */
const smallChunksMax = 20_000;

export interface BodyTerms {
  /** Most bytes that are taken. */
  readonly limit: number;
  readonly platformId: string;
  readonly room: RequestRoom;
  readonly timer?: StartTimer;
}

export interface Body {
  readonly bytes: Buffer;
  /** To be called when the work on the request is done, whatever came of it. */
  readonly release: ReleaseRoom;
}

const noBody: Body = { bytes: Buffer.alloc(0), release() {} };

/**
 * Reads the body whole. Rejects with `payload_too_large` as soon as it is known to be beyond the limit or comes in too
 * many small chunks, with `unavailable` when there is no room for it, with `request_timeout` when it stands still, and
 * with the connection's error when the client goes. The room of a body that was not read is given back.
 */
export async function readBody(request: IncomingMessage, terms: BodyTerms): Promise<Body> {
  const { limit, platformId, room, timer = startTimer } = terms;
  const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers;
  if (announced === undefined && encoding === undefined) return noBody;
  // How long a chunked body will be is not known: it takes what it may take.
  const length = announced === undefined ? limit : Number(announced);
  if (length > limit) throw tooLarge(limit);
  if (length === 0) return noBody;
  const release = await takeRoom(room, request, platformId, length);
  try {
    const bytes = await collect(request, { limit, announced: announced === undefined ? null : length, timer });
    const { length: size } = bytes;
    return {
      bytes,
      release() {
        release();
        collectGarbageOf(size);
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

interface Collecting {
  readonly limit: number;
  /** Bytes that will come; null: not known. */
  readonly announced: number | null;
  readonly timer: StartTimer;
}

function collect(request: IncomingMessage, { limit, announced, timer }: Collecting): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // A body is put together as it comes. Made of its chunks at the end, it would be there twice, and a million chunks of
  // one byte take a hundred times their room.
  let whole = Buffer.allocUnsafeSlow(announced ?? firstBytes);
  let length = 0;
  const chunks = countChunks();
  const fail = (error: unknown) => {
    settle();
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
  const onClose = () => fail(new Error('The client closed the connection'));
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
  return larger;
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
