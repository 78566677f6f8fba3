/** A picture whose bytes the store has lost, or changed, is a line of the log, by its ids (docs/rules.md#failing-picture-store). */
import { LRUCache } from 'lru-cache';
import type { Log } from '../../ground/log/log.ts';

/** Time from one line of a picture to the next, at least; milliseconds. Anybody may ask for it as often as they like. */
const lineEvery = 60_000;
/** Pictures that are remembered for it. */
const toldMax = 1_000;

interface Lost {
  readonly platformId: string;
  readonly id: string;
}

/** `now`: milliseconds that only grow. */
export function tellLosses(log: Log, now: () => number): (picture: Lost, isThere: boolean) => void {
  const told = new LRUCache<string, true>({ max: toldMax, ttl: lineEvery, ttlResolution: 0, perf: { now } });
  return ({ platformId, id }, isThere) => {
    const key = `${platformId} ${id}`;
    if (told.has(key)) return;
    told.set(key, true);
    const what = isThere ? 'the store has other bytes in the place of a picture' : 'the store lacks a picture';
    log.warn({ platformId, pictureId: id }, what);
  };
}
