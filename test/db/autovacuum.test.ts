/**
 * Autovacuum does not wait until a fifth of a large table is dead, or a tenth is new: at twenty million rows that is days
 * of dead rows, and plans made for a table of last week.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

/** Tables with rows of each mail. Rows of all of them are removed in the end, and those of some are changed. */
const ofMails = [
  'events_default',
  'messages_default',
  'message_attempts_default',
  'message_reports_default',
  'message_opens_default',
  'refused_emits',
  'idempotency_keys_default',
  'webhooks_default',
  'pending_webhooks',
];
/** Tables with counts, whose rows are changed with each mail. */
const ofCounts = ['figures', 'sending_days', 'health_hours', 'emit_rates'];
/** Share of the rows. */
const shareMost = 0.02;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function shareOf(table: string, kind: 'vacuum' | 'analyze'): Promise<number> {
  const { rows } = await world.app.db.pool.query<{ share: string | null }>(
    `SELECT (SELECT option_value FROM pg_options_to_table(c.reloptions) WHERE option_name = $2) AS share
     FROM pg_class c WHERE c.oid = to_regclass($1)`,
    [table, `autovacuum_${kind}_scale_factor`],
  );
  return Number(rows[0]?.share ?? 1);
}

test.each([...ofMails, ...ofCounts])('%s is vacuumed when a fiftieth of it is dead', async (table) => {
  expect(await shareOf(table, 'vacuum')).toBeLessThanOrEqual(shareMost);
});

test.each(ofMails)('%s is analysed when a fiftieth of it is new', async (table) => {
  expect(await shareOf(table, 'analyze')).toBeLessThanOrEqual(shareMost);
});
