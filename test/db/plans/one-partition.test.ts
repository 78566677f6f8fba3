/**
 * Whatever asks for what happened to a message reads the partition of its time alone, planned for the values at hand and
 * kept for all values: with a partition for every two weeks, others cost a look into an index each.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/create-app.ts';
import { idAt } from '../../../src/ground/ids.ts';
import { day } from '../../../src/ground/time/durations.ts';
import { readTimelineMarks } from '../../../src/live/timeline-marks.ts';
import { recordReport } from '../../../src/messages/reports/record-report.ts';
import { openPixelUrl } from '../../../src/messages/sending/open-pixel-url.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { eraseTurn } from '../../../src/people/erase-turn.ts';
import { recordOpen } from '../../../src/people/record-open.ts';
import { makePartition } from '../../../src/retention/partitions/alter-partitions.ts';
import {
  historyTables,
  partitionedTables,
  partitionName,
  partitionStart,
} from '../../../src/retention/partitions/partitioned-tables.ts';
import { fullPlatform } from '../../support/full-platform.ts';
import { createSendingWorld, type SendingWorld } from '../../support/sending-world.ts';
import { sweepAll } from '../../support/sweep-all.ts';
import type { Tenant } from '../../support/world.ts';
import { type ExplainedRun, explainedApp, type PlanKind } from './explained-app.ts';

const kinds: readonly PlanKind[] = ['force_custom_plan', 'force_generic_plan'];
/** Messages of the platform. */
const count = 5;
/** Of each past partition. */
const rows = 3_000;
const tables = partitionedTables.filter(({ by }) => by === 'message_id');
const nothing = { mailboxFault: false, hard: false, category: null, status: null, replyCode: null, reply: null };

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
  const now = world.now().getTime();
  for (const table of tables) {
    for (let spans = -6; spans <= 2; spans += 1) {
      const start = partitionStart(table, new Date(now + spans * table.span));
      await makePartition(world.app, table, start);
      if (spans <= 0) await fill(table.name, start);
    }
  }
  await world.app.db.pool.query(`VACUUM ANALYZE ${historyTables.join(', ')}`);
});
afterAll(() => world.close());

/** Values of the columns beside `workspace_id` and `message_id`. */
const others = {
  message_attempts: ['number, at, duration_ms, transport, outcome', `1, now(), 5, 'smtp', 'delivered'`],
  message_reports: ['number, at, kind, hard', `1, now(), 'delayed', false`],
  message_opens: ['id, at, machine', `'open', now(), false`],
} as const;

/** Rows of nobody, as a partition of the past has them: a partition without rows may be read from its beginning. */
async function fill(name: string, start: Date): Promise<void> {
  const [columns, values] = others[name as keyof typeof others];
  await world.app.db.pool.query(
    `INSERT INTO ${name} (workspace_id, message_id, ${columns})
     SELECT 'W' || n % 20, $1 || lpad(n::text, 8, '0'), ${values} FROM generate_series(1, ${rows}) n`,
    [idAt(start).slice(0, 18)],
  );
}

/** Everything that reads or changes these rows, for messages of one time. */
async function workThrough(app: SendingWorld['app'], tenant: Tenant): Promise<void> {
  const { platformId, workspace } = tenant;
  const { rows: messages } = await world.app.db.pool.query<{ id: string }>(
    'SELECT id FROM messages WHERE platform_id = $1 ORDER BY id',
    [platformId],
  );
  const [{ id } = { id: '' }] = messages;
  await sendTurn(app, { platformId, id: workspace });
  await app.parts.inFlight.settled();
  await recordReport(app, { ...nothing, kind: 'delayed', messageId: id });
  await world.app.db.pool.query('UPDATE contacts SET pixel_consent_at = created_at WHERE workspace_id = $1', [
    workspace,
  ]);
  await recordOpen(app, openPixelUrl(app, id).split('/').at(-1) ?? '', 'Mozilla/5.0');
  const parts = 'attempts { at } reports { at } opens { at } timeline { __typename }';
  const viewer = { app, platformId, apiKeyId: tenant.apiKeyId };
  const one = await world.ask(viewer, `{ message(workspace: "${workspace}", id: "${id}") { ${parts} } }`);
  const all = await world.ask(viewer, `{ messages(first: ${count}) { nodes { ${parts} } } }`);
  expect([...one.errors, ...all.errors]).toEqual([]);
  expect(all.data.messages.nodes).toHaveLength(count);
  await readTimelineMarks(
    app.db,
    messages.map((message) => message.id),
  );
  const later = new Date(world.now().getTime() + 31 * day);
  await sweepAll({ ...app, clock: { ...app.clock, now: () => later } });
  await world.app.db.pool.query(`DELETE FROM retention_marks`);
  const { id: erasure } = await erasePerson({ ...tenant.ctx, app }, workspace, { contact: 'ref:person-0' });
  for (let turns = 0; turns < 10; turns += 1) await eraseTurn(app, { platformId, id: erasure });
  expect((await world.app.db.pool.query('SELECT FROM message_attempts WHERE message_id = $1', [id])).rowCount).toBe(0);
}

/** Partitions of one table that a run looked into. */
const lookedInto = ({ rows }: ExplainedRun, table: string) =>
  [...rows.keys()].filter((name) => name.startsWith(`${table}_p`) || name === `${table}_default`);

test.each(kinds)('%s', async (kind) => {
  const tenant = await fullPlatform(world, count);
  const explained = explainedApp(createApp(world.app), kind);
  let kept: ReadonlySet<string> | null = null;
  try {
    await workThrough(explained.app, tenant);
    if (kind === 'force_generic_plan') kept = await explained.readKept();
  } finally {
    await explained.close();
  }
  const planned = explained.runs.filter(({ text }) => kept?.has(text) ?? true);
  for (const table of tables) {
    // What names the default partition is about rows that have no other.
    const runs = planned.filter(
      (run) => lookedInto(run, table.name).length > 0 && !run.text.includes(`${table.name}_default`),
    );
    const present = partitionName(table, partitionStart(table, world.now()));
    const strays = runs.filter((run) => lookedInto(run, table.name).some((name) => name !== present));
    expect(strays.map(({ text, ...run }) => [text, lookedInto(run as ExplainedRun, table.name)])).toEqual([]);
    // The report, the open or the attempts; the page; the timelines and their marks; what is stripped and erased. The marks
    // alone have kept plans.
    expect(new Set(runs.map(({ text }) => text)).size, table.name).toBeGreaterThan(kept === null ? 3 : 0);
  }
  expect(tables.map(({ name }) => name)).toEqual([...historyTables]);
});
