/** PostgreSQL keeps the plans of the statements that each emit and each mail run, beside as many partitions as there ever are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePartition } from '../../src/retention/partitions/alter-partitions.ts';
import { partitionedTables, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { createSendingWorld, people, type SendingWorld } from '../support/sending-world.ts';

/** Executions that PostgreSQL plans anew before it compares a kept plan with theirs. */
const plannedAnew = 5;
const connections = 4;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
  for (const table of partitionedTables) {
    for (let spans = -Math.ceil(table.lifetime / table.span); spans <= table.ahead; spans += 1) {
      const at = new Date(world.now().getTime() + spans * table.span);
      await makePartition(world.app, table, partitionStart(table, at));
    }
  }
  world.app.parts.turns.sending.open();
});
afterAll(() => world.close());

test('no statement of an emit or of an outcome is planned for each execution', async () => {
  const workspace = await world.workspace();
  await workspace.emit(people(1));
  await workspace.send();
  // Batches of other sizes have other arrays.
  for (let n = 0; n < 60; n += 1) {
    await workspace.emit(people((n % 7) + 1).map((address) => `${n}-${address}`));
    await world.app.parts.inFlight.settled();
  }
  const { pool } = world.app.db;
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const plans = await Promise.all(
    clients.map((client) =>
      client.query<{ name: string; anew: number; kept: number }>(
        'SELECT name, custom_plans::int AS anew, generic_plans::int AS kept FROM pg_prepared_statements',
      ),
    ),
  );
  for (const client of clients) client.release();
  const often = plans.flatMap(({ rows }) => rows).filter(({ anew, kept }) => anew + kept > plannedAnew);
  expect(new Set(often.map(({ name }) => name))).toContain('write-emits');
  expect(often.filter(({ anew }) => anew > plannedAnew)).toEqual([]);
});
