/**
 * Whatever one caller, mail or answer does within the limits: `/health` answers within 200 ms and the time that the
 * machine takes to hand out 32 MiB (over a new connection within a second), an emit of another platform within a second,
 * memory stays under 600 MiB, the attacker gets a clear answer, and the service serves on.
 *
 * Each attack is run alone and beside another platform's 20 emits a second. A failure that a busy machine could explain
 * is tried again; all runs are printed.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { Attack } from './harness/attack.ts';
import { type Child, startChild } from './harness/child.ts';
import { groups, loadAttacks } from './harness/load-attacks.ts';
import { type Row, runAttack } from './harness/run-attack.ts';
import { type Surroundings, startSurroundings, startTarget, type Target } from './harness/start-target.ts';
import { asTable } from './harness/table.ts';
import { shortForm } from './short-form.ts';

const short = process.env.ATTACKS === 'short';
const modes: readonly Row['mode'][] = short ? ['beside'] : ['alone', 'beside'];
const all = await loadAttacks();
const listed = short ? all.filter(({ title }) => shortForm.includes(title)) : all;

/** Of an attack whose failure a busy machine could explain; the short form runs where nobody looks at the rows. */
const triesMax = short ? 5 : 2;

const rows: Row[] = [];
let surroundings: Promise<Surroundings> | null = null;
let target: Target | null = null;
let attacker: Child | null = null;

async function run(title: string, attack: Attack, mode: Row['mode']): Promise<Row> {
  surroundings ??= startSurroundings();
  const around = await surroundings;
  attacker ??= (await startChild('attacker.ts', null)).child;
  const { transport = 'capture' } = attack;
  if (target?.place.transport !== transport) await stopTarget();
  target ??= await startTarget(around, transport);
  const row = await runAttack({ title, attack, mode, target, surroundings: around, attacker });
  rows.push(row);
  process.stdout.write(`${asTable([row]).split('\n')[1]}\n`);
  if (row.broken) await stopTarget();
  if (row.attackerBroken) await stopAttacker();
  return row;
}

async function stopTarget(): Promise<void> {
  const stopping = target;
  target = null;
  await stopping?.stop();
}

async function stopAttacker(): Promise<void> {
  const stopping = attacker;
  attacker = null;
  await stopping?.kill();
}

afterAll(async () => {
  await Promise.all([stopTarget(), stopAttacker()]);
  await (await surroundings)?.stop();
  process.stdout.write(`\n${asTable(rows)}\n\n`);
  for (const { title, mode, failures } of rows) {
    if (failures.length > 0) process.stdout.write(`${title} (${mode}): ${failures.join('; ')}\n`);
  }
});

test('the short form names attacks that there are', () => {
  expect(shortForm.filter((title) => !all.some((each) => each.title === title))).toEqual([]);
});

describe.each(groups.filter((group) => listed.some((each) => each.group === group)))('%s', (group) => {
  test.for(listed.filter((each) => each.group === group))('$attack.name', async ({ title, attack }) => {
    for (const mode of modes) {
      let row = await run(title, attack, mode);
      for (let tries = triesMax; row.failures.length > 0 && row.doubtful && tries > 1; tries -= 1) {
        row = await run(title, attack, mode);
      }
      expect(row.failures, `${title} (${mode})`).toEqual([]);
    }
  });
});
