/**
 * Room for `places` pieces of work at once. The others wait: their parties take turns, so that one with much work delays
 * another by one piece at a time; the work of one party keeps its order (docs/rules.md#places-in-a-pool). A limit that
 * changes is read whenever a piece comes or ends; it is 1 or more.
 */

/** Runs `work` once it has a place, and frees the place when `work` has ended. */
export type PlaceRoom = <Result>(party: string, work: () => Promise<Result>) => Promise<Result>;

export function createPlaceRoom(places: number | (() => number)): PlaceRoom {
  const limit = typeof places === 'number' ? () => places : places;
  /** Parties in the order of their next turns. */
  const waiting = new Map<string, (() => void)[]>();
  let inside = 0;

  function wait(party: string): Promise<void> {
    return new Promise((enter) => {
      const others = waiting.get(party);
      if (others) others.push(enter);
      else waiting.set(party, [enter]);
    });
  }

  /** Its party goes behind the others. */
  function letNextIn(): void {
    const [next] = waiting;
    if (next === undefined) return;
    const [party, ofParty] = next;
    const enter = ofParty.shift();
    waiting.delete(party);
    if (ofParty.length > 0) waiting.set(party, ofParty);
    inside += 1;
    enter?.();
  }

  return async (party, work) => {
    if (waiting.size === 0 && inside < limit()) inside += 1;
    else await wait(party);
    try {
      return await work();
    } finally {
      inside -= 1;
      while (waiting.size > 0 && inside < limit()) letNextIn();
    }
  };
}

/** As a `PlaceRoom` whose work is all of one party: it begins in the order in which it came. */
export type OrderedRoom = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createOrderedRoom(places: number): OrderedRoom {
  const room = createPlaceRoom(places);
  return (work) => room('', work);
}
