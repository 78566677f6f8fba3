/**
 * Random legal documents and bodies, as dear as the limits allow, at 20 connections, over the worst rows that are legal:
 * another platform's emits (p99) wait at most 200 ms and the time of a body's fresh memory longer than alone, its cheap list
 * never gets 503, `/health` answers within the same, and the process stays under 900 MiB.
 *
 * `GENERATOR_SEED` decides all of them (printed), `GENERATOR_COUNT` how many; they are sent and measured in slices of
 * `GENERATOR_SLICE`. A slice that fails is run alone with `GENERATOR_FROM`, its first number. `ATTACKS=short` sends few.
 */
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoadRequest } from '../harness/loader.ts';
import {
  cheapList,
  type Measured,
  measure,
  tableHead,
  tableLine,
  whileBodies,
  whileFewBodies,
} from '../reads/measure.ts';
import { fullAmounts, smallAmounts } from '../reads/worst-place.ts';
import { startWorstScene, type WorstScene } from '../reads/worst-scene.ts';
import { createRandom } from './random.ts';
import { randomBody } from './random-body.ts';
import { randomQuery } from './random-query.ts';

const { env } = process;
const short = env.ATTACKS === 'short';
// CI sends the same ones each time: what fails there is then a change's fault.
const seed = Number(env.GENERATOR_SEED ?? (short ? 1 : Math.floor(Math.random() * 1_000_000)));
const count = Number(env.GENERATOR_COUNT ?? (short ? 60 : 2_000));
const slice = Number(env.GENERATOR_SLICE ?? (short ? 20 : 50));
const from = Number(env.GENERATOR_FROM ?? 0);
const connections = 20;
/** Milliseconds in which the requests of a slice begin. */
const lasts = 120_000;
/** One in so many is a body, the others are documents. */
const bodiesIn = 3;
/** Runs of a slice whose failure a busy machine could explain. */
const triesMax = 3;
/** A file that gets each row at once. */
const { GENERATOR_FILE: file } = env;

interface Made extends LoadRequest {
  readonly what: string;
}

const rows: Measured[] = [];
let worst: WorstScene;

beforeAll(async () => {
  process.stdout.write(`GENERATOR_SEED=${seed}\n`);
  worst = await startWorstScene(short ? smallAmounts : fullAmounts);
}, 600_000);

afterAll(async () => {
  await worst?.stop();
  process.stdout.write(`\nGENERATOR_SEED=${seed}\n${tableHead}\n${rows.map(tableLine).join('\n')}\n\n`);
});

/** Each number has a seed of its own, so that a slice can be run alone. */
function make(n: number): Made {
  const random = createRandom(seed * 100_003 + n);
  if (random.once(bodiesIn)) return randomBody(random, worst.rows, n);
  const { document, variables, cost, fields } = randomQuery(random, worst.rows);
  const body = JSON.stringify({ query: document, variables });
  return { what: `${cost}: ${fields.join(' ')}`, method: 'POST', path: '/graphql', body };
}

describe(`seed ${seed}`, () => {
  const starts = Array.from({ length: Math.ceil(count / slice) }, (_, n) => from + n * slice);
  test.for(starts)('from %i', { timeout: 600_000 }, async (start) => {
    const requests = Array.from({ length: slice }, (_, n) => make(start + n));
    const load = { token: worst.attacker.apiKey, requests, connections, lasts, most: slice };
    const run = async (kind: string, again = false) => {
      const made = await measure(
        { name: `from ${start}`, kind, cost: null },
        await worst.scene(again),
        load,
        [cheapList],
        short ? whileFewBodies : whileBodies,
      );
      rows.push(made);
      return made;
    };
    let row = await run('random');
    // A busy machine could explain it; bodies are then replayed.
    for (let tries = triesMax; row.failures.length > 0 && row.doubtful && tries > 1; tries -= 1) {
      row = await run('random, again', true);
    }
    const slowest = (row.loaded?.slowest ?? []).map(
      ([place, ms]) => `${start + place} (${requests[place]?.what}, ${Math.round(ms)} ms)`,
    );
    const line = `${tableLine(row)} ${[...row.failures, ...(row.failures.length > 0 ? slowest : [])].join('; ')}\n`;
    process.stdout.write(line);
    if (file) appendFileSync(file, line);
    expect(row.failures, `GENERATOR_SEED=${seed} GENERATOR_FROM=${start}: ${slowest.join('; ')}`).toEqual([]);
  });
});
