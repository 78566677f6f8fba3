import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../ground/errors/errors.ts';
import { createShareRoom, type ReleaseRoom } from '../ground/rooms/share-room.ts';
import { ClientGone } from './connections/client-gone.ts';
import { type StartTimer, startTimer } from './connections/start-timer.ts';

/** How long a request waits for room, unless the room says otherwise; milliseconds (docs/rules.md#body-memory). */
const waitMax = 10_000;
/**
 * Requests of one platform that wait at once, unless the room says otherwise; each holds what its connection has read
 * ahead, some 100 kB.
 */
const waitersMax = 200;
/** Seconds until a request that found no room is worth sending again. */
const retryAfter = 5;

export type { ReleaseRoom };

export interface RequestRoom {
  /** Takes room for a request of `size` if it is free and no other request waits for room; null otherwise. */
  takeNow(platformId: string, size: number): ReleaseRoom | null;
  /** Waits for room; rejects with `unavailable` when none comes free in time, or with the reason of `signal`. */
  take(platformId: string, size: number, signal: AbortSignal): Promise<ReleaseRoom>;
}

interface RequestRoomOptions {
  /** How long a request waits for room; milliseconds. */
  readonly waitMs?: number;
  /** Requests of one platform that wait at once. */
  readonly waiters?: number;
  readonly timer?: StartTimer | undefined;
}

/** Room for requests that are in hand at once (src/ground/rooms/share-room.ts); sizes are in whatever unit `room` is. */
export function createRequestRoom(room: number, options: RequestRoomOptions = {}): RequestRoom {
  const { waitMs = waitMax, waiters = waitersMax, timer = startTimer } = options;
  const shared = createShareRoom(room);
  return {
    takeNow: (platformId, size) => shared.takeNow(platformId, size),
    async take(platformId, size, signal) {
      signal.throwIfAborted();
      if (shared.waiting(platformId) >= waiters) throw noRoom();
      const tooLong = new AbortController();
      const stopTimer = timer(waitMs, () => tooLong.abort(noRoom()));
      return shared.take(platformId, size, AbortSignal.any([signal, tooLong.signal])).finally(stopTimer);
    },
  };
}

/** Takes room; rejects with `ClientGone` when the client closes its connection, and with it `message`, meanwhile. */
export async function takeRoom(
  room: RequestRoom,
  message: IncomingMessage | ServerResponse,
  platformId: string,
  size: number,
): Promise<ReleaseRoom> {
  const now = room.takeNow(platformId, size);
  if (now) return now;
  if (message.closed) throw new ClientGone();
  const gone = new AbortController();
  const leave = () => gone.abort(new ClientGone());
  message.once('close', leave);
  try {
    return await room.take(platformId, size, gone.signal);
  } finally {
    message.off('close', leave);
  }
}

function noRoom(): DomainError {
  return new DomainError('unavailable', 'Too many such requests are in hand. Try again shortly.', { retryAfter });
}
