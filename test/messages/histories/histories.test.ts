/** What happened to messages, in partitions of two weeks (docs/partitions.md#what-happened-to-messages). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestLimits } from '../../../src/db/connections/time-limits.ts';
import { newId } from '../../../src/ground/ids.ts';
import { day } from '../../../src/ground/time/durations.ts';
import { claimMessages } from '../../../src/messages/claims/claim-messages.ts';
import type { MessageOutcome } from '../../../src/messages/outcomes/message-outcome.ts';
import { recordOutcomes } from '../../../src/messages/outcomes/record-outcomes.ts';
import { readRetentionLags } from '../../../src/operations/read-retention-lag.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { eraseTurn } from '../../../src/people/erase-turn.ts';
import { eventLifetime } from '../../../src/retention/lifetimes.ts';
import {
  historyTables,
  partitionedTables,
  partitionName,
  partitionStart,
} from '../../../src/retention/partitions/partitioned-tables.ts';
import { sweepPartitions } from '../../../src/retention/partitions/sweep-partitions.ts';
import { purgeDeletedWorkspaces } from '../../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';
import { sweepAll } from '../../support/sweep-all.ts';

const twoWeeks = 14 * day;

let world: SendingWorld;
let workspace: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  workspace = await world.workspace();
});

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

function nameOf(name: string, at: Date): string {
  const table = partitionedTables.find((each) => each.name === name);
  if (!table) throw new Error(`${name} has no partitions`);
  return partitionName(table, partitionStart(table, at));
}

const partitionsOf = async (table: string) =>
  (
    await sql('SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = to_regclass($1) ORDER BY 1', [
      table,
    ])
  ).map(({ name }) => name);

/** A row in each table, written `later` than the message. */
async function addHistory(messageId: string, later = 0): Promise<void> {
  const at = new Date(world.now().getTime() + later);
  await sql(
    `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, outcome, reply)
     SELECT $1, $2, coalesce(max(number), 0) + 1, $3, 5, 'smtp', 'temporary', '450 later'
     FROM message_attempts WHERE message_id = $2`,
    [workspace.id, messageId, at],
  );
  await sql(
    `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard)
     SELECT $1, $2, count(*) + 1, $3, 'delayed', false FROM message_reports WHERE message_id = $2`,
    [workspace.id, messageId, at],
  );
  await sql('INSERT INTO message_opens (workspace_id, message_id, id, at, machine) VALUES ($1, $2, $3, $4, false)', [
    workspace.id,
    messageId,
    newId(at),
    at,
  ]);
}

/** The partitions that have rows of the message, by table. */
async function placesOf(messageId: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const places: Record<string, readonly string[]> = {};
  for (const table of historyTables) {
    const rows = await sql(`SELECT tableoid::regclass::text AS name FROM ${table} WHERE message_id = $1 ORDER BY 1`, [
      messageId,
    ]);
    places[table] = rows.map(({ name }) => name);
  }
  return places;
}

const everywhere = (placed: (table: string) => readonly string[]) =>
  Object.fromEntries(historyTables.map((table) => [table, placed(table)]));
const nowhere = everywhere(() => []);

/** A message that is not sent, with a history. */
async function messageWithHistory(): Promise<{ readonly id: string; readonly address: string }> {
  const [address = ''] = people(1);
  await workspace.emit([address]);
  const [message] = await sql('SELECT id FROM messages WHERE recipient = $1', [address]);
  await addHistory(message?.id);
  return { id: message?.id, address };
}

test('rows wait in the default partition, move into that of their message, and later ones follow them', async () => {
  const { id } = await messageWithHistory();
  expect(await placesOf(id)).toEqual(everywhere((table) => [`${table}_default`]));
  await sweepPartitions(world.app);
  await addHistory(id, 40 * day);
  expect(await placesOf(id)).toEqual(everywhere((table) => Array(2).fill(nameOf(table, world.now()))));
  for (const table of historyTables) {
    const spans = [0, 1, 2].map((n) => nameOf(table, new Date(world.now().getTime() + n * twoWeeks)));
    expect(await partitionsOf(table)).toEqual([`${table}_default`, ...spans]);
  }
});

test.each(historyTables)('a new partition of %s has the settings and statistics of the default one', async (table) => {
  await sweepPartitions(world.app);
  const names = [nameOf(table, world.now()), `${table}_default`];
  const settings = await sql('SELECT reloptions AS settings FROM pg_class WHERE relname = ANY($1)', [names]);
  expect(settings[0]?.settings).toContain('autovacuum_vacuum_scale_factor=0.02');
  expect(settings[1]).toEqual(settings[0]);
  const left = await sql(
    `SELECT attrelid::regclass::text AS name, attname AS column FROM pg_attribute
     WHERE attrelid = ANY($1::regclass[]) AND attstattarget = 0 AND attnum > 0`,
    [names],
  );
  expect(left.map(({ name, column }) => `${name}.${column}`).sort()).toEqual(
    table === 'message_attempts' ? names.map((name) => `${name}.reply`).sort() : [],
  );
  // The key finds the rows of a message, and those that are to be moved or removed.
  const indexes = await sql(
    'SELECT count(*)::int AS count FROM pg_index WHERE indrelid = ANY($1::regclass[]) GROUP BY indrelid ORDER BY 1',
    [names],
  );
  expect(indexes).toEqual([{ count: 1 }, { count: 1 }]);
});

describe('rows of the history go', () => {
  test('with an erasure', async () => {
    await sweepPartitions(world.app);
    const { id, address } = await messageWithHistory();
    const other = await messageWithHistory();
    const { platformId } = workspace.ctx;
    const erasure = await erasePerson(workspace.ctx, workspace.id, { email: address });
    const isFinished = async () =>
      (await sql('SELECT FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', [erasure.id])).length > 0;
    for (let turns = 0; turns < 20 && !(await isFinished()); turns += 1) {
      await eraseTurn(world.app, { platformId, id: erasure.id });
    }
    expect(await sql('SELECT FROM messages WHERE id = $1', [id])).toEqual([]);
    expect(await placesOf(id)).toEqual(nowhere);
    expect(await placesOf(other.id)).not.toEqual(nowhere);
  });

  test('with a deleted workspace', async () => {
    await sweepPartitions(world.app);
    const { id } = await messageWithHistory();
    await sql('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', [
      workspace.id,
      new Date(world.now().getTime() - 31 * day),
    ]);
    await purgeDeletedWorkspaces(world.app);
    expect(await sql('SELECT FROM workspaces WHERE id = $1', [workspace.id])).toEqual([]);
    expect(await placesOf(id)).toEqual(nowhere);
  });
});

test('the outcome of an overtaken attempt waits for the end of an erasure, and writes nothing about what is gone', async () => {
  await workspace.emit(people(2));
  const turn = { platformId: workspace.ctx.platformId, id: workspace.id };
  const claimed = await claimMessages(world.app, turn, { rows: 2, past: [] }, { kind: 'open' });
  const [kept, gone] = claimed;
  if (!kept || !gone) throw new Error('Two messages were claimed');
  await sql(
    `UPDATE messages SET state = 'delivered', attempt_number = 2, ended_at = $2, lease_until = NULL WHERE workspace_id = $1`,
    [workspace.id, world.now()],
  );
  const unknown = { exchanger: null, tlsVersion: null, category: null, enhancedCode: null, reply: null };
  const outcomes = claimed.map(
    (message): MessageOutcome => ({
      message,
      trace: { ...unknown, at: world.now(), durationMs: 5, transport: 'smtp', outcome: 'temporary', replyCode: 451 },
      ending: { state: 'queued', dueAt: world.now() },
      mailboxFault: false,
      at: world.now(),
    }),
  );
  const eraser = await world.app.db.pool.connect();
  let recorded: Promise<unknown> = Promise.resolve();
  try {
    await eraser.query('BEGIN');
    await eraser.query('DELETE FROM messages WHERE id = $1', [gone.id]);
    recorded = recordOutcomes(world.app, outcomes, requestLimits);
    await expect.poll(() => sql(`SELECT FROM ${lockWaits}`)).toHaveLength(1);
    await eraser.query('COMMIT');
  } finally {
    eraser.release();
    await recorded;
  }
  expect(await sql('SELECT message_id, number FROM message_attempts WHERE workspace_id = $1', [workspace.id])).toEqual([
    { message_id: kept.id, number: 1 },
  ]);
});

test('a partition is kept as long as a message of it, then dropped in under a second; the rest goes in batches', async () => {
  await sweepPartitions(world.app);
  const first = world.now();
  const { id } = await messageWithHistory();
  for (const table of historyTables) {
    const columns = table === 'message_opens' ? 'id' : 'number';
    const rest = (
      await sql('SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1', [table])
    )
      .map(({ name }) => name)
      .filter((name) => name !== columns && name !== 'message_id');
    // In the partition of the message, and older than any.
    for (const [copies, messageId] of [
      [100_000, 'message_id'],
      [300, `'00' || substr(message_id, 3)`],
    ]) {
      await sql(
        `INSERT INTO ${table} (${columns}, message_id, ${rest.join(', ')})
         SELECT ${columns === 'id' ? `id || n` : '1000 + n'}, ${messageId}, ${rest.join(', ')}
         FROM ${table}, generate_series(1, $2::int) n WHERE message_id = $1 AND ${columns === 'id' ? 'length(id) = 26' : 'number = 1'}`,
        [id, copies],
      );
    }
  }
  const rows = async (where: string) => {
    const counts = await Promise.all(
      historyTables.map((table) => sql(`SELECT count(*)::int AS n FROM ${where.replace('$', table)}`)),
    );
    return counts.map(([counted]) => counted?.n);
  };
  expect(await rows('$_default')).toEqual([300, 300, 300]);
  expect((await readRetentionLags(world.app)).message_attempts).toBeGreaterThan(0);
  await sweepAll(world.app);
  expect(await rows('$_default')).toEqual([0, 0, 0]);
  const [table] = partitionedTables.filter(({ name }) => name === historyTables[0]);
  const end = (table && partitionStart(table, first).getTime() + table.span + eventLifetime) ?? 0;
  world.advance(end - 1 - world.now().getTime());
  await sweepPartitions(world.app);
  for (const name of historyTables) expect(await partitionsOf(name)).toContain(nameOf(name, first));
  world.advance(60_001);
  expect((await readRetentionLags(world.app)).message_opens).toBeCloseTo(60, 0);
  const from = performance.now();
  await sweepPartitions(world.app);
  expect(performance.now() - from).toBeLessThan(1_500);
  for (const name of historyTables) expect(await partitionsOf(name)).not.toContain(nameOf(name, first));
  expect((await readRetentionLags(world.app)).message_opens).toBe(0);
});
