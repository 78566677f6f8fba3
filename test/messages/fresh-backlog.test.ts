/** A backlog that comes while PostgreSQL's statistics know of none: it is claimed from its index, and never read whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueWorkspaces } from '../../src/messages/ask-for-due-messages.ts';
import { claimStatements } from '../../src/messages/claim-statements.ts';
import { apart, fromSql, moves, nonFinalStates, stateIn } from '../../src/messages/message-states.ts';
import { createSendingWorld, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

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
  await pool.query(copies('a'));
  await pool.query("UPDATE messages SET state = 'expired' WHERE state = 'queued'");
  await pool.query('VACUUM ANALYZE messages');
  await pool.query(copies('b'));
});
afterAll(() => world.close());

/** SQL that makes a backlog of the one message; each is due at another time, and all expire at once. */
const copies = (series: string) => `
  WITH n AS (SELECT '${series}' || lpad(n::text, 25, '0') AS id FROM generate_series(1, ${backlog}) n), e AS (
    INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                        address_hash, created_at)
    SELECT platform_id, workspace_id, n.id, event_type_id, type, event_type_version, n.id, payload, address_hash, created_at
    FROM events, n WHERE idempotency_key = 'key-1')
  INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                        address_hash, sending_domain_id, template_version_id, locale, timezone, values, fell_back, due_at,
                        expires_at, created_at)
  SELECT platform_id, workspace_id, n.id, n.id, event_type_id, n.id, 'queued', n.id || '@example.com', address_hash,
         sending_domain_id, template_version_id, locale, timezone, values, fell_back,
         due_at - right(n.id, 25)::int * interval '1 second', expires_at, created_at
  FROM messages, n WHERE idempotency_key = 'key-1'`;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Messages that a statement reads. */
async function readBy({ text, values }: { readonly text: string; readonly values: unknown[] }): Promise<number> {
  const { rows } = await world.app.db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    .filter((node) => node['Relation Name'] === 'messages')
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, one) => sum + one, 0);
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
      reservedDay: null,
      rows,
      once: 5,
      again: 1,
      pastDomains: [],
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
  ['messages_open_type_idx', apart(stateIn('m.state', nonFinalStates)), 'platform_id, event_type_id'],
  ['messages_waiting_idx', apart(`${fromSql('m.state', moves.block)} AND m.simulation IS NULL`), 'address_hash'],
])('%s is of the condition that its statement repeats', async (index, condition, order) => {
  const plan = await world.app.db.transaction(
    async (client) =>
      (await client.query(`EXPLAIN (FORMAT JSON) SELECT FROM messages m WHERE ${condition} ORDER BY ${order}`)).rows,
    undefined,
    ['enable_seqscan = off', 'enable_sort = off', 'enable_bitmapscan = off'],
  );
  expect(JSON.stringify(plan)).toContain(`"${index}"`);
});
