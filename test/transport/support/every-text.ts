/**
 * Compares our reading of DATA with that of smtp-server itself, on every text over four bytes up to a length.
 *
 * A reader has a state: what it has written, the bytes that it holds back, whether the mail has begun, and what follows
 * the end. For each text, both readers must reach the same state when the text comes as one chunk. Each must reach that
 * state again for each cut of the text into two chunks. It follows for every cut into more: the state before the last
 * chunk is that of one chunk, by the same argument about a shorter text.
 */
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { readDotLinesAtOnce } from '../../../src/transport/reports/dot-lines.ts';

// A copy of the module for itself: `readDotLinesAtOnce` may have replaced the function in the one that others share.
const copy = `${import.meta.resolve('smtp-server/lib/smtp-stream.js')}?original`;
const { SMTPStream: Original } = (await import(copy)) as { readonly SMTPStream: typeof SMTPStream };

type Feed = typeof SMTPStream.prototype._feedDataStream;

readDotLinesAtOnce();
export const originalFeed: Feed = Original.prototype._feedDataStream;
export const ourFeed: Feed = SMTPStream.prototype._feedDataStream;

const alphabet = Buffer.from('.\r\na');

export interface State {
  /** Latin-1, like the other texts. */
  readonly written: string;
  readonly ended: boolean;
  /** After the end what follows the mail, else what is held back. */
  readonly rest: string;
  readonly atStart: boolean;
}

export type Reader = (state: State, chunk: Buffer) => State;

const start: State = { written: '', ended: false, rest: '', atStart: true };

/**
 * A reader that is `feed` of a stream. The original continues in another turn after each doubled dot: here it continues
 * at once.
 */
export function readerOf(feed: Feed): Reader {
  return (state, chunk) => {
    let { written } = state;
    let end: string | null = null;
    const stream = {
      _lastBytes: state.rest === '' ? (false as const) : Buffer.from(state.rest, 'latin1'),
      _atDataStart: state.atStart,
      _dataStream: {
        writable: true,
        write(part: Buffer) {
          written += part.toString('latin1');
          return true;
        },
      },
      _feedDataStream: feed,
      _countDataBytes(length: number) {
        if (length > 0) stream._atDataStart = false;
      },
      _endDataMode(part: Buffer | false, remainder: Buffer) {
        if (part) written += part.toString('latin1');
        end = remainder.toString('latin1');
      },
    };
    const turn = globalThis.setImmediate;
    try {
      Object.assign(globalThis, { setImmediate: (goOn: () => void) => goOn() });
      feed.call(stream as unknown as SMTPStream, chunk, () => undefined);
    } finally {
      globalThis.setImmediate = turn;
    }
    if (end !== null) return { written, ended: true, rest: end, atStart: false };
    const held = stream._lastBytes;
    return { written, ended: false, rest: held ? held.toString('latin1') : '', atStart: stream._atDataStart };
  };
}

export interface Comparison {
  readonly texts: number;
  readonly cuts: number;
  /** Texts in which the mail ended. */
  readonly ends: number;
  /** The first few texts about which the readers differ, or one about its cuts; as JSON. */
  readonly differences: readonly string[];
}

const differencesMax = 10;

/** All texts with 1 to `lengthMax` bytes; `first` and `second` read each as one chunk and in each two. */
export function compareOnEveryText(first: Reader, second: Reader, lengthMax: number): Comparison {
  const text = Buffer.alloc(lengthMax);
  const states: Readonly<Record<'first' | 'second', State[]>> = { first: [start], second: [start] };
  const differences: string[] = [];
  let texts = 0;
  let cuts = 0;
  let ends = 0;

  function visit(length: number): void {
    const whole = text.subarray(0, length);
    const expected = first(start, whole);
    texts += 1;
    if (expected.ended) ends += 1;
    const found = second(start, whole);
    check(whole, expected, found);
    states.first[length] = expected;
    states.second[length] = found;
    for (let cut = 1; cut < length; cut += 1) {
      cuts += 1;
      check(whole, expected, afterCut(first, states.first[cut] ?? start, whole.subarray(cut)));
      check(whole, expected, afterCut(second, states.second[cut] ?? start, whole.subarray(cut)));
    }
    if (length === lengthMax) return;
    for (const byte of alphabet) {
      text[length] = byte;
      visit(length + 1);
    }
  }

  function check(whole: Buffer, expected: State, found: State): void {
    if (differences.length < differencesMax && !same(expected, found)) {
      differences.push(JSON.stringify({ text: whole.toString('latin1'), expected, found }));
    }
  }

  for (const byte of alphabet) {
    text[0] = byte;
    visit(1);
  }
  return { texts, cuts, ends, differences };
}

/** Bytes after the end of the mail are none of the reader's. */
function afterCut(reader: Reader, state: State, chunk: Buffer): State {
  return state.ended ? { ...state, rest: state.rest + chunk.toString('latin1') } : reader(state, chunk);
}

function same(one: State, other: State): boolean {
  return (
    one.written === other.written &&
    one.rest === other.rest &&
    one.ended === other.ended &&
    one.atStart === other.atStart
  );
}
