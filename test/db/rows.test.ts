/** Statements with named parameters: their text, their values, and what PostgreSQL makes of them. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, statement } from '../../src/db/rows.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';

interface Parcel {
  readonly code: string;
  readonly grams: number | null;
  readonly sentAt: Date;
  readonly seal: Buffer;
  readonly label: unknown;
}

const parcels = rowsOf<Parcel>({
  code: ['text', ({ code }) => code],
  grams: ['int', ({ grams }) => grams],
  sent_at: ['timestamptz', ({ sentAt }) => sentAt],
  seal: ['bytea', ({ seal }) => seal],
  label: ['jsonb', ({ label }) => JSON.stringify(label)],
});
const places = rowsOf<string>({ name: ['text', (name) => name] }, { ordinality: true });

const heavy = statement({
  name: 'heavy-parcels',
  rows: { p: parcels, l: places },
  values: { least: 'int', codes: 'text[]' },
  text: ({ p, l, least, codes }) => `
    SELECT p.code, p.grams, p.sent_at, p.seal, p.label, l.name, l.position::int
    FROM ${p} JOIN ${l} ON l.name = p.code
    WHERE coalesce(p.grams, ${least}) >= ${least} AND p.code = ANY(${codes})
    ORDER BY l.position`,
});

const sentAt = new Date('2026-03-29T01:30:00.123Z');
const parcel = (code: string, grams: number | null): Parcel => ({
  code,
  grams,
  sentAt,
  seal: Buffer.from([0, 92, 255]),
  label: code === 'c' ? null : { quote: '"\\' },
});

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  client = await openClient(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('the text has one parameter for each column and each value, whatever the rows', () => {
  const none = heavy({ p: [], l: [], least: 1, codes: [] });
  const some = heavy({ p: [parcel('a', 1), parcel('b', 2)], l: ['a'], least: 1, codes: ['a'] });
  expect(some.text).toBe(none.text);
  expect(some.text).toBe(heavy.text);
  expect(some.name).toBe('heavy-parcels');
  const arrays = ['text', 'int', 'timestamptz', 'bytea', 'jsonb'].map((type, n) => `(SELECT $${n + 1}::${type}[])`);
  expect(some.text).toContain(`unnest(${arrays.join(', ')}) AS p (code, grams, sent_at, seal, label)`);
  expect(some.text).toContain('unnest((SELECT $6::text[])) WITH ORDINALITY AS l (name, position)');
  expect(some.text).toContain('>= $7::int AND p.code = ANY($8::text[])');
  expect(some.values).toHaveLength(8);
});

test('a statement without a name is planned for its arrays', () => {
  const once = statement({ rows: { l: rowsOf<string>({ name: ['text', (name) => name] }) }, text: ({ l }) => l });
  expect(once.text).toBe('unnest($1::text[]) AS l (name)');
});

test('rows come back as they were given, nulls and all', async () => {
  const rows = [parcel('a', 5), parcel('b', null), parcel('c', 9), parcel('d', 1)];
  const answer = await client.query(heavy({ p: rows, l: ['d', 'c', 'b', 'a'], least: 3, codes: ['a', 'b', 'c', 'd'] }));
  expect(answer.rows).toEqual([
    { ...sqlOf(parcel('c', 9)), name: 'c', position: 2 },
    { ...sqlOf(parcel('b', null)), name: 'b', position: 3 },
    { ...sqlOf(parcel('a', 5)), name: 'a', position: 4 },
  ]);
});

const sqlOf = ({ code, grams, sentAt: sent_at, seal, label }: Parcel) => ({ code, grams, sent_at, seal, label });

test('a value or a table that is missing throws before anything is sent', () => {
  const given = { p: [], l: [], least: 1, codes: [] };
  // @ts-expect-error The value is required.
  expect(() => heavy({ ...given, least: undefined })).toThrow('no value for least');
  // @ts-expect-error The table is required.
  expect(() => heavy({ ...given, p: undefined })).toThrow('no rows for p');
  // @ts-expect-error A column's value has the column's type.
  rowsOf<Parcel>({ code: ['int', ({ code }) => code] });
  // @ts-expect-error The statement has no such part.
  statement({ values: { least: 'int' }, text: ({ most }) => `SELECT ${most}` });
});
