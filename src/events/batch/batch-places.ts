/**
 * How many emits of requests that bring many are in hand at once in a process (docs/rules.md#emit-batch). Platforms take
 * turns emit by emit, so that a request of five hundred waits for no other platform's requests as a whole.
 */
import { createPlaceRoom, type PlaceRoom } from '../../ground/rooms/place-room.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Places of `emitEvents`. */
    readonly batchPlaces: BatchPlaces;
  }
}

/** Two of the batches in which they are written, and two that are made ready meanwhile. */
const lightPlaces = 800;
/** Emits with files or a large payload; those that come alone share their queue. */
const heavyPlaces = 4;

export interface BatchPlaces {
  readonly light: PlaceRoom;
  readonly heavy: PlaceRoom;
}

export function createBatchPlaces(): BatchPlaces {
  return { light: createPlaceRoom(lightPlaces), heavy: createPlaceRoom(heavyPlaces) };
}
