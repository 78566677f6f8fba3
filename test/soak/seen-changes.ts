/**
 * Which changes each stream has seen: one byte for a stream and a message. As millions of strings they would stop the
 * process that measures, each time it collects its garbage.
 */
export interface SeenChanges {
  /** False when the stream has seen this change before. */
  add(messageId: string, state: string): boolean;
  /** Different changes. */
  readonly size: number;
}

/** States are bits of a byte. */
const statesMax = 8;
const firstMessages = 1_024;

/** Makes what one stream has seen; streams of one maker share the numbers of messages. */
export function createSeenMaker(): () => SeenChanges {
  const messages = new Map<string, number>();
  const states = new Map<string, number>();
  const numberOf = (numbers: Map<string, number>, name: string) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  return () => {
    let seen = new Uint8Array(firstMessages);
    let size = 0;
    return {
      add(messageId, state) {
        const message = numberOf(messages, messageId);
        const bit = numberOf(states, state);
        if (bit >= statesMax) throw new Error(`More than ${statesMax} states`);
        if (message >= seen.length) {
          const larger = new Uint8Array(2 * Math.max(message, seen.length));
          larger.set(seen);
          seen = larger;
        }
        const before = seen[message] ?? 0;
        seen[message] = before | (1 << bit);
        const isNew = seen[message] !== before;
        if (isNew) size += 1;
        return isNew;
      },
      get size() {
        return size;
      },
    };
  };
}
