/**
 * Places for requests to the store of pictures (docs/rules.md#failing-picture-store): platforms take turns, and what would wait
 * behind too many others is refused at once.
 */
import { DomainError } from '../../ground/errors/errors.ts';
import { createPlaceRoom, type PlaceRoom } from '../../ground/rooms/place-room.ts';

interface Places {
  /** Requests at once. */
  readonly places: number;
  /** Requests that wait or are under way: of all platforms, and of one. */
  readonly inHandMax: number;
  readonly ofPlatformMax: number;
}

/** Reads are asked for by those who open mails; the store is slower than the database, and holds no connection of it. */
export const readPlaces: Places = { places: 10, inHandMax: 110, ofPlatformMax: 60 };
/** Each write has a picture of up to 1,000,000 bytes in memory. */
export const writePlaces: Places = { places: 4, inHandMax: 24, ofPlatformMax: 6 };

export function createStorePlaces({ places, inHandMax, ofPlatformMax }: Places): PlaceRoom {
  const room = createPlaceRoom(places);
  const inHand = new Map<string, number>();
  let all = 0;
  return async (platformId, work) => {
    const own = inHand.get(platformId) ?? 0;
    if (all >= inHandMax || own >= ofPlatformMax) {
      throw new DomainError('unavailable', 'Too many pictures are in hand. Try again shortly.');
    }
    all += 1;
    inHand.set(platformId, own + 1);
    try {
      return await room(platformId, work);
    } finally {
      all -= 1;
      const left = (inHand.get(platformId) ?? 1) - 1;
      if (left > 0) inHand.set(platformId, left);
      else inHand.delete(platformId);
    }
  };
}
