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
/**
 * The same while emits come alone: a batch of them is written at a time, and between two of them those that came alone
 * go first. More at once keep the process so busy that an emit which needs 10 ms waits a tenth of a second.
 */
const lightPlacesBesideSingles = 100;
/** How long after an emit that came alone the next one is awaited; milliseconds. */
const singlesAwaited = 1_000;
/** Emits with files or a large payload; those that come alone share their queue. */
const heavyPlaces = 4;

export interface BatchPlaces {
  readonly light: PlaceRoom;
  readonly heavy: PlaceRoom;
  /** To be called when an emit comes alone. */
  noteSingle(): void;
}

/** `now`: milliseconds of a clock that no one sets. */
export function createBatchPlaces(now: () => number): BatchPlaces {
  let singlesUntil = Number.NEGATIVE_INFINITY;
  return {
    light: createPlaceRoom(() => (now() < singlesUntil ? lightPlacesBesideSingles : lightPlaces)),
    heavy: createPlaceRoom(heavyPlaces),
    noteSingle() {
      singlesUntil = now() + singlesAwaited;
    },
  };
}
