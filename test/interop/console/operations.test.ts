/** The operations page at three in the morning: what needs a person comes first, with what to do (docs/rules.md#concerns). */
import { expect, test } from 'vitest';
import { concerns } from '../../../src/operations/concern-words.ts';
import { openConsole, operatorToken } from './console-world.ts';

const world = openConsole();

test('what needs a person is the first thing on the page, with what to do next', async () => {
  const { db, parts } = world.tidings.service.app;
  await db.pool.query(`CREATE TABLE aging (day date) PARTITION BY RANGE (day)`);
  await db.pool.query(`CREATE TABLE aging_once PARTITION OF aging FOR VALUES FROM ('2020-01-01') TO ('2020-02-01')`);
  await db.pool.query(`UPDATE deployment SET held_before = now() - interval '30 days', held_at = now()`);
  await parts.restoreWatch.look();
  const page = await world.open('/console/operations', {}, operatorToken);
  const first = page.locator('section.card').first();
  await first.getByText('TidingsWorkHeld').waitFor();
  const text = await first.textContent();
  for (const { summary, doNext } of [concerns.TidingsWorkHeld, concerns.TidingsPartitionsShort]) {
    expect(text).toContain(summary);
    expect(text).toContain(doNext.replaceAll('`', ''));
  }
});
