/**
 * Room that platforms share, in bytes or another unit. One platform has at most half of the room, and waiting platforms
 * are admitted in turn. The holder of room keeps it until the holder gives it back.
 */

/** Gives back what was taken; the second call does nothing. */
export type ReleaseRoom = () => void;

export interface ShareRoom {
  /** Takes `bytes` if they are free and nobody else waits for room; null otherwise. More than half counts as half. */
  takeNow(platformId: string, bytes: number): ReleaseRoom | null;
  /** Takes `bytes` when they are free; rejects with the reason of `signal` when it is aborted before. */
  take(platformId: string, bytes: number, signal?: AbortSignal): Promise<ReleaseRoom>;
  /** How many of a platform wait. */
  waiting(platformId: string): number;
}

interface Waiter {
  readonly bytes: number;
  readonly admit: () => void;
}

export function createShareRoom(room: number): ShareRoom {
  const share = Math.floor(room / 2);
  const used = new Map<string, number>();
  /** Platforms in the order of their turns, each with those of its own that wait. */
  const waiting = new Map<string, Set<Waiter>>();
  let inUse = 0;

  const usedBy = (platformId: string) => used.get(platformId) ?? 0;
  // What alone is more than the share takes the whole share.
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

  /** The first in turn whose platform has room left in its share; null when the whole room is too full for it. */
  function nextInTurn(): { readonly platformId: string; readonly waiter: Waiter } | null {
    for (const [platformId, [waiter]] of waiting) {
      if (!waiter || usedBy(platformId) + waiter.bytes > share) continue;
      // The first keeps its turn: what is smaller and of other platforms would go before it for ever.
      return inUse + waiter.bytes > room ? null : { platformId, waiter };
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

  function takeNow(platformId: string, wanted: number): ReleaseRoom | null {
    const bytes = roomFor(wanted);
    const isFree = waiting.size === 0 && inUse + bytes <= room && usedBy(platformId) + bytes <= share;
    return isFree ? occupy(platformId, bytes) : null;
  }

  return {
    takeNow,
    waiting: (platformId) => waiting.get(platformId)?.size ?? 0,
    async take(platformId, wanted, signal) {
      signal?.throwIfAborted();
      const bytes = roomFor(wanted);
      const { promise, resolve, reject } = Promise.withResolvers<ReleaseRoom>();
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
