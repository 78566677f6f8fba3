/** Messages in partitions of two weeks (docs/partitions.md#messages). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/create-app.ts';
import { loadPayloads } from '../../src/events/load-payloads.ts';
import { newId } from '../../src/ground/ids.ts';
import { day } from '../../src/ground/time/durations.ts';
import { confirmLeases } from '../../src/messages/claims/confirm-leases.ts';
import { readRetentionLags } from '../../src/operations/read-retention-lag.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { eventLifetime } from '../../src/retention/lifetimes.ts';
import { makePartition } from '../../src/retention/partitions/alter-partitions.ts';
import { partitionName, partitionStart } from '../../src/retention/partitions/partitioned-tables.ts';
import { sweepPartitions } from '../../src/retention/partitions/sweep-partitions.ts';
import { findWebhook } from '../../src/webhooks/find-webhook.ts';
import { findWebhooksById } from '../../src/webhooks/find-webhooks-by-id.ts';
import { purgeDeletedWorkspaces } from '../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { type ExplainedRun, explainedApp, type PlanKind } from '../db/plans/explained-app.ts';
import { partitionedTable, partitionPlaces } from '../support/partition-places.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { sweepAll } from '../support/sweep-all.ts';

const twoWeeks = 14 * day;
/** Messages of nobody in each past partition. */
const perSpan = 3_000;
/** Mail leaves 30 days after its emit at most, and expires a day later; and a day more. */
const claimedFor = 32 * day;
const kinds: readonly PlanKind[] = ['force_custom_plan', 'force_generic_plan'];

const table = partitionedTable('messages');

let world: SendingWorld;
let workspace: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
});
afterAll(() => world.close());

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const spansFromNow = (spans: number) => new Date(world.now().getTime() + spans * twoWeeks);
const { nameOf, places, partitions } = partitionPlaces(() => world.app, 'messages');
const idsOf = async ({ id }: SendingWorkspace) =>
  (await sql('SELECT id FROM messages WHERE workspace_id = $1 ORDER BY id', [id])).map(({ id: own }): string => own);

/** Messages of another workspace that have ended. */
async function fill(at: Date): Promise<void> {
  await sql(
    `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, address_hash,
       template_version_id, locale, timezone, due_at, expires_at, ended_at, created_at)
     SELECT $1, 'nobody', id, id, 'T', id, 'delivered', '', 'none', 'en', 'UTC', $3, $3, $3, $3
     FROM generate_series(1, ${perSpan}) n, LATERAL (SELECT $2 || lpad(n::text, 8, '0') AS id) i`,
    [workspace.ctx.platformId, newId(at).slice(0, 18), at],
  );
}

const attach = (workspaceId: string, messageId: string) =>
  sql(
    `INSERT INTO attachments (workspace_id, message_id, position, filename, media_type, content)
     VALUES ($1, $2, 0, 'a.txt', 'text/plain', 'a')`,
    [workspaceId, messageId],
  );
const filesOf = async ({ id }: SendingWorkspace) =>
  (await sql('SELECT message_id AS id FROM attachments WHERE workspace_id = $1', [id])).map(({ id: own }) => own);

test('what waits in the default partition moves into the one of its time, and goes out from there', async () => {
  await workspace.emit(people(3));
  expect(await places(workspace.id)).toEqual(['messages_default']);
  const before = await sql('SELECT * FROM messages ORDER BY id');
  await sweepPartitions(world.app);
  expect(await places(workspace.id)).toEqual([nameOf(world.now())]);
  expect(await sql('SELECT * FROM messages ORDER BY id')).toEqual(before);
  await workspace.send();
  expect(await workspace.states()).toEqual({ delivered: 3 });
  await workspace.emit(people(1));
  expect(await places(workspace.id)).toEqual([nameOf(world.now())]);
});

test('a new partition has the settings, the statistics and the indexes of the default one', async () => {
  const names = [nameOf(world.now()), 'messages_default'];
  const settings = await sql('SELECT reloptions AS settings FROM pg_class WHERE relname = ANY($1)', [names]);
  expect(settings[0]?.settings).toContain('autovacuum_vacuum_scale_factor=0.02');
  expect(settings[1]).toEqual(settings[0]);
  const left = await sql(
    `SELECT attname AS column FROM pg_attribute WHERE attrelid = ANY($1::regclass[]) AND attstattarget = 0 AND attnum > 0
     ORDER BY 1`,
    [names],
  );
  const without = ['fell_back', 'metadata', 'values'];
  expect(left.map(({ column }) => column)).toEqual(without.flatMap((column) => [column, column]));
  const indexes = await sql(
    'SELECT count(*)::int AS count FROM pg_index WHERE indrelid = ANY($1::regclass[]) GROUP BY indrelid',
    [['messages', ...names]],
  );
  expect(new Set(indexes.map(({ count }) => count)).size).toBe(1);
  expect(indexes).toHaveLength(3);
});

/** Partitions of messages that a run looked into. */
const lookedInto = ({ rows }: ExplainedRun) => [...rows.keys()].filter((name) => name.startsWith('messages_')).sort();

test.each(kinds)('mail is claimed among that of a month, and else read where it is: %s', async (kind) => {
  for (let spans = -6; spans < 0; spans += 1) {
    const start = partitionStart(table, spansFromNow(spans));
    if ((await partitions()).includes(partitionName(table, start))) continue;
    await makePartition(world.app, table, start);
    await fill(start);
  }
  await sql('VACUUM ANALYZE messages');
  const explained = explainedApp(createApp(world.app), kind);
  let kept: ReadonlySet<string> | null = null;
  try {
    await workspace.emit(people(2));
    await workspace.send(explained.app);
    const mails = await sql(
      `SELECT m.*, workspace_id AS "workspaceId", attempt_number AS "attemptNumber" FROM messages m WHERE workspace_id = $1`,
      [workspace.id],
    );
    await confirmLeases(explained.app.db, mails as Parameters<typeof confirmLeases>[1], world.now());
    const events = mails.map(({ event_id: id }): string => id);
    expect(await loadPayloads({ ...workspace.ctx, app: explained.app }, events, 1_000_000)).toHaveLength(events.length);
    if (kind === 'force_generic_plan') kept = await explained.readKept();
  } finally {
    await explained.close();
  }
  const looking = explained.runs.filter((run) => (kept?.has(run.text) ?? true) && lookedInto(run).length > 0);
  const present = nameOf(world.now());
  const first = nameOf(new Date(world.now().getTime() - claimedFor));
  const isClaim = ({ text }: ExplainedRun) => text.startsWith('WITH twice AS');
  const claims = looking.filter(isClaim);
  expect(claims.length).toBeGreaterThan(0);
  const early = (names: readonly string[]) => names.filter((name) => name < first && name !== 'messages_default');
  expect(claims.flatMap((run) => early(lookedInto(run)))).toEqual([]);
  const others = looking.filter((run) => !isClaim(run));
  expect(others.length).toBeGreaterThan(1);
  const strays = others.filter((run) => lookedInto(run).some((name) => name !== present));
  expect(strays.map((run) => [run.text, lookedInto(run)])).toEqual([]);
});

test('an erasure and the purge of a workspace find messages in every partition, and take their files', async () => {
  const other = await world.workspace();
  const [address = ''] = people(1);
  await other.emit([address]);
  const older = [other.id, newId(spansFromNow(-2))];
  await sql('UPDATE messages SET id = $2, event_id = $2 WHERE workspace_id = $1', older);
  await sql('UPDATE events SET id = $2, created_at = $3 WHERE workspace_id = $1', [...older, spansFromNow(-2)]);
  await other.emit([address]);
  await other.emit(['stays@example.com']);
  await sql(`UPDATE messages SET state = 'delivered' WHERE workspace_id = $1`, [other.id]);
  expect(await places(other.id)).toEqual([nameOf(spansFromNow(-2)), nameOf(world.now())]);
  const ids = await idsOf(other);
  for (const id of ids) await attach(other.id, id);
  const { id } = await erasePerson(other.ctx, other.id, { email: address });
  const isFinished = async () =>
    (await sql('SELECT FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', [id])).length > 0;
  for (let turns = 0; turns < 20 && !(await isFinished()); turns += 1) {
    await eraseTurn(world.app, { platformId: other.ctx.platformId, id });
  }
  const left = await idsOf(other);
  expect(left).toHaveLength(1);
  expect(await filesOf(other)).toEqual(left);
  await sql('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', [other.id, spansFromNow(-4)]);
  await purgeDeletedWorkspaces(world.app);
  expect([await idsOf(other), await filesOf(other)]).toEqual([[], []]);
  expect(await sql('SELECT FROM workspaces WHERE id = $1', [other.id])).toEqual([]);
});

test('files whose message is gone go, as those of messages that the version before removes', async () => {
  await attach(workspace.id, newId(spansFromNow(-1)));
  const [waiting] = await workspace.emit(people(1)).then(() => sql(`SELECT id FROM messages WHERE state = 'queued'`));
  await attach(workspace.id, waiting?.id);
  await sweepAll(world.app);
  expect(await filesOf(workspace)).toEqual([waiting?.id]);
  await workspace.send();
});

test('webhooks are shown as long as their message, and a partition goes three days after its last row', async () => {
  const first = world.now();
  const { platformId } = workspace.ctx;
  const [message] = await idsOf(workspace);
  world.advance(first.getTime() + eventLifetime - 1_000 - world.now().getTime());
  const webhook = newId(world.now());
  const [endpoint] = await sql('SELECT id FROM webhook_endpoints LIMIT 1');
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, created_at, workspace_id, message_id)
     VALUES ($1, $2, $3, 'message.delivered', 'service', 'failed', $4, $5, $6)`,
    [platformId, webhook, endpoint?.id ?? 'none', world.now(), workspace.id, message],
  );
  const found = async () => (await findWebhooksById(workspace.ctx, [webhook])).length;
  expect([(await findWebhook(workspace.ctx, webhook)).id, await found()]).toEqual([webhook, 1]);
  world.advance(1_000);
  await expect(findWebhook(workspace.ctx, webhook)).rejects.toThrow();
  expect(await found()).toBe(0);
  const end = partitionStart(table, first).getTime() + twoWeeks + table.lifetime;
  world.advance(end - 1 - world.now().getTime());
  await sweepAll(world.app);
  await sweepPartitions(world.app);
  expect(await places(workspace.id)).toEqual([nameOf(first)]);
  world.advance(60_001);
  expect((await readRetentionLags(world.app)).messages).toBe(60);
  await sweepPartitions(world.app);
  expect([await places(workspace.id), (await readRetentionLags(world.app)).messages]).toEqual([[], 0]);
});
