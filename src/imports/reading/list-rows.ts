/**
 * Reads the objects of a list in a JSON document, on however many lines each of them is: what other services answer with
 * (docs/rules.md#suppressions-of-other-services).
 */
import { isRecord } from '../../ground/input/input.ts';
import { rowMax } from '../import-limits.ts';
import { createLineBuffer } from './line-buffer.ts';
import { type Place, type Row, type RowReader, RowTooLong, rowFaults } from './row.ts';

const brace = { open: 0x7b, close: 0x7d };
const listEnd = 0x5d;
const quote = 0x22;
const backslash = 0x5c;

/** `start` is behind the bracket that opens the list. What follows the list is passed over. */
export function createListRows(start: Place): RowReader {
  const buffer = createLineBuffer(start);
  return {
    add: buffer.add,
    place: buffer.place,
    next() {
      const bytes = buffer.bytes();
      const from = bytes.findIndex((sign) => sign === brace.open || sign === listEnd);
      if (from < 0 || bytes[from] === listEnd) return null;
      const length = objectLength(bytes.subarray(from));
      if (length === null) {
        if (buffer.isLast() || bytes.length - from > rowMax) throw new RowTooLong();
        return null;
      }
      buffer.take(from);
      const { line } = buffer.place();
      const row =
        length > rowMax ? { line, fault: rowFaults.long } : readObject(line, buffer.bytes().subarray(0, length));
      buffer.take(length);
      return row;
    },
  };
}

/** Bytes of the object at the beginning; null: its end has not come. */
function objectLength(bytes: Buffer): number | null {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (inText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) inText = false;
    } else if (sign === quote) inText = true;
    else if (sign === brace.open) depth += 1;
    else if (sign === brace.close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

function readObject(line: number, bytes: Buffer): Row {
  try {
    const object: unknown = JSON.parse(bytes.toString('utf8'));
    if (isRecord(object)) return { line, object };
  } catch {
    // Told as any other row that is no object: the parser's words quote it.
  }
  return { line, fault: rowFaults.json };
}
