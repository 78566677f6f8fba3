/** Whoever has a mail knows its signed return path and can send any number of reports (docs/rules.md#reports). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordReport } from '../../../src/messages/reports/record-report.ts';
import { createSendingWorld, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('sixty reports about one mail leave twenty rows, and the webhooks of one bounce', async () => {
  const workspace = await world.workspace();
  await workspace.emit(['ada@example.com']);
  await workspace.send();
  const { pool } = world.app.db;
  const before = (await pool.query('SELECT FROM webhooks')).rowCount ?? 0;
  const { rows } = await pool.query('SELECT id FROM messages WHERE workspace_id = $1', [workspace.id]);
  const kinds = ['delayed', 'bounce', 'complaint', 'delivered'] as const;
  for (let at = 0; at < 60; at += 1) {
    const kind = kinds[at % kinds.length] ?? 'bounce';
    const said = { hard: kind === 'bounce', mailboxFault: kind === 'bounce', category: null, status: null };
    await recordReport(world.app, { ...said, kind, messageId: rows[0].id, replyCode: null, reply: null });
    world.advance(60_000);
  }
  expect((await pool.query('SELECT FROM message_reports')).rowCount).toBe(20);
  expect(await workspace.states()).toEqual({ bounced: 1 });
  const told = await pool.query("SELECT type FROM webhooks WHERE type <> 'message.delivered' ORDER BY id");
  expect(told.rows.map(({ type }) => type)).toEqual(['message.bounced']);
  expect((await pool.query('SELECT FROM webhooks')).rowCount).toBe(before + 1);
});
