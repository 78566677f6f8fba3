/**
 * A day of traffic in a time that is told to two processes, each killed with SIGKILL at random: at each kill and at the
 * end figures are equal to counts of the messages, by every dimension (docs/rules.md#figures).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBundle } from '../../src/make-bundle.ts';
import { type Child, startChild } from '../attacks/harness/child.ts';
import { beginSession } from '../support/open-client.ts';
import { wrongFigures, wrongSums } from '../support/recounted-figures.ts';
import { type SmtpReply, type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import type { DayPlace, DaySettings, DayStep } from './day-process.ts';
import { ofWhole } from './share.ts';

const steps = ofWhole(240);
const emitsAStep = 40;
const day = 24 * 3_600_000;
const begins = Date.parse('2026-03-28T12:00:00Z');
/** Share of the steps in which a process is killed. */
const killShare = 0.4;
/** From the beginning of a step to a kill, at most; milliseconds. */
const killWithin = 400;
/** Of one step; milliseconds. */
const patience = 60_000;
/** What the sink answers to each tenth address. */
const refusals: readonly (SmtpReply | null)[] = [
  { code: 550, text: '5.1.1 No such user' },
  { code: 550, text: '5.7.1 Not today' },
  { code: 451, text: '4.3.0 Never' },
  { code: 552, text: '5.2.2 Mailbox full' },
  ...Array.from({ length: 6 }, () => null),
];

let database: TestDatabase;
let pool: pg.Pool;
let sink: SmtpSink;
let start: () => Promise<Child>;
const children: Child[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2, onConnect: beginSession });
  const seen = new Set<string>();
  sink = await startSmtpSink({
    judge(stage, value) {
      if (stage !== 'rcpt') return null;
      const n = Number(/^reader-(\d+)@/.exec(value)?.[1] ?? 9);
      // One address in six is taken at the second try.
      const isFirst = !seen.has(value);
      seen.add(value);
      if (isFirst && n % 6 === 5) return { code: 451, text: '4.7.1 Greylisted' };
      return refusals[Math.floor(n / 3) % refusals.length] ?? null;
    },
  });
  const bundle = await makeBundle('test/soak/day-process.ts', 'node_modules/.cache/tidings-soak');
  const settings: DaySettings = { databaseUrl: database.url, smtpPort: sink.port };
  start = async () => {
    const { child } = await startChild(bundle, settings);
    children.push(child);
    return child;
  };
});
afterAll(async () => {
  await Promise.all(children.map((child) => child.kill()));
  await sink.stop();
  await pool.end();
  await database.drop();
});

test(`a day in ${steps} steps with kills: figures are equal to counts of the messages`, async () => {
  const pair = [await start(), await start()];
  const place = (await pair[0]?.ask('prepare', new Date(begins).toISOString(), patience)) as DayPlace;
  const erasing = place.workspaces.at(-1) ?? '';
  let next = 0;
  let kills = 0;
  // A killed process has answered none of its emits: they are sent again with the same keys.
  let unanswered: readonly number[] = [];
  const run = async (child: Child, given: DayStep): Promise<readonly number[]> => {
    try {
      await child.ask('step', given, patience);
      return [];
    } catch (error) {
      if (!child.gone) throw error;
      return given.emits;
    }
  };
  for (let step = 0; step < steps; step += 1) {
    const at = new Date(begins + (step * day) / steps).toISOString();
    const fresh = Array.from({ length: emitsAStep }, (_, n) => next + n);
    next += emitsAStep;
    const parts = [fresh.slice(0, emitsAStep / 2), [...fresh.slice(emitsAStep / 2), ...unanswered]];
    const running = pair.map((child, which) => run(child, { ...place, at, emits: parts[which] ?? [], acts: true }));
    if (Math.random() < killShare || step === 0) {
      const which = Math.random() < 0.5 ? 0 : 1;
      await sleep(Math.random() * killWithin);
      await pair[which]?.kill();
      kills += 1;
      expect(await wrongFigures(pool, erasing)).toEqual([]);
      unanswered = (await Promise.all(running)).flat();
      pair[which] = await start();
    } else {
      unanswered = (await Promise.all(running)).flat();
    }
  }
  // What killed processes had in hand is taken up again, and what nobody takes expires.
  for (const hours of [1, 12, 30, 80, 82]) {
    const at = new Date(begins + day + hours * 3_600_000).toISOString();
    await pair[0]?.ask('step', { ...place, at, emits: unanswered, acts: false } satisfies DayStep, patience);
    unanswered = [];
  }
  const { rows } = await pool.query<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM messages WHERE simulation IS NULL GROUP BY 1 ORDER BY 1',
  );
  const ends = ['delivered', 'complained', 'bounced_hard', 'bounced_soft', 'suppressed', 'failed', 'expired', 'erased'];
  const [total] = (
    await pool.query(
      `SELECT sum(accepted)::int AS accepted, sum(${ends.join(' + ')})::int AS ended, sum(erased)::int AS erased,
         sum(opened)::int AS opened FROM figures WHERE workspace_id <> '' AND template_version_id <> ''`,
    )
  ).rows;
  const resends = (await pool.query('SELECT FROM message_resends')).rowCount ?? 0;
  process.stdout.write(
    `${kills} kills, ${next} emits, ${resends} sent again, ${total.erased} erased while they waited, ${total.opened} opened: ` +
      `${rows.map(({ state, n }) => `${n} ${state}`).join(', ')}\n`,
  );
  expect(await wrongFigures(pool, erasing)).toEqual([]);
  expect(await wrongSums(pool)).toEqual([]);
  // Of those that were erased too, every message ended once.
  expect(total.ended).toBe(total.accepted);
  const wanted = ['bounced', 'complained', 'delivered', 'expired', 'failed'];
  expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(wanted));
  expect(rows.map(({ state }) => state)).not.toContain('queued');
  for (const count of [kills, resends, total.opened, total.erased]) expect(count).toBeGreaterThan(0);
});
