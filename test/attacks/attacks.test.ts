/**
 * Whatever one caller, mail or answer does within the limits: `/health` answers within 200 ms, an emit of another
 * platform within a second, memory stays under 600 MiB, the attacker gets a clear answer, and the service serves on.
 *
 * Each attack is run alone and beside another platform's 20 emits a second. A failure that a busy machine could explain
 * is tried once more; both runs are printed.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { groups, loadAttacks } from './harness/load-attacks.ts';
import type { Place } from './harness/place.ts';
import { type Row, runAttack } from './harness/run-attack.ts';
import { startTarget, type Target } from './harness/start-target.ts';
import { asTable } from './harness/table.ts';

const short = process.env.ATTACKS === 'short';
const modes: readonly Row['mode'][] = short ? ['beside'] : ['alone', 'beside'];
const listed = (await loadAttacks()).filter(({ attack }) => !short || attack.long !== true);

const rows: Row[] = [];
let target: Target | null = null;

async function targetFor(transport: Place['transport']): Promise<Target> {
  if (target?.place.transport === transport) return target;
  await stopTarget();
  target = await startTarget(transport);
  return target;
}

async function stopTarget(): Promise<void> {
  const stopping = target;
  target = null;
  await stopping?.stop();
}

afterAll(async () => {
  await stopTarget();
  process.stdout.write(`\n${asTable(rows)}\n\n`);
  for (const { title, mode, failures } of rows) {
    if (failures.length > 0) process.stdout.write(`${title} (${mode}): ${failures.join('; ')}\n`);
  }
});

describe.each(groups.filter((group) => listed.some((each) => each.group === group)))('%s', (group) => {
  test.for(listed.filter((each) => each.group === group))('$attack.name', async ({ title, attack }) => {
    for (const mode of modes) {
      let row = await measure(mode);
      if (row.failures.length > 0 && row.doubtful) row = await measure(mode);
      expect(row.failures, `${title} (${mode})`).toEqual([]);
    }

    async function measure(mode: Row['mode']): Promise<Row> {
      const row = await runAttack(await targetFor(attack.transport ?? 'capture'), title, attack, mode);
      rows.push(row);
      process.stdout.write(`${asTable([row]).split('\n')[1]}\n`);
      if (row.broken) await stopTarget();
      return row;
    }
  });
});
