/** A list that is merged from many parts has full pages, each row once, in order. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeWalks, type PartIndex } from '../../../src/db/lists/merge-walks.ts';
import type { Keyset } from '../../../src/ground/lists/keyset.ts';
import { openClient } from '../../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.ts';

const parts = Array.from({ length: 400 }, (_, n) => `part-${String(n).padStart(3, '0')}`);
/** Rows of all parts, in turn; every third is kept by the filter. */
const rows = 1_000;
const idOf = (n: number) => `row-${String(n).padStart(6, '0')}`;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  client = await openClient(database.url);
  await client.query('CREATE TABLE things (part text, id text COLLATE "C", size int, PRIMARY KEY (part, id))');
  await client.query(
    `INSERT INTO things SELECT ($1::text[])[1 + n % $2], 'row-' || lpad(n::text, 6, '0'), n % 3
     FROM generate_series(0, $3 - 1) n`,
    [parts, parts.length, rows],
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const index: PartIndex = (part) => ({
  from: 'things t',
  alias: 't',
  prefix: [{ column: 'part', sql: part }],
  key: 'id',
  columns: ['size'],
});

async function pagesOf(direction: Keyset['direction'], take: number, isFiltered: boolean) {
  const pages: (readonly string[])[] = [];
  let after: string | null = null;
  for (let n = 0; n < 2 * rows; n += 1) {
    const range = after === null ? {} : direction === 'desc' ? { lt: after } : { gt: after };
    const { ids, end } = await mergeWalks(client, {
      parts,
      index,
      page: { direction, take, range },
      rows: isFiltered ? 250 : take,
      ...(isFiltered && { keep: () => 't.size = 0' }),
    });
    pages.push(ids);
    after = end ?? ids.at(-1) ?? null;
    if (end === null && ids.length < take) break;
  }
  return pages;
}

test.each(['asc', 'desc'] as const)('%s, with one row in most parts, each page is full', async (direction) => {
  const pages = await pagesOf(direction, 51, false);
  const all = Array.from({ length: rows }, (_, n) => idOf(n));
  expect(pages.flat()).toEqual(direction === 'desc' ? all.toReversed() : all);
  expect(pages.slice(0, -1).filter((ids) => ids.length !== 51)).toEqual([]);
});

test('with a filter, all pages together are the list', async () => {
  const pages = await pagesOf('desc', 20, true);
  const kept = Array.from({ length: rows }, (_, n) => n).filter((n) => n % 3 === 0);
  expect(pages.flat()).toEqual(kept.map(idOf).toReversed());
});
