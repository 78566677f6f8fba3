import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';
import { createFairRoom, type ReleaseRoom, type TakenRoom } from '../turns/fair-room.ts';
import { type StartTimer, startTimer } from './start-timer.ts';

/** How long a request waits for room, unless the room says otherwise; milliseconds. */
const waitMax = 10_000;
/** Requests of one platform that wait at once, unless the room says otherwise; each holds what its connection has read ahead, some 100 kB. */
const waitersMax = 200;
/** Seconds until a request that found no room is worth sending again. */
const retryAfter = 5;

export type { ReleaseRoom, TakenRoom };

export interface RequestRoom {
  /** Takes room for a request of `size` if it is free and no other request waits for room; null otherwise. */
  takeNow(platformId: string, size: number): TakenRoom | null;
  /** Waits for room; rejects with `unavailable` when none comes free in time, or with the reason of `signal`. */
  take(platformId: string, size: number, signal: AbortSignal): Promise<TakenRoom>;
  /** Whether a request of a platform other than this one waits where `size` has its room, and that platform has none. */
  keepsOut(platformId: string, size: number): boolean;
}

/** Says who may take room at present, beside the shares of the room itself. */
export interface Admission {
  mayTake(platformId: string): boolean;
  /** Calls `listener` whenever somebody may take room who might not before. */
  whenEased(listener: () => void): void;
}

interface RequestRoomOptions {
  /** How long a request waits for room; milliseconds. */
  readonly waitMs?: number;
  /** Requests of one platform that wait at once. */
  readonly waiters?: number;
  /** Default: everybody may take room. */
  readonly admission?: Admission;
  readonly timer?: StartTimer | undefined;
}

/** Room for requests that are in hand at once (src/turns/fair-room.ts); sizes are in whatever unit `room` is. */
export function createRequestRoom(room: number, options: RequestRoomOptions = {}): RequestRoom {
  const { waitMs = waitMax, waiters = waitersMax, admission, timer = startTimer } = options;
  const shared = createFairRoom(room, admission && ((platformId) => admission.mayTake(platformId)));
  admission?.whenEased(() => shared.recheck());
  return {
    takeNow: (platformId, size) => shared.takeNow(platformId, size),
    keepsOut: (platformId) => shared.keepsOut(platformId),
    async take(platformId, size, signal) {
      signal.throwIfAborted();
      if (shared.waiting(platformId) >= waiters) throw noRoom();
      const tooLong = new AbortController();
      const stopTimer = timer(waitMs, () => tooLong.abort(noRoom()));
      return shared.take(platformId, size, AbortSignal.any([signal, tooLong.signal])).finally(stopTimer);
    },
  };
}

/** Takes room; a client that closes its connection, and with it `message`, gets none and gives up its place. */
export async function takeRoom(
  room: RequestRoom,
  message: IncomingMessage | ServerResponse,
  platformId: string,
  size: number,
): Promise<TakenRoom> {
  // A response is destroyed only when it is sent whole, or its client has left.
  if (message.destroyed) throw hasLeft();
  const now = room.takeNow(platformId, size);
  if (now) return now;
  const gone = new AbortController();
  const leave = () => gone.abort(hasLeft());
  message.once('close', leave);
  try {
    return await room.take(platformId, size, gone.signal);
  } finally {
    message.off('close', leave);
  }
}

/** Nobody reads it: it only ends the work. */
function hasLeft(): DomainError {
  return new DomainError('unavailable', 'The client closed the connection.');
}

function noRoom(): DomainError {
  return new DomainError('unavailable', 'Too many such requests are in hand. Try again shortly.', { retryAfter });
}
