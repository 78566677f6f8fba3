/** A row of a file, as its reader found it. */
export type Row = {
  /** The line on which it begins, from 1. */
  readonly line: number;
} & (
  | { readonly values: readonly string[] }
  | { readonly object: Readonly<Record<string, unknown>> }
  /** What keeps it from being read at all. */
  | { readonly fault: string }
);

/** Where reading goes on: behind the last row that was taken. */
export interface Place {
  /** Bytes from the beginning of the file. */
  readonly position: number;
  readonly line: number;
}

/** Takes the bytes of a file as they come and gives its rows one by one. */
export interface RowReader {
  add(bytes: Buffer, isLast: boolean): void;
  /** The next row; null: it needs more bytes, or the file is at its end. Throws `RowTooLong`. */
  next(): Row | null;
  place(): Place;
}

/** A row without an end within `rowMax`: nothing behind it can be read. */
export class RowTooLong extends Error {
  override readonly name = 'RowTooLong';
}

export const rowFaults = {
  quotes: 'has quotes that do not fit: a value in quotes ends at the next quote, and a quote in it is written twice',
  long: 'is longer than 262,144 bytes',
  utf8: 'is not UTF-8',
  json: 'is not a JSON object on one line',
} as const;
