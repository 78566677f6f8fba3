/**
 * Finds the first syntax error of a JSON text and the token that was expected there. V8 gives the place of some errors
 * only, and quotes the text around others, which may hold addresses. One pass over the bytes, in pieces between which
 * other requests run; nothing of the text is kept.
 */
import { giveWay } from '../../ground/give-way/give-way.ts';
import { atom, escapeLength } from './json-atoms.ts';

/** Bytes read in one piece, about 10 ms. */
const pieceBytes = 2 * 1_048_576;

export interface JsonFault {
  /** From 1; lines end with a line feed. */
  readonly line: number;
  /** Characters from the beginning of the line, from 1. */
  readonly column: number;
  /** For people: `expected a comma or "}"`. Repeats nothing of the text. */
  readonly message: string;
}

/** What may come next. `first`: an empty list or object may also be closed here. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'end';

/** Positions are bytes. */
interface Fault {
  readonly at: number;
  readonly message: string;
}

/** Finds the first syntax error of a UTF-8 text; null when the text is JSON. */
export async function findJsonFault(bytes: Uint8Array): Promise<JsonFault | null> {
  const scan = new Scan(bytes);
  const found = await inPieces(scan.run());
  if (found === null) return null;
  const column = 1 + (await inPieces(countCharacters(bytes, scan.lineStart, found.at)));
  return { line: scan.line, column, message: found.message };
}

async function inPieces<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await giveWay();
  }
}

function* countCharacters(bytes: Uint8Array, from: number, to: number): Generator<void, number> {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    // Continuation bytes do not begin a character.
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) count += 1;
    if ((at - from) % pieceBytes === pieceBytes - 1) yield;
  }
  return count;
}

class Scan {
  line = 1;
  lineStart: number;
  private at: number;
  private pieceEnd = pieceBytes;
  private expected: Expected = 'value';
  /** Whether each open level is an object, outermost first. */
  private readonly levels: boolean[] = [];

  constructor(private readonly bytes: Uint8Array) {
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.at = hasMark ? 3 : 0;
    this.lineStart = this.at;
  }

  *run(): Generator<void, Fault | null> {
    while (this.at < this.bytes.length) {
      if (this.at >= this.pieceEnd) {
        this.pieceEnd = this.at + pieceBytes;
        yield;
      }
      const byte = this.bytes[this.at] ?? 0;
      if (byte === 0x0a) {
        this.line += 1;
        this.lineStart = this.at + 1;
      }
      if (isSpace(byte)) {
        this.at += 1;
        continue;
      }
      const next = byte === quote ? this.nextAfterString() : null;
      const found = next === null ? this.token(byte) : yield* this.string(next);
      if (found !== null) return found;
    }
    if (this.expected === 'end') return null;
    return { at: this.at, message: `the text ends here, but ${wanted(this.expected, this.inObject)} was expected` };
  }

  private get inObject(): boolean {
    return this.levels.at(-1) === true;
  }

  /** What follows a string that begins here; null where no string may begin. */
  private nextAfterString(): Expected | null {
    switch (this.expected) {
      case 'first key':
      case 'key':
        return 'colon';
      case 'first value':
      case 'value':
        return this.after();
      case 'colon':
      case 'comma':
      case 'end':
        return null;
    }
  }

  private token(byte: number): Fault | null {
    const closes = byte === (this.inObject ? braceClose : bracketClose) && this.levels.length > 0;
    switch (this.expected) {
      case 'first key':
      case 'key':
        if (closes)
          return this.expected === 'first key' ? this.close() : this.fault('there is a comma too many before');
        return this.missed(byte);
      case 'colon':
        return byte === colon ? this.step('value') : this.missed(byte);
      case 'comma':
        if (byte === comma) return this.step(this.inObject ? 'key' : 'value');
        return closes ? this.close() : this.missed(byte);
      case 'first value':
      case 'value':
        if (closes && !this.inObject)
          return this.expected === 'first value' ? this.close() : this.fault('there is a comma too many before');
        return this.value(byte);
      case 'end':
        return this.fault('nothing may follow after the end of the JSON');
    }
  }

  private value(byte: number): Fault | null {
    if (byte === braceOpen || byte === bracketOpen) {
      this.levels.push(byte === braceOpen);
      return this.step(byte === braceOpen ? 'first key' : 'first value');
    }
    const match = atom(this.bytes, this.at);
    if (match === null) return this.missed(byte);
    if (match.message !== null) return { at: match.end, message: match.message };
    this.at = match.end;
    this.expected = this.after();
    return null;
  }

  /** Reads to the end of the string that begins here. */
  private *string(next: Expected): Generator<void, Fault | null> {
    const { bytes } = this;
    for (this.at += 1; this.at < bytes.length; this.at += 1) {
      if (this.at >= this.pieceEnd) {
        this.pieceEnd = this.at + pieceBytes;
        yield;
      }
      const byte = bytes[this.at] ?? 0;
      if (byte === quote) return this.step(next);
      if (byte < 0x20) return this.fault(byte === 0x0a ? openLine : 'a control character in a string must be escaped');
      if (byte !== backslash) continue;
      const length = escapeLength(bytes, this.at);
      if (length === 0) return this.fault('this is no escape of JSON');
      this.at += length - 1;
    }
    return this.fault('the text ends inside a string');
  }

  private close(): null {
    this.levels.pop();
    return this.step(this.after());
  }

  private after(): Expected {
    return this.levels.length === 0 ? 'end' : 'comma';
  }

  private step(next: Expected): null {
    this.at += 1;
    this.expected = next;
    return null;
  }

  private fault(message: string): Fault {
    return { at: Math.min(this.at, this.bytes.length), message };
  }

  private missed(byte: number): Fault {
    if (byte === 0x27) return this.fault('strings and keys stand in double quotes, not in single ones');
    if (byte === 0x2f || byte === 0x23) return this.fault('JSON has no comments');
    return this.fault(`expected ${wanted(this.expected, this.inObject)}`);
  }
}

const openLine = 'the line ends inside a string; a line break is written \\n';

function wanted(expected: Expected, inObject: boolean): string {
  switch (expected) {
    case 'value':
      return 'a value';
    case 'first value':
      return 'a value or "]"';
    case 'key':
      return 'a key in double quotes';
    case 'first key':
      return 'a key in double quotes or "}"';
    case 'colon':
      return 'a colon';
    case 'comma':
      return inObject ? 'a comma or "}"' : 'a comma or "]"';
    case 'end':
      return 'the end';
  }
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [braceOpen, braceClose, bracketOpen, bracketClose] = [0x7b, 0x7d, 0x5b, 0x5d];

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
