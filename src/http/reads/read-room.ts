/**
 * Bounds the reads that a process executes at once (docs/rules.md#reads-in-hand). A page may hold a quarter of a megabyte
 * and is read in several statements. Hundreds of requests would each have the rows of their first statement in memory
 * while they wait for the second, and all their rows would arrive in the same rounds of the event loop.
 */
import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ground/time/clock.ts';
import { createRequestRoom, type RequestRoom, takeRoom } from '../request-room.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly readRoom: ReadRoom;
  }
}

/** Reads at once beside the connections: the half of one platform is then more than the connections it may hold. */
const beside = 4;
/** How long a read waits for its turn, and how many of one platform wait: as for a connection of the database. */
const waitMs = 30_000;
const waiters = 1_000;

/** Sizes of reads in the room: an object, a page of REST, and so much of the cost of a query. */
export const sizeOfObject = 1;
export const sizeOfPage = 2;
const costOfSize = 40;

/** Bytes of rows from which on a read is heavy, and milliseconds in which its platform's next ones may be so too. */
const heavyBytes = 96 * 1_024;
const heavyTime = 60_000;
/** Reads of a platform after which it is known for what it reads. Platforms that are kept in mind. */
const knownAfter = 20;
const platformsKept = 10_000;

interface Habit {
  reads: number;
  /** Milliseconds of the monotonic clock. */
  heavyUntil: number;
}

/** Ends a read; `bytes`: of the rows that it has read. */
export type EndRead = (bytes: number) => void;

export interface ReadRoom extends RequestRoom {
  /**
   * Waits until a read may be executed. Of a platform that reads much, or is not known yet, two reads are executed at
   * once. Rejects as `takeRoom` does.
   */
  begin(response: ServerResponse, platformId: string, size: number): Promise<EndRead>;
  /** Whether a read of the platform was heavy in the last minute. */
  isHeavy(platformId: string): boolean;
}

/** `connections`: of the process to the database. */
export function createReadRoom(connections: number, clock: Pick<Clock, 'monotonic'>): ReadRoom {
  const all = connections + beside;
  const room = createRequestRoom(all, { waitMs, waiters });
  const sizeOfHeavy = Math.max(1, Math.floor(all / 4));
  const habits = new LRUCache<string, Habit>({ max: platformsKept });
  const readRoom: ReadRoom = {
    ...room,
    isHeavy: (platformId) => (habits.get(platformId)?.heavyUntil ?? Number.NEGATIVE_INFINITY) > clock.monotonic(),
    async begin(response, platformId, size) {
      const habit = habits.get(platformId) ?? { reads: 0, heavyUntil: Number.NEGATIVE_INFINITY };
      habits.set(platformId, habit);
      const isLight = habit.reads >= knownAfter && habit.heavyUntil <= clock.monotonic();
      const release = await takeRoom(readRoom, response, platformId, isLight ? size : Math.max(size, sizeOfHeavy));
      return (bytes) => {
        habit.reads += 1;
        if (bytes > heavyBytes) habit.heavyUntil = clock.monotonic() + heavyTime;
        release();
      };
    },
  };
  return readRoom;
}

/** `cost`: of a query, in fields (docs/rules.md#graphql-cost). */
export function sizeOfQuery(cost: number): number {
  return Math.max(sizeOfObject, Math.ceil(cost / costOfSize));
}
