/**
 * Room that platforms share, in bytes or another unit. A platform may hold as much as stays free: one gets half of the
 * room, two get a third each, and a newcomer finds room (Choudhury and Hahne, dynamic thresholds, 1998). Waiting platforms
 * are admitted in turn. The holder of room keeps it until the holder gives it back.
 */

/** Gives back what was taken; the second call does nothing. */
export type ReleaseRoom = () => void;

/** Room that was taken. Call it to give all of it back. */
export interface TakenRoom extends ReleaseRoom {
  /** Gives back all but `bytes`; does nothing when that is no less than what is held. */
  shrink(bytes: number): void;
}

export interface FairRoom {
  /** Takes `bytes` if they are free and nobody else waits for room; null otherwise. More than half counts as half. */
  takeNow(platformId: string, bytes: number): TakenRoom | null;
  /** Takes `bytes` when they are free; rejects with the reason of `signal` when it is aborted before. */
  take(platformId: string, bytes: number, signal?: AbortSignal): Promise<TakenRoom>;
  /** How many of a platform wait. */
  waiting(platformId: string): number;
  /** Whether a platform other than this one waits and holds nothing. */
  keepsOut(platformId: string): boolean;
  /** Admits whoever may be admitted by now; to be called when `mayTake` may have changed its mind. */
  recheck(): void;
}

interface Waiter {
  readonly bytes: number;
  readonly admit: () => void;
}

/** `mayTake`: whether a platform may take room at all at present. */
export function createFairRoom(room: number, mayTake: (platformId: string) => boolean = () => true): FairRoom {
  const share = Math.floor(room / 2);
  const used = new Map<string, number>();
  /** Platforms in the order of their turns, each with those of its own that wait. */
  const waiting = new Map<string, Set<Waiter>>();
  let inUse = 0;

  const usedBy = (platformId: string) => used.get(platformId) ?? 0;
  // What alone is more than the share takes the whole share.
  const roomFor = (wanted: number) => Math.min(wanted, share);
  const fits = (bytes: number) => inUse + bytes <= room;
  const isOverShare = (platformId: string, bytes: number) => {
    const before = usedBy(platformId);
    return before > 0 && before + bytes > room - inUse - bytes;
  };

  function occupy(platformId: string, bytes: number): TakenRoom {
    let held = bytes;
    inUse += held;
    used.set(platformId, usedBy(platformId) + held);
    const shrink = (kept: number) => {
      if (kept >= held) return;
      const freed = held - kept;
      held = kept;
      inUse -= freed;
      const left = usedBy(platformId) - freed;
      if (left > 0) used.set(platformId, left);
      else used.delete(platformId);
      admitWaiting();
    };
    return Object.assign(() => shrink(0), { shrink });
  }

  function admitWaiting(): void {
    for (let next = nextInTurn(); next !== null; next = nextInTurn()) {
      leave(next.platformId, next.waiter);
      next.waiter.admit();
    }
  }

  /** The first in turn whose platform has room left in its share; null when the whole room is too full for it. */
  function nextInTurn(): { readonly platformId: string; readonly waiter: Waiter } | null {
    for (const [platformId, [waiter]] of waiting) {
      if (!waiter || !mayTake(platformId) || isOverShare(platformId, waiter.bytes)) continue;
      // The first keeps its turn: what is smaller and of other platforms would go before it for ever.
      return fits(waiter.bytes) ? { platformId, waiter } : null;
    }
    return null;
  }

  /** Takes a waiter from the queue; its platform goes to the end of the turns. */
  function leave(platformId: string, waiter: Waiter): void {
    const waiters = waiting.get(platformId);
    if (!waiters?.delete(waiter)) return;
    waiting.delete(platformId);
    if (waiters.size > 0) waiting.set(platformId, waiters);
  }

  function takeNow(platformId: string, wanted: number): TakenRoom | null {
    const bytes = roomFor(wanted);
    const isFree = waiting.size === 0 && mayTake(platformId) && fits(bytes) && !isOverShare(platformId, bytes);
    return isFree ? occupy(platformId, bytes) : null;
  }

  return {
    takeNow,
    waiting: (platformId) => waiting.get(platformId)?.size ?? 0,
    keepsOut: (platformId) => [...waiting.keys()].some((other) => other !== platformId && usedBy(other) === 0),
    recheck: admitWaiting,
    async take(platformId, wanted, signal) {
      signal?.throwIfAborted();
      const bytes = roomFor(wanted);
      const { promise, resolve, reject } = Promise.withResolvers<TakenRoom>();
      const waiter: Waiter = {
        bytes,
        admit() {
          signal?.removeEventListener('abort', onAbort);
          resolve(occupy(platformId, bytes));
        },
      };
      const onAbort = () => {
        leave(platformId, waiter);
        reject(signal?.reason);
        // The one that left may have held up others.
        admitWaiting();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.set(platformId, (waiting.get(platformId) ?? new Set()).add(waiter));
      admitWaiting();
      return promise;
    },
  };
}
