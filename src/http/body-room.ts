/**
 * How many bytes of request bodies a process works on at once. A body has its room from before its first byte is read
 * until the work on it is done, since what is made of it lives as long. Beyond the bound a request waits its turn,
 * unread: Node stops reading its connection.
 */
import { mebibyte } from './body-limits.ts';
import { createRequestRoom, type RequestRoom } from './request-room.ts';
import type { StartTimer } from './start-timer.ts';

/** Bodies of up to this many bytes have room of their own, so that none waits for a large one. */
const smallMax = 64 * 1024;
/** Room of all small bodies together, in bytes. */
const smallRoom = 16 * mebibyte;

/** `bytes`: of all bodies that are not small; one platform has at most half of them. */
export function createBodyRoom(bytes: number, timer?: StartTimer): RequestRoom {
  const small = createRequestRoom(smallRoom, timer);
  const large = createRequestRoom(bytes, timer);
  const laneOf = (wanted: number) => (wanted <= smallMax ? small : large);
  return {
    takeNow: (platformId, wanted) => laneOf(wanted).takeNow(platformId, wanted),
    take: (platformId, wanted, signal) => laneOf(wanted).take(platformId, wanted, signal),
  };
}
