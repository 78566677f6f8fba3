/** A backlog that comes while PostgreSQL's statistics know of none: it is claimed from its index, and never read whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueWorkspaces } from '../../../src/messages/claims/ask-for-due-messages.ts';
import { claimStatements } from '../../../src/messages/claims/claim-statements.ts';
import { firstClaimableId } from '../../../src/messages/claims/claimable-ids.ts';
import {
  apart,
  currentStates,
  fromSql,
  laterOpenSql,
  moves,
  scheduledSql,
  stateIn,
} from '../../../src/messages/states/message-states.ts';
import { sentLaterSql } from '../../../src/retention/strip-content.ts';
import { copyQueued } from '../../support/copy-queued.ts';
import { examinePlanned } from '../../support/examined-rows.ts';
import { createSendingWorld, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

/** More than one page of the index by due time, and no more than one of the index by expiry. */
const backlog = 350;

let world: SendingWorld;
let workspace: SendingWorkspace;

beforeAll(async () => {
  world = await createSendingWorld();
  workspace = await world.workspace();
  await workspace.emit(['first@example.com']);
  await workspace.send();
  const { pool } = world.app.db;
  // One backlog has come and gone, so that the indexes have had their entries.
  const sample = 'key-1';
  await copyQueued(pool, { sample, count: backlog, series: 'A' });
  await pool.query("UPDATE messages SET state = 'expired' WHERE state = 'queued'");
  await pool.query('VACUUM ANALYZE messages');
  await copyQueued(pool, { sample, count: backlog, series: 'B' });
});
afterAll(() => world.close());

/** Messages that a statement reads. */
async function readBy({ text, values }: { readonly text: string; readonly values: unknown[] }): Promise<number> {
  const { rowsOf } = await examinePlanned(world.app.db, (client) => client.query(text, values));
  return rowsOf.messages_default ?? 0;
}

test('a look at due workspaces reads a message of each', async () => {
  expect(await readBy(dueWorkspaces({ now: world.app.clock.now() }))).toBe(1);
});

test.each(['any', 'real'] as const)('a claim of %s mail reads what it claims', async (which) => {
  const now = world.app.clock.now();
  const rows = 5;
  const read = await readBy(
    claimStatements[which]({
      platformId: workspace.ctx.platformId,
      workspaceId: workspace.id,
      now,
      leaseUntil: new Date(now.getTime() + 10_000),
      settledBefore: now,
      states: ['ramping', 'established'],
      rows,
      once: 5,
      again: 1,
      pastDomains: [],
      firstId: firstClaimableId(now),
    }),
  );
  // To find them, and to move them.
  expect(read).toBeGreaterThanOrEqual(2 * rows);
  expect(read).toBeLessThanOrEqual(3 * rows);
});

test.each([
  ['messages_expiry_idx', apart(fromSql('m.state', moves.expiry)), 'expires_at'],
  ['messages_lease_idx', apart(fromSql('m.state', moves.lostLease)), 'lease_until'],
  ['messages_report_idx', apart(fromSql('m.state', moves.silence)), 'ended_at'],
  ['messages_open_type_idx', apart(stateIn('m.state', currentStates)), 'platform_id, event_type_id'],
  ['messages_scheduled_due_idx', scheduledSql('m.state'), 'due_at'],
  ['messages_scheduled_workspace_idx', scheduledSql('m.state'), 'workspace_id, due_at, id'],
  ['messages_scheduled_type_idx', scheduledSql('m.state'), 'platform_id, event_type_id'],
  ['messages_later_address_idx', laterOpenSql('m'), 'workspace_id, address_hash'],
  ['messages_sent_later_idx', sentLaterSql('m'), 'least(send_at, ended_at), id'],
  ['messages_waiting_idx', apart(`${fromSql('m.state', moves.block)} AND m.simulation IS NULL`), 'address_hash'],
])('%s is of the condition that its statement repeats', async (index, condition, order) => {
  const plan = await world.app.db.transaction(
    async (client) =>
      (await client.query(`EXPLAIN (FORMAT JSON) SELECT FROM messages m WHERE ${condition} ORDER BY ${order}`)).rows,
    undefined,
    ['enable_seqscan = off', 'enable_sort = off', 'enable_bitmapscan = off'],
  );
  expect(JSON.stringify(plan)).toContain(`"${index.replace('messages', 'messages_default')}"`);
});
