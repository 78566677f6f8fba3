/**
 * One platform sends its dearest allowed queries in a loop at 20 connections, within its request limit: the p99 of the
 * emits of another platform stays within three times of what it is without (docs/rules.md#connection-shares,
 * docs/rules.md#graphql-cost). With and without in turn, so that a busy machine shows in both.
 */

import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { median } from '../bench/kit/figures.ts';
import { startLoad } from '../bench/kit/start-load.ts';
import { startService } from '../bench/kit/start-service.ts';
import { type DearQuery, dearestQueries, fillPlatform } from './dearest-queries.ts';
import { openSendingLab, type SendingLab } from './sending-lab.ts';
import { isWhole, ofWhole } from './share.ts';

/** Emits a second of the platform that is measured. */
const rate = 20;
const connections = 20;
/** Seconds of one measurement. */
const seconds = Math.max(3, ofWhole(20));
const messages = Math.max(2_000, ofWhole(40_000));
const ratioMax = 3;
/** Rounds with all shapes at once; in the whole run each shape is looped alone, too. */
const rounds = 2;
/** Until the mails of the first emits are out; seconds. */
const patience = 60;

let place: SendingLab;
const agent = new Agent({ connections: null, bodyTimeout: 120_000, headersTimeout: 120_000 });
beforeAll(async () => {
  place = await openSendingLab();
});
afterAll(async () => {
  await agent.destroy();
  await place.lab.end();
});

/** Sends the queries until it is stopped; counts answers by status and code. */
function loop(url: string, apiKey: string, queries: readonly DearQuery[]) {
  const answers: Record<string, number> = {};
  let isOver = false;
  const connection = async (n: number) => {
    for (let sent = n; !isOver; sent += 1) {
      const { name = '', body = '' } = queries[sent % queries.length] ?? {};
      const { statusCode, body: answer } = await request(`${url}/graphql`, {
        dispatcher: agent,
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body,
      });
      const text = await answer.text();
      const code = /"code":"(\w+)"/.exec(text)?.[1];
      const label = code === undefined ? `${name} answered` : `${statusCode} ${code}`;
      answers[label] = (answers[label] ?? 0) + 1;
    }
  };
  const running = Promise.all(Array.from({ length: connections }, (_, n) => connection(n)));
  return async () => {
    isOver = true;
    await running;
    return answers;
  };
}

test(`dearest queries at ${connections} connections beside ${rate} emits a second of another platform`, async () => {
  const { lab, database, sink, apiKey } = place;
  const service = await startService(lab, {
    databaseUrl: database.url,
    relayPort: sink.port,
    roles: 'api,worker',
    // Of the service's own default, so that the loop does what a platform may.
    env: { RATE_LIMIT_PER_MINUTE: '6000', PROCESSES: '1' },
  });
  const filled = await fillPlatform(service, database.pool, messages);
  const queries = await dearestQueries(filled, database.pool);
  const load = await startLoad(lab);
  const where = { url: service.url, apiKey, kind: 'emit' } as const;
  const { planned: warm } = await load.open(where, { rate, seconds: 3 });
  await sink.waitFor(warm, patience);

  const measure = async () => {
    const { p99, unfinished } = await load.open(where, { rate, seconds });
    expect(unfinished).toBe(0);
    return p99;
  };
  const beside = async (looped: readonly DearQuery[]) => {
    const stop = loop(service.url, filled.apiKey, looped);
    const p99 = await measure();
    return { p99, answers: await stop() };
  };
  const ratios: number[] = [];
  const compare = async (name: string, looped: readonly DearQuery[]) => {
    const alone = await measure();
    const { p99, answers } = await beside(looped);
    ratios.push(p99 / alone);
    const told = Object.entries(answers).map(([label, count]) => `${count} ${label}`);
    process.stdout.write(
      `${name}: p99 ${Math.round(alone)} ms alone, ${Math.round(p99)} ms beside; ${told.join(', ')}\n`,
    );
    const refused = Object.keys(answers).filter((label) => /^\d/.test(label));
    expect(refused.filter((label) => !/(?:rate_limited|unavailable)$/.test(label))).toEqual([]);
    return p99 / alone;
  };
  process.stdout.write(`${queries.map(({ name, cost }) => `${name} costs ${cost}`).join(', ')}\n`);
  for (let round = 0; round < rounds; round += 1) await compare('all shapes', queries);
  const ofAll = median(ratios);
  const ofEach: number[] = [];
  if (isWhole) for (const query of queries) ofEach.push(await compare(query.name, [query]));
  expect(queries.length).toBeGreaterThan(5);
  if (!isWhole) return;
  expect(ofAll).toBeLessThan(ratioMax);
  expect(Math.max(...ofEach)).toBeLessThan(ratioMax);
});
