/**
 * What takes time to read, such as subjects with the values of their emits, for the rows that a reader sees
 * (docs/rules.md#subjects-in-lists). Asked for together, one request at a time, the rows that came last first; never twice.
 */

/** Ids that the service reads at once. */
export const idsMost = 50;
/** Values that are kept; then the oldest give way. */
export const keptMost = 5_000;

export interface FoundValue<Value> {
  readonly id: string;
  /** Null: the service shows none. */
  readonly value: Value | null;
}

export interface FoundLater<Value> {
  /** The value of a message; undefined until it is known. */
  readonly of: (id: string) => Value | null | undefined;
  /** Asks for a value; the function that it returns says that nobody wants it any more. */
  readonly want: (id: string) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** `ready`: settles when the rows are there, which must not wait for these. */
export function createFoundLater<Value>(
  read: (ids: readonly string[]) => Promise<readonly FoundValue<Value>[]>,
  ready: Promise<void>,
): FoundLater<Value> {
  const known = new Map<string, Value | null>();
  const wanted = new Set<string>();
  const listeners = new Set<() => void>();
  let isReading = false;

  async function readWanted(): Promise<void> {
    isReading = true;
    await ready;
    while (wanted.size > 0) {
      const ids = [...wanted].slice(-idsMost);
      // Without an answer a row keeps what it shows; it asks again when it comes back.
      const found = await read(ids).catch(() => null);
      for (const id of ids) wanted.delete(id);
      if (found) keep(ids, found);
    }
    isReading = false;
  }

  function keep(ids: readonly string[], found: readonly FoundValue<Value>[]): void {
    for (const id of ids) known.set(id, found.find((one) => one.id === id)?.value ?? null);
    for (const id of known.keys()) {
      if (known.size <= keptMost) break;
      known.delete(id);
    }
    for (const listener of listeners) listener();
  }

  return {
    of: (id) => known.get(id),
    want(id) {
      if (known.has(id)) return () => undefined;
      wanted.add(id);
      if (!isReading) void readWanted();
      return () => void wanted.delete(id);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
