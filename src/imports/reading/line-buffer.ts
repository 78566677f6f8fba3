/** The bytes of a file between its chunks and its rows, with the place of the next row. */
import { rowMax } from '../import-limits.ts';
import { type Place, RowTooLong } from './row.ts';

const lineFeed = 0x0a;

export interface LineBuffer {
  /** What is not read yet. Valid until the next call of `add`. */
  bytes(): Buffer;
  /** Whether the bytes end where the file ends. */
  isLast(): boolean;
  add(bytes: Buffer, isLast: boolean): void;
  /** Goes on behind `length` further bytes. */
  take(length: number): void;
  /** The length of the line at the place, with its end; null: its end has not come. Throws `RowTooLong`. */
  lineLength(): number | null;
  place(): Place;
}

export function createLineBuffer(start: Place): LineBuffer {
  let held: Buffer = Buffer.alloc(0);
  let at = 0;
  let last = false;
  let { position, line } = start;
  return {
    bytes: () => held.subarray(at),
    isLast: () => last,
    add(bytes, isLast) {
      held = at === held.length ? bytes : Buffer.concat([held.subarray(at), bytes]);
      at = 0;
      last = isLast;
    },
    take(length) {
      const end = at + length;
      for (let feed = held.indexOf(lineFeed, at); feed >= 0 && feed < end; feed = held.indexOf(lineFeed, feed + 1)) {
        line += 1;
      }
      at = end;
      position += length;
    },
    lineLength() {
      const feed = held.indexOf(lineFeed, at);
      if (feed >= 0) return feed + 1 - at;
      const left = held.length - at;
      if (last) return left === 0 ? null : left;
      if (left > rowMax) throw new RowTooLong();
      return null;
    },
    place: () => ({ position, line }),
  };
}
