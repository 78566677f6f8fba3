/**
 * Room for answers in memory: they are read whole, because their files are (docs/rules.md#answers). A mail takes room
 * as its bytes come, so a slow client holds no more than it has sent, and not for long.
 */
import { minute } from '../../ground/time/durations.ts';

/** Bytes of one answer: files of 10,000,000 bytes in base64, with their text. */
export const letterBytesMax = 15_000_000;
/** Bytes of all answers that a process holds at once. */
const roomBytes = 64_000_000;
/** From the first byte to the last; milliseconds. The largest answer comes in time at a megabit a second. */
const comingTime = 3 * minute;

/** `no_room`: too many bytes are held, or a mail to the same message is on its way. */
type Fault = 'too_large' | 'no_room' | 'too_slow';

export interface LetterRoom {
  /**
   * Hands the mail to `use` while it is in memory. What does not fit is read to its end and thrown away, as SMTP wants
   * it: then `use` is not called. Of several mails to one message, which whoever has its address can send at once, one at
   * a time is held.
   */
  hold<Result>(
    stream: AsyncIterable<Buffer>,
    messageIds: readonly string[],
    use: (raw: Buffer) => Promise<Result>,
  ): Promise<Result | Fault>;
}

interface RoomLimits {
  readonly bytes?: number;
  readonly time?: number;
}

export function createLetterRoom({ bytes: bytesMax = roomBytes, time = comingTime }: RoomLimits = {}): LetterRoom {
  const coming = new Set<string>();
  let used = 0;
  return {
    async hold(stream, messageIds, use) {
      const isFirst = !messageIds.some((id) => coming.has(id));
      if (isFirst) for (const id of messageIds) coming.add(id);
      const held = { parts: [] as Buffer[], length: 0, fault: isFirst ? null : ('no_room' as Fault | null) };
      const drop = (fault: Fault) => {
        used -= held.length;
        Object.assign(held, { parts: [], length: 0, fault });
      };
      const timer = setTimeout(() => drop('too_slow'), time).unref();
      try {
        for await (const part of stream) {
          if (held.fault !== null) continue;
          held.parts.push(part);
          held.length += part.length;
          used += part.length;
          if (held.length > letterBytesMax) drop('too_large');
          else if (used > bytesMax) drop('no_room');
        }
        clearTimeout(timer);
        if (held.fault !== null) return held.fault;
        const raw = Buffer.concat(held.parts, held.length);
        held.parts = [];
        return await use(raw);
      } finally {
        clearTimeout(timer);
        used -= held.length;
        if (isFirst) for (const id of messageIds) coming.delete(id);
      }
    },
  };
}
