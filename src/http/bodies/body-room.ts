/**
 * Bounds the bytes of request bodies that a process works on at once (docs/rules.md#body-memory). A body takes room
 * before its first byte is read and holds the room until the work on the request is done, since the parsed objects live
 * as long. Beyond the bound a request waits, unread: Node stops reading its connection.
 */

import type { StartTimer } from '../connections/start-timer.ts';
import { createRequestRoom, type RequestRoom } from '../request-room.ts';
import { mebibyte } from './body-limits.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly bodyRoom: RequestRoom;
  }
}

/** Bytes up to which a body is small. Small bodies have room of their own, so that none waits for a large body. */
const smallMax = 64 * 1024;
/** Room of all small bodies together, in bytes. */
const smallRoom = 16 * mebibyte;

/** `bytes`: of all bodies that are not small; one platform has at most half of them. */
export function createBodyRoom(bytes: number, timer?: StartTimer): RequestRoom {
  const small = createRequestRoom(smallRoom, { timer });
  const large = createRequestRoom(bytes, { timer });
  const laneOf = (wanted: number) => (wanted <= smallMax ? small : large);
  return {
    takeNow: (platformId, wanted) => laneOf(wanted).takeNow(platformId, wanted),
    take: (platformId, wanted, signal) => laneOf(wanted).take(platformId, wanted, signal),
  };
}
