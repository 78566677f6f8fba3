/**
 * Whatever one platform reads of the worst rows that are legal, at 20 connections: another platform's emits wait at most
 * 200 ms longer than alone, its cheap list is answered, `/health` answers within 200 ms, and the process stays under
 * 700 MiB. Every field of Query is asked at a cost just below the border of dear queries and at the highest cost that is
 * legal, and every GET of REST. All rows are printed. `ATTACKS=short` runs those that were once the worst.
 */
import { appendFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { nobodys } from '../../support/root-arguments.ts';
import type { NeighbourRead } from '../harness/ask-read.ts';
import type { Load } from '../harness/loader.ts';
import { type DearQuery, dearQueries, kinds, worstDraft } from './dear-queries.ts';
import { longNumbers } from './long-numbers.ts';
import { cheapList, type Measured, measure, type Subject, tableHead, tableLine } from './measure.ts';
import { restReads } from './rest-reads.ts';
import { shortReads } from './short-reads.ts';
import { fullAmounts, smallAmounts } from './worst-place.ts';
import { startWorstScene, type WorstScene } from './worst-scene.ts';

const short = process.env.ATTACKS === 'short';
const connections = 20;
/** Milliseconds, and requests, of one load: a burst of the request limit holds them. */
const lasts = short ? 2_000 : 3_500;
const most = short ? 100 : 400;
/** Runs of a load whose failure a busy machine could explain. */
const triesMax = 3;
/** A file that gets each row at once. */
const { READS_FILE: file } = process.env;

const rows: Measured[] = [];
let worst: WorstScene;
let queries: readonly DearQuery[];

const none = { things: nobodys, dearIds: [nobodys.event] };
const titles = Object.keys(schema.getQueryType()?.getFields() ?? {}).flatMap((name) =>
  kinds.map((kind) => `${name} ${kind}`),
);
const reads = restReads(nobodys).map(({ name }) => name);
const wanted = (title: string) => !short || shortReads.includes(title);

beforeAll(async () => {
  worst = await startWorstScene(short ? smallAmounts : fullAmounts);
  queries = dearQueries(worst.rows);
}, 600_000);

afterAll(async () => {
  await worst?.stop();
  process.stdout.write(`\n${tableHead}\n${rows.map(tableLine).join('\n')}\n\n`);
});

function keep(row: Measured): void {
  rows.push(row);
  const { list: _, ...others } = row.observed.reads;
  const beside = Object.entries(others).map(
    ([name, { count, failed, p50, longest }]) =>
      `  ${name}: ${failed}/${count} failed, p50 ${Math.round(p50)}, longest ${Math.round(longest)} ms`,
  );
  process.stdout.write(`${[tableLine(row), ...beside].join('\n')}\n`);
  if (file) appendFileSync(file, `${tableLine(row)} ${[...row.failures, ...beside].join('; ')}\n`);
}

/** Runs a load, again where a busy machine could explain its failure; what failed in the last run. */
async function failuresOf(subject: Subject, load: Omit<Load, 'url'>, beside = [cheapList]): Promise<readonly string[]> {
  let row = await measure(subject, await worst.scene(), load, beside);
  keep(row);
  for (let tries = triesMax; row.failures.length > 0 && row.doubtful && tries > 1; tries -= 1) {
    row = await measure({ ...subject, kind: `${subject.kind}, again` }, await worst.scene(true), load, beside);
    keep(row);
  }
  return row.failures;
}

test('the short form names reads that there are', () => {
  const known = [...titles, ...reads];
  expect(shortReads.filter((title) => !known.includes(title))).toEqual([]);
});

test('every field of Query has a query, and every query is valid', () => {
  const made = dearQueries(none);
  const invalid = made.flatMap(({ name, kind, repeated }) =>
    repeated.flatMap(({ document }) =>
      validate(schema, parse(document)).map(({ message }) => `${name} ${kind}: ${message}`),
    ),
  );
  expect(invalid).toEqual([]);
  const asked = new Set(made.map(({ name }) => name));
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => !asked.has(name))).toEqual([]);
});

/** The query with as many aliases as an answer holds; with all where it never fits. */
async function fitting({ repeated, variables }: DearQuery, token: string): Promise<string> {
  for (const { document } of repeated) {
    await worst.scene();
    const { text } = await worst.ask(token, document, variables);
    if (text !== '' && !text.slice(0, 2_000).includes('larger than')) return document;
  }
  return repeated[0]?.document ?? '';
}

describe('GraphQL', () => {
  test.for(titles.filter(wanted))('%s', async (title) => {
    const query = queries.find(({ name, kind }) => title === `${name} ${kind}`);
    // A field whose cost is never on that side of the border.
    if (!query) return;
    const { name, kind, byOperator, variables } = query;
    const own = queries.find((one) => one.name === name && one.kind === 'own');
    if (kind === 'cheap' && own?.document === query.document) return;
    const token = byOperator ? worst.operatorToken : worst.attacker.apiKey;
    const document = await fitting(query, token);
    const cost = query.repeated.find((one) => one.document === document)?.cost ?? query.cost;
    // Each text is another one, so that nothing can be known of it from the one before.
    const requests = Array.from({ length: most }, (_, n) => ({
      method: 'POST' as const,
      path: '/graphql',
      body: JSON.stringify({ query: `${document} # ${n}`, variables }),
    }));
    const load = { token, requests, connections, lasts, most };
    expect(await failuresOf({ name, kind, cost }, load), title).toEqual([]);
  });
});

describe('one after the other', () => {
  const draft = worstDraft(2);
  const check = (eventType: string) =>
    JSON.stringify({
      query: `query ($draft: TemplateSaveInput!) { templateCheck(eventType: "${eventType}", draft: $draft) { fallingBack payloads } }`,
      variables: { draft },
    });
  const wide = JSON.stringify({
    query:
      '{ messages(workspace: "ref:shop", first: 50) { nodes { id state recipient createdAt attempts { at outcome } } } }',
  });
  // The other platform has dear queries of its own: they wait for their turn, and none is refused.
  const neighbours: NeighbourRead[] = [
    cheapList,
    { name: 'check', every: 1_000, path: '/graphql', body: check('order.shipped') },
    { name: 'wide', every: 500, path: '/graphql', body: wide },
  ];

  test.for(short ? [1] : [1, 4])('templateCheck over the largest payloads, %i at once', async (atOnce) => {
    const requests = [{ method: 'POST' as const, path: '/graphql', body: check('worst.boxes') }];
    const load = { token: worst.attacker.apiKey, requests, connections: atOnce, lasts: short ? 5_000 : 15_000, most };
    const subject = { name: 'templateCheck', kind: `${atOnce} at once`, cost: 4_003 };
    expect(await failuresOf(subject, load, neighbours)).toEqual([]);
  });
});

describe.skipIf(short)('numbers that PostgreSQL writes with 309 digits', () => {
  test('emits, pages of contacts and payloads', { timeout: 600_000 }, async () => {
    const platform = await worst.platform();
    const { token, requests } = await longNumbers(platform);
    const failures: string[] = [];
    for (const [name, made] of Object.entries(requests)) {
      const load = { token, requests: made, connections, lasts, most: made.length === 1 ? most : made.length };
      const failed = await failuresOf({ name: `numbers: ${name}`, kind: 'long', cost: null }, load);
      failures.push(...failed.map((failure) => `${name}: ${failure}`));
    }
    expect(failures).toEqual([]);
  });
});

describe('REST', () => {
  test.for(reads.filter(wanted))('%s', async (title) => {
    const read = restReads(worst.rows.things).find(({ name }) => name === title);
    const request = { method: 'GET' as const, path: read?.path ?? '' };
    const load = { token: worst.attacker.apiKey, requests: [request], connections, lasts, most };
    expect(await failuresOf({ name: title, kind: 'REST', cost: null }, load), title).toEqual([]);
  });
});
