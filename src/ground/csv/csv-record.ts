/** One record of CSV as RFC 4180 writes it: values between separators, in quotes where they hold one of these signs. */

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export interface CsvRecord {
  readonly values: readonly string[];
  /** Bytes, with the end of the line. */
  readonly length: number;
}

/**
 * Reads the record at the beginning of `bytes`. `more`: its end has not come; `fault`: its quotes do not fit. A quote
 * within a value that does not begin with one is a sign like any other: `5" pipe`.
 */
export function readCsvRecord(bytes: Buffer, separator: number, isLast: boolean): CsvRecord | 'more' | 'fault' {
  const values: string[] = [];
  let at = 0;
  for (;;) {
    const inQuotes = bytes[at] === quote;
    const end = inQuotes ? endOfQuoted(bytes, at + 1) : endOfPlain(bytes, at, separator);
    // Behind a quote another one may follow, behind a carriage return the line feed.
    if (end === null || (!isLast && end + 2 >= bytes.length)) return isLast ? 'fault' : 'more';
    values.push(inQuotes ? bytes.toString('utf8', at + 1, end).replaceAll('""', '"') : bytes.toString('utf8', at, end));
    at = inQuotes ? end + 1 : end;
    if (bytes[at] === separator) {
      at += 1;
      continue;
    }
    if (at >= bytes.length) return { values, length: at };
    if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) return { values, length: at + 2 };
    return bytes[at] === lineFeed ? { values, length: at + 1 } : 'fault';
  }
}

/** Where the closing quote is; null: it has not come. */
function endOfQuoted(bytes: Buffer, from: number): number | null {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(quote, at);
    if (at < 0) return null;
    if (bytes[at + 1] !== quote) return at;
  }
}

function endOfPlain(bytes: Buffer, from: number, separator: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === separator || sign === lineFeed) break;
    if (sign === carriageReturn && bytes[at + 1] === lineFeed) break;
  }
  return at;
}
