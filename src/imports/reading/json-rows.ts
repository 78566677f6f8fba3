/** Reads the rows of an NDJSON file: a JSON object on each line (docs/rules.md#rows-of-a-file). */
import { isRecord } from '../../ground/input/input.ts';
import { rowMax } from '../import-limits.ts';
import { createLineBuffer } from './line-buffer.ts';
import { type Place, type Row, type RowReader, rowFaults } from './row.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

export function createJsonRows(start: Place): RowReader {
  const buffer = createLineBuffer(start);
  return {
    add: buffer.add,
    place: buffer.place,
    next() {
      for (let length = buffer.lineLength(); length !== null; length = buffer.lineLength()) {
        const { line } = buffer.place();
        const row = length > rowMax ? { line, fault: rowFaults.long } : readLine(line, buffer.bytes(), length);
        buffer.take(length);
        if (row !== null) return row;
      }
      return null;
    },
  };
}

/** Null for a blank line. */
function readLine(line: number, bytes: Buffer, length: number): Row | null {
  let text: string;
  try {
    text = decoder.decode(bytes.subarray(0, length));
  } catch {
    return { line, fault: rowFaults.utf8 };
  }
  if (text.trim() === '') return null;
  try {
    const object: unknown = JSON.parse(text);
    if (isRecord(object)) return { line, object };
  } catch {
    // Told as any other line that is no object: the parser's words quote it.
  }
  return { line, fault: rowFaults.json };
}
