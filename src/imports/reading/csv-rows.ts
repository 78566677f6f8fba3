/**
 * Reads the rows of a CSV file (docs/rules.md#rows-of-a-file). Written by hand, since each row needs its exact line and
 * the byte behind it, from which another process can go on: docs/dependencies.md has the figures.
 */

import { readCsvRecord } from '../../ground/csv/csv-record.ts';
import { rowMax } from '../import-limits.ts';
import { createLineBuffer } from './line-buffer.ts';
import { type Place, type Row, type RowReader, rowFaults } from './row.ts';

const quote = 0x22;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const notUtf8 = '\uFFFD';

export function createCsvRows(separator: string, start: Place): RowReader {
  const sign = separator.charCodeAt(0);
  const buffer = createLineBuffer(start);

  /** Returns null for a blank line, and `more` when the end of the row has not come. */
  function read(): Row | null | 'more' {
    const length = buffer.lineLength();
    if (length === null) return 'more';
    const bytes = buffer.bytes();
    const { line } = buffer.place();
    if (length > rowMax) {
      buffer.take(length);
      return { line, fault: rowFaults.long };
    }
    const plain = bytes.subarray(0, length);
    if (plain.indexOf(quote) >= 0) return readQuoted(line, bytes, length);
    buffer.take(length);
    const text = plain.toString('utf8', 0, endOfText(plain));
    if (text.trim() === '') return null;
    return rowOf(line, text.split(separator));
  }

  function readQuoted(line: number, bytes: Buffer, lineLength: number): Row | null | 'more' {
    const isWhole = bytes.length <= rowMax;
    const record = readCsvRecord(bytes.subarray(0, rowMax), sign, buffer.isLast() && isWhole);
    if (record === 'more' && isWhole) return 'more';
    if (typeof record === 'object') {
      buffer.take(record.length);
      return rowOf(line, record.values);
    }
    // A quote may be meant otherwise on this line alone: reading goes on with the next one.
    buffer.take(lineLength);
    return { line, fault: rowFaults.quotes };
  }

  return {
    add: buffer.add,
    place: buffer.place,
    next() {
      for (;;) {
        const row = read();
        if (row === 'more') return null;
        if (row !== null) return row;
      }
    },
  };
}

function endOfText(line: Buffer): number {
  let end = line.length;
  if (line[end - 1] === lineFeed) end -= 1;
  if (line[end - 1] === carriageReturn) end -= 1;
  return end;
}

/** Spreadsheets leave rows of separators alone behind their last row. */
function rowOf(line: number, values: readonly string[]): Row | null {
  if (values.every((value) => value.trim() === '')) return null;
  return values.some((value) => value.includes(notUtf8)) ? { line, fault: rowFaults.utf8 } : { line, values };
}
