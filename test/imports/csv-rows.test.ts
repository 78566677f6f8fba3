/** Rows of CSV, read from pieces of any size: what was written comes back, with its line and the byte behind it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCsvRows } from '../../src/imports/reading/csv-rows.ts';
import { createJsonRows } from '../../src/imports/reading/json-rows.ts';
import { createListRows } from '../../src/imports/reading/list-rows.ts';
import type { Row, RowReader } from '../../src/imports/reading/row.ts';

const start = { position: 0, line: 1 };

interface Read {
  readonly row: Row;
  readonly position: number;
}

/** Gives the bytes in pieces of `size`. */
function readAll(reader: RowReader, bytes: Buffer, size: number): readonly Read[] {
  const read: Read[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    reader.add(bytes.subarray(at, at + size), at + size >= bytes.length);
    for (let row = reader.next(); row !== null; row = reader.next())
      read.push({ row, position: reader.place().position });
  }
  return read;
}

const value = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ maxLength: 6, unit: fc.constantFrom('"', ',', '\n', '\r\n', 'a', 'é', '漢', ' ') }),
);
const record = fc
  .array(value, { minLength: 3, maxLength: 3 })
  .filter((values) => values.some((one) => one.trim() !== ''));
const ending = fc.constantFrom('\n', '\r\n');

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const written = (values: readonly string[]) =>
  values.map((one) => (/[",\n\r]/.test(one) ? quoted(one) : one)).join(',');

test('what was written comes back, whatever pieces it comes in', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 8 }), ending, fc.integer({ min: 1, max: 40 }), (records, end, size) => {
      const lines = records.map((values) => written(values) + end);
      const read = readAll(createCsvRows(',', start), Buffer.from(lines.join('')), size);
      expect(read.map(({ row }) => ('values' in row ? row.values : row))).toEqual(records);
      let line = 1;
      let position = 0;
      for (const [at, text] of lines.entries()) {
        position += Buffer.byteLength(text);
        expect([read[at]?.row.line, read[at]?.position]).toEqual([line, position]);
        line += text.split('\n').length - 1;
      }
    }),
  );
});

test('a reader that begins behind any row reads what follows', () => {
  const text = 'a,"1\n2"\nb,"x""y"\n\nc,3\n';
  const whole = readAll(createCsvRows(',', start), Buffer.from(text), 100);
  for (const [at, { position }] of whole.entries()) {
    const rest = readAll(createCsvRows(',', { position, line: 1 }), Buffer.from(text).subarray(position), 3);
    expect(rest.map(({ row }) => row)).toMatchObject(
      whole.slice(at + 1).map(({ row }) => ('values' in row ? { values: row.values } : row)),
    );
  }
});

describe('quotes that do not fit', () => {
  test.each([
    ['"a"b,c\nd,e\n', [1]],
    ['a,"b\nc,d\n', [1]],
    ['a,"b\nc,"d",e\n', [1]],
    ['a,b\n"c', [2]],
  ])('in %j cost the row of line %j alone', (text, lines) => {
    const read = readAll(createCsvRows(',', start), Buffer.from(text), 4);
    expect(read.flatMap(({ row }) => ('fault' in row ? [row.line] : []))).toEqual(lines);
    expect(read).toHaveLength(text.trim().split('\n').length);
  });

  test('a quote within a value is a sign like any other', () => {
    const [read] = readAll(createCsvRows(',', start), Buffer.from('5" pipe,b\n'), 100);
    expect(read?.row).toEqual({ line: 1, values: ['5" pipe', 'b'] });
  });
});

test('objects come back from NDJSON and from a list of a document, in pieces of any size', () => {
  const object = fc.dictionary(fc.string({ maxLength: 3 }), fc.oneof(fc.string({ maxLength: 6 }), fc.integer()), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(fc.array(object, { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), (objects, size) => {
      const known = JSON.parse(JSON.stringify(objects));
      const rows = (read: readonly Read[]) => read.map(({ row }) => ('object' in row ? row.object : row));
      const lines = objects.map((one) => `${JSON.stringify(one)}\n`).join('');
      expect(rows(readAll(createJsonRows(start), Buffer.from(lines), size))).toEqual(known);
      const list = `${JSON.stringify(objects, null, 2).slice(1)},"next":{"a":1}}`;
      expect(rows(readAll(createListRows(start), Buffer.from(list), size))).toEqual(known);
    }),
  );
});
