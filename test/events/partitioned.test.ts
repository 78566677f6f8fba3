/** Events in partitions of a week (docs/partitions.md#events). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/create-app.ts';
import { newId } from '../../src/ground/ids.ts';
import { day } from '../../src/ground/time/durations.ts';
import { readRetentionLags } from '../../src/operations/read-retention-lag.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { makePartition } from '../../src/retention/partitions/alter-partitions.ts';
import { partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { purgeDeletedWorkspaces } from '../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { readLastEmits } from '../../src/workspaces/read-last-emits.ts';
import { explainedApp, type PlanKind } from '../db/plans/explained-app.ts';
import { partitionedTable, partitionPlaces } from '../support/partition-places.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { sweepAll } from '../support/sweep-all.ts';

const week = 7 * day;
/** Events of nobody in each past week. */
const perWeek = 3_000;
const kinds: readonly PlanKind[] = ['force_custom_plan', 'force_generic_plan'];

const table = partitionedTable('events');
const messages = partitionedTable('messages');

let world: SendingWorld;
let workspace: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
});
afterAll(() => world.close());

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const weeksFromNow = (weeks: number) => new Date(world.now().getTime() + weeks * week);
const { nameOf, places, partitions } = partitionPlaces(() => world.app, 'events');

/** Events without a message, of another workspace. */
async function fill(at: Date, count: number): Promise<void> {
  await sql(
    `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key,
       address_hash, mails, created_at)
     SELECT $1, 'nobody', $2 || lpad(n::text, 8, '0'), 'T', 'a', 1, 'key', ''::bytea, false, $3 FROM generate_series(1, $4::int) n`,
    [workspace.ctx.platformId, newId(at).slice(0, 18), at, count],
  );
}

test('what waits in the default partition moves into its week, and its mail goes out with its payload', async () => {
  await workspace.emit(people(3));
  expect(await places(workspace.id)).toEqual(['events_default']);
  const before = await sql('SELECT * FROM events ORDER BY id');
  await sweepPartitions(world.app);
  expect(await places(workspace.id)).toEqual([nameOf(world.now())]);
  expect(await sql('SELECT * FROM events ORDER BY id')).toEqual(before);
  expect(await sql('SELECT FROM messages WHERE workspace_id = $1', [workspace.id])).toHaveLength(3);
  await workspace.send();
  expect(await workspace.states()).toEqual({ delivered: 3 });
  await workspace.emit(people(1));
  expect(await places(workspace.id)).toEqual([nameOf(world.now())]);
});

test('a new partition has the settings, the statistics and the indexes of the default one', async () => {
  const names = [nameOf(world.now()), 'events_default'];
  const settings = await sql('SELECT reloptions AS settings FROM pg_class WHERE relname = ANY($1)', [names]);
  expect(settings[0]?.settings).toContain('autovacuum_vacuum_scale_factor=0.02');
  expect(settings[1]).toEqual(settings[0]);
  const left = await sql(
    `SELECT attname AS column FROM pg_attribute WHERE attrelid = ANY($1::regclass[]) AND attstattarget = 0 AND attnum > 0
     ORDER BY 1`,
    [names],
  );
  expect(left.map(({ column }) => column)).toEqual(['metadata', 'metadata', 'payload', 'payload']);
  const indexes = await sql(
    'SELECT count(*)::int AS count FROM pg_index WHERE indrelid = ANY($1::regclass[]) GROUP BY indrelid',
    [['events', ...names]],
  );
  expect(indexes).toEqual(Array(3).fill({ count: 8 }));
});

test.each(kinds)('mail and the last emit read no week but that of their events: %s', async (kind) => {
  for (let weeks = -13; weeks < 0; weeks += 1) {
    const start = partitionStart(table, weeksFromNow(weeks));
    if ((await partitions()).includes(partitionName(table, start))) continue;
    await makePartition(world.app, table, start);
    await fill(start, perWeek);
  }
  await sql('VACUUM ANALYZE events');
  const explained = explainedApp(createApp(world.app), kind);
  const { platformId } = workspace.ctx;
  let kept: ReadonlySet<string> | null = null;
  try {
    await workspace.emit(people(2));
    await workspace.send(explained.app);
    const [last] = await readLastEmits(explained.app, { platformId, ids: [workspace.id] });
    expect(last?.at).toEqual(world.now());
    if (kind === 'force_generic_plan') kept = await explained.readKept();
  } finally {
    await explained.close();
  }
  // No plan of the others is kept.
  const planned = explained.runs.filter(({ text }) => kept?.has(text) ?? true);
  const weeksOf = planned.map(({ text, rows }) => ({
    text,
    names: [...rows.keys()].filter((name) => name.startsWith('events_')).sort(),
  }));
  const looking = weeksOf.filter(({ names }) => names.length > 0);
  // The claim; and the last emit, which begins with the weeks to come.
  expect(looking.length).toBeGreaterThan(kept === null ? 1 : 0);
  const present = nameOf(world.now());
  expect(looking.filter(({ names }) => names.some((name) => name < present || name === 'events_default'))).toEqual([]);
});

test('the purge of a workspace and an erasure find their events in every week', async () => {
  const other = await world.workspace();
  const [address = ''] = people(1);
  await other.emit([address]);
  const older = [other.id, newId(weeksFromNow(-2))];
  await sql('UPDATE messages SET id = $2, event_id = $2 WHERE workspace_id = $1', older);
  await sql('UPDATE events SET id = $2, created_at = $3 WHERE workspace_id = $1', [...older, weeksFromNow(-2)]);
  await other.emit([address]);
  await sql(`UPDATE messages SET state = 'delivered' WHERE workspace_id = $1`, [other.id]);
  expect((await places(other.id)).sort()).toEqual([nameOf(weeksFromNow(-2)), nameOf(world.now())]);
  const { id } = await erasePerson(other.ctx, other.id, { email: address });
  const isFinished = async () =>
    (await sql('SELECT FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', [id])).length > 0;
  for (let turns = 0; turns < 20 && !(await isFinished()); turns += 1) {
    await eraseTurn(world.app, { platformId: other.ctx.platformId, id });
  }
  const left = await sql('SELECT payload, address_hash AS hash FROM events WHERE workspace_id = $1', [other.id]);
  expect(left).toEqual(Array(2).fill({ payload: null, hash: Buffer.alloc(0) }));
  await sql('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', [other.id, weeksFromNow(-5)]);
  await purgeDeletedWorkspaces(world.app);
  expect(await places(other.id)).toEqual([]);
  expect(await sql('SELECT FROM workspaces WHERE id = $1', [other.id])).toEqual([]);
});

test('a week is kept as long as the messages of its time, then dropped in under a second with its rows', async () => {
  const first = world.now();
  const name = nameOf(first);
  await sql('DELETE FROM pending_webhooks');
  await sql(`UPDATE webhooks SET state = 'failed'`);
  await workspace.emit(people(1));
  await fill(first, 100_000);
  const end = partitionStart(messages, first).getTime() + messages.span + messages.lifetime;
  world.advance(end - 1 - world.now().getTime());
  await sweepAll(world.app);
  await sweepPartitions(world.app);
  expect(await partitions()).toContain(name);
  expect((await readRetentionLags(world.app)).events).toBe(0);
  world.advance(60_001);
  const { events, messages: late } = await readRetentionLags(world.app);
  expect([events, late]).toEqual([60, 60]);
  // The first drops the messages.
  await sweepPartitions(world.app);
  expect(await partitions()).toContain(name);
  const from = performance.now();
  await sweepPartitions(world.app);
  expect(performance.now() - from).toBeLessThan(1_500);
  expect(await partitions()).not.toContain(name);
  expect((await readRetentionLags(world.app)).events).toBe(0);
  for (const rest of ['events', 'messages', 'attachments'])
    expect(await sql(`SELECT FROM ${rest} WHERE workspace_id = ANY($1)`, [['nobody', workspace.id]])).toEqual([]);
});
