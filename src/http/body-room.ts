/**
 * Bounds the bytes of request bodies that a process works on at once (docs/rules.md#body-memory). A body takes room
 * before its first byte is read and holds the room until the work on the request is done, since the parsed objects live
 * as long. Beyond the bound a request waits, unread: Node stops reading its connection.
 */
import { DomainError } from '../errors.ts';
import { type StartTimer, startTimer } from './start-timer.ts';

const mebibyte = 1_048_576;

/** Bytes up to which a body is small. Small bodies have room of their own, so that none waits for a large body. */
const smallMax = 64 * 1024;
/** Room of all small bodies together, in bytes. */
const smallRoom = 16 * mebibyte;
/** Time that a request waits for room, in milliseconds. */
const waitMax = 10_000;
/**
 * Requests of one platform that wait at once in one lane; each holds the bytes that its connection has read ahead,
 * about 100 kB.
 */
const waitersMax = 200;
/** Seconds until a retry of a request that found no room. */
const retryAfter = 5;

/** Gives the room of a body back; a second call does nothing. */
export type ReleaseRoom = () => void;

export interface BodyRoom {
  /** Takes room for a body of `bytes` if the room is free and no other request waits; null otherwise. */
  takeNow(platformId: string, bytes: number): ReleaseRoom | null;
  /** Waits for room; rejects with `unavailable` after the longest wait, or with the reason of `signal`. */
  take(platformId: string, bytes: number, signal: AbortSignal): Promise<ReleaseRoom>;
}

/** `bytes`: of all large bodies together; one platform has at most half of them. */
export function createBodyRoom(bytes: number, timer: StartTimer = startTimer): BodyRoom {
  const small = createLane(smallRoom, timer);
  const large = createLane(bytes, timer);
  const laneOf = (wanted: number) => (wanted <= smallMax ? small : large);
  return {
    takeNow: (platformId, wanted) => laneOf(wanted).takeNow(platformId, wanted),
    take: (platformId, wanted, signal) => laneOf(wanted).take(platformId, wanted, signal),
  };
}

interface Waiter {
  readonly bytes: number;
  readonly admit: () => void;
}

/** Room that platforms share: each has at most half, and waiting platforms are admitted in turn. */
function createLane(room: number, timer: StartTimer): BodyRoom {
  const share = Math.floor(room / 2);
  const used = new Map<string, number>();
  /** Platforms in the order of their turns, each with its waiting requests. */
  const waiting = new Map<string, Set<Waiter>>();
  let inUse = 0;

  const usedBy = (platformId: string) => used.get(platformId) ?? 0;
  // A body larger than the share takes the whole share.
  const roomFor = (wanted: number) => Math.min(wanted, share);

  function occupy(platformId: string, bytes: number): ReleaseRoom {
    inUse += bytes;
    used.set(platformId, usedBy(platformId) + bytes);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      inUse -= bytes;
      const left = usedBy(platformId) - bytes;
      if (left > 0) used.set(platformId, left);
      else used.delete(platformId);
      admitWaiting();
    };
  }

  function admitWaiting(): void {
    for (let next = nextInTurn(); next !== null; next = nextInTurn()) {
      leave(next.platformId, next.waiter);
      next.waiter.admit();
    }
  }

  /**
   * Returns the first request in turn whose platform has room left in its share; null when the whole room is too full
   * for that request.
   */
  function nextInTurn(): { readonly platformId: string; readonly waiter: Waiter } | null {
    for (const [platformId, [waiter]] of waiting) {
      if (!waiter || usedBy(platformId) + waiter.bytes > share) continue;
      // The request keeps its turn: otherwise smaller bodies of other platforms would pass it for ever.
      return inUse + waiter.bytes > room ? null : { platformId, waiter };
    }
    return null;
  }

  /** Takes a request from the queue; its platform goes to the end of the turns. */
  function leave(platformId: string, waiter: Waiter): void {
    const waiters = waiting.get(platformId);
    if (!waiters?.delete(waiter)) return;
    waiting.delete(platformId);
    if (waiters.size > 0) waiting.set(platformId, waiters);
  }

  function wait(platformId: string, bytes: number, signal: AbortSignal): Promise<ReleaseRoom> {
    const { promise, resolve, reject } = Promise.withResolvers<ReleaseRoom>();
    const settle = () => {
      stopTimer();
      signal.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter = {
      bytes,
      admit() {
        settle();
        resolve(occupy(platformId, bytes));
      },
    };
    const giveUp = (reason: unknown) => {
      settle();
      leave(platformId, waiter);
      reject(reason);
      // The request that left may have blocked others.
      admitWaiting();
    };
    const onAbort = () => giveUp(signal.reason);
    const stopTimer = timer(waitMax, () => giveUp(noRoom()));
    signal.addEventListener('abort', onAbort);
    waiting.set(platformId, (waiting.get(platformId) ?? new Set()).add(waiter));
    admitWaiting();
    return promise;
  }

  return {
    takeNow(platformId, wanted) {
      const bytes = roomFor(wanted);
      const isFree = waiting.size === 0 && inUse + bytes <= room && usedBy(platformId) + bytes <= share;
      return isFree ? occupy(platformId, bytes) : null;
    },
    async take(platformId, wanted, signal) {
      signal.throwIfAborted();
      if ((waiting.get(platformId)?.size ?? 0) >= waitersMax) throw noRoom();
      return wait(platformId, roomFor(wanted), signal);
    },
  };
}

function noRoom(): DomainError {
  return new DomainError('unavailable', 'Too many large requests are in hand. Try again shortly.', { retryAfter });
}
