/** Arrays of long texts go to PostgreSQL as bytes, and say the same as the driver's text. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, statement } from '../../src/db/rows.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';

interface Note {
  readonly text: string | null;
  readonly json: string | null;
}

const notes = rowsOf<Note>({ text: ['text', ({ text }) => text], json: ['jsonb', ({ json }) => json] });
/** Named: the connection keeps its plan for both forms. */
const readNotes = statement({
  name: 'read-notes',
  rows: { n: notes },
  text: ({ n }) => `SELECT n.text, n.json::text AS json, n.json IS NULL AS none FROM ${n}`,
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

const told: readonly Note[] = [
  { text: 'plain', json: '{"a": 1}' },
  { text: '', json: 'null' },
  { text: null, json: null },
  { text: 'NULL', json: '"NULL"' },
  { text: '{"\\,}', json: '"{\\"\\\\,}"' },
  { text: "ä 漢 😀 '\n\t", json: '"ä 漢 😀"' },
];

const long = 'x"\\漢😀'.repeat(20_000);

test.each([
  ['both long', [{ text: long, json: JSON.stringify({ long }) }]],
  ['one long text', [{ text: long, json: null }]],
  ['many short ones', Array.from({ length: 20_000 }, (_, n) => ({ text: `text "${n}"`, json: `${n}` }))],
] as const)('%s', async (_, more) => {
  const short = readNotes({ n: told });
  expect(short.values.some(Buffer.isBuffer)).toBe(false);
  const { rows: asText } = await client.query(short);
  const query = readNotes({ n: [...told, ...more] });
  expect(query.values.some(Buffer.isBuffer)).toBe(true);
  const { rows } = await client.query(query);
  expect(rows.slice(0, told.length)).toEqual(asText);
  expect(asText.map(({ text }) => text)).toEqual(told.map(({ text }) => text));
  expect(asText.map(({ none }) => none)).toEqual(told.map(({ json }) => json === null));
  expect(rows.slice(told.length).map(({ text }) => text)).toEqual(more.map(({ text }) => text));
  expect(rows.slice(told.length).map(({ json }) => JSON.parse(json))).toEqual(
    more.map(({ json }) => JSON.parse(json ?? 'null')),
  );
});

test('U+0000 is refused as in a text, and half a surrogate pair becomes the same sign', async () => {
  await expect(client.query(readNotes({ n: [{ text: `${long}\u0000`, json: null }] }))).rejects.toMatchObject({
    code: '22021',
  });
  const { rows } = await client.query(readNotes({ n: [{ text: `${long}\ud800`, json: null }] }));
  expect(rows[0].text).toBe(`${long}\ufffd`);
});
