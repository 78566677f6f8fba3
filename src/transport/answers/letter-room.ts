/**
 * Room for answers in memory: they are read whole, because their files are (docs/rules.md#answers). A mail takes room
 * as its bytes come, so a slow client holds no more than it has sent.
 */

/** Bytes of one answer: files of 10,000,000 bytes in base64, with their text. */
export const letterBytesMax = 15_000_000;
/** Bytes of all answers that a process holds at once. */
const roomBytes = 64_000_000;

export interface LetterRoom {
  /**
   * Hands the mail to `use` while it is in memory. What does not fit is read to its end and thrown away, as SMTP wants
   * it: then `use` is not called.
   */
  hold<Result>(
    stream: AsyncIterable<Buffer>,
    use: (raw: Buffer) => Promise<Result>,
  ): Promise<Result | 'too_large' | 'no_room'>;
}

export function createLetterRoom(bytesMax: number = roomBytes): LetterRoom {
  let used = 0;
  return {
    async hold(stream, use) {
      let parts: Buffer[] = [];
      let length = 0;
      let fault: 'too_large' | 'no_room' | null = null;
      const drop = (why: NonNullable<typeof fault>) => {
        fault = why;
        parts = [];
        used -= length;
        length = 0;
      };
      try {
        for await (const part of stream) {
          if (fault !== null) continue;
          parts.push(part);
          length += part.length;
          used += part.length;
          if (length > letterBytesMax) drop('too_large');
          else if (used > bytesMax) drop('no_room');
        }
        if (fault !== null) return fault;
        const raw = Buffer.concat(parts, length);
        parts = [];
        return await use(raw);
      } finally {
        used -= length;
      }
    },
  };
}
