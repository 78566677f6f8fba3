/**
 * Requests made to cost much are rejected with a short error of ours. How long other requests wait meanwhile is
 * measured by the suite of attacks; the bound here is one that only work without a bound exceeds.
 */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlWorld, type Door, type GraphqlWorld, type Told } from '../../support/graphql-world.ts';
import { longestStretch } from '../../support/thread-time.ts';
import { hostileBodies, hostileDocuments } from './hostile-requests.ts';

/** Milliseconds of processor time. */
const longestMax = 2_000;

const lines: string[] = [];
let world: GraphqlWorld;
let production: Door;
beforeAll(async () => {
  world = await createGraphqlWorld(pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
  ({ production } = world);
});
afterAll(() => world.close());

async function sent(body: unknown): Promise<Told> {
  let told: Promise<Told> | undefined;
  const longest = await longestStretch(() => {
    told = production.post(body, { accept: '*/*' });
    return told;
  });
  expect(longest).toBeLessThan(longestMax);
  return told as Promise<Told>;
}

function expectRejected({ status, body }: Told): void {
  expect(status).toBe(400);
  expect(body.data).toBeUndefined();
  expect(body.errors.length).toBeLessThanOrEqual(100);
  for (const { extensions } of body.errors)
    expect(['validation_failed', 'query_too_costly']).toContain(extensions.code);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(64_000);
  expect(lines).toEqual([]);
}

describe('a document is rejected for', () => {
  it.each(Object.entries(hostileDocuments))('%s', async (_what, query) => {
    const body = query.startsWith('query Q') ? { query, operationName: query.slice(6, 8).trim() } : { query };
    expectRejected(await sent(body));
    // Nothing is kept of it that would answer otherwise the next time.
    expectRejected(await sent(body));
  });
});

describe('a body is rejected for', () => {
  it.each(Object.entries(hostileBodies))('%s', async (_what, body) => expectRejected(await sent(body)));
});

describe('a query string in development is rejected for', () => {
  it.each([
    ['a long document', `query=${'x'.repeat(14_000)}`],
    ['variables that are no JSON', 'query={__typename}&variables={'],
    ['levels of variables', `query={__typename}&variables=${'['.repeat(7_000)}`],
    ['extensions that are no object', 'query={__typename}&extensions=1'],
  ])('%s', async (_what, search) => {
    const response = await world.development.fetch(`/graphql?${search}`);
    expectRejected({ status: response.status, headers: response.headers, body: await response.json() });
  });
});
