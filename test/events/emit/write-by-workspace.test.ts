/**
 * The form of the write of emits for one workspace, as a cluster is asked (docs/rules.md#statements-of-one-workspace), on one
 * database: it writes the same rows as the form for any, workspace by workspace, and notices an address that was held meanwhile.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { requestLimits } from '../../../src/db/connections/time-limits.ts';
import { type AcceptedEmit, decideEmit } from '../../../src/events/emit/decide-emit.ts';
import { lockAddresses } from '../../../src/events/emit/lock-addresses.ts';
import { readEmits } from '../../../src/events/emit/read-emits.ts';
import { readWork } from '../../../src/events/emit/read-work.ts';
import { createRefusalReads } from '../../../src/events/emit/refusal-reads.ts';
import { writeByWorkspace } from '../../../src/events/emit/write-by-workspace.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { openClient } from '../../support/open-client.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let other: string;
let apps: Readonly<Record<'any' | 'one', App>>;
beforeAll(async () => {
  world = await createWorld();
  const onCluster = createApp({ ...world.app, db: { ...world.app.db, isCluster: () => true } });
  apps = { any: world.app, one: onCluster };
  tenant = await world.tenant({ domain: 'acme.example', eventType: 'order.shipped' });
  other = await createWorkspace(tenant.ctx, { name: 'Other', reference: 'other' });
});
afterAll(() => world.close());

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const terms = { limits: requestLimits, patient: false, inHand: new Set<AcceptedEmit>() };
const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' };

async function accepted(workspace: string, email: string, key: string): Promise<AcceptedEmit> {
  const work = await readWork(tenant.ctx, workspace, {
    ...{ type: 'order.shipped', idempotencyKey: key, recipient: { email }, payload },
  });
  const [facts] = await readEmits(world.app, [work]);
  if (!facts) throw new Error('The read of an emit returned no row');
  const decided = await decideEmit(world.app, work, facts, { alone: true, reads: createRefusalReads(world.app) });
  return 'accepted' in decided ? decided.accepted : expect.fail('The emit has an answer already');
}

/** What stands of an emit, without what differs from one emit to the next. */
const kept = (key: string) =>
  sql(
    `SELECT e.workspace_id, e.type, e.mails, e.payload, m.state, m.recipient, m.due_at - m.created_at AS waits, m.figure_day,
       cardinality(r.recent) AS mailed, r.locked_by,
       (SELECT count(*)::int FROM idempotency_keys k WHERE k.workspace_id = e.workspace_id AND k.event_id = e.id) AS keys
     FROM events e JOIN messages m ON m.workspace_id = e.workspace_id AND m.event_id = e.id
       JOIN emit_rates r ON r.workspace_id = e.workspace_id AND r.address_hash = e.address_hash
     WHERE e.idempotency_key = $1 ORDER BY e.workspace_id`,
    key,
  );

test('both forms write the same rows', async () => {
  const places = [tenant.workspace, other].sort();
  const rows = [];
  for (const form of ['any', 'one'] as const) {
    const emits = await Promise.all(places.map((place) => accepted(place, `${form}@example.com`, form)));
    const written = await writeByWorkspace(apps[form], emits, terms);
    expect(written.emits).toEqual(new Set(emits));
    rows.push((await kept(form)).map((row) => ({ ...row, recipient: 'somebody' })));
  }
  const [any, one] = rows;
  expect(any?.map((row) => row.workspace_id)).toEqual(places);
  expect(one).toEqual(any);
});

test('the emits of each workspace are written in a transaction of their own', async () => {
  const places = [tenant.workspace, tenant.workspace, other];
  const emits = await Promise.all(places.map((place, n) => accepted(place, `apart-${n}@example.com`, `apart-${n}`)));
  await writeByWorkspace(apps.one, emits, terms);
  const rows = await sql(
    `SELECT workspace_id, count(*)::int AS n, count(DISTINCT xmin::text)::int AS transactions FROM events
     WHERE idempotency_key LIKE 'apart-%' GROUP BY 1 ORDER BY 2`,
  );
  expect(rows).toEqual([
    { workspace_id: other, n: 1, transactions: 1 },
    { workspace_id: tenant.workspace, n: 2, transactions: 1 },
  ]);
});

test('a workspace whose facts have changed keeps no other from being written', async () => {
  const emits = await Promise.all(
    [tenant.workspace, other].map((place) => accepted(place, 'facts@example.com', 'facts')),
  );
  await sql(`UPDATE workspaces SET name = 'Renamed' WHERE id = $1`, other);
  const written = await writeByWorkspace(apps.one, emits, terms);
  expect([...written.emits]).toEqual(emits.slice(0, 1));
  expect(await kept('facts')).toHaveLength(1);
});

describe.each(['any', 'one'] as const)('in the form for %s workspace', (form) => {
  test.each([false, true])(
    'an address that was held meanwhile is not written; with a row before: %s',
    async (hasRow) => {
      const email = `held-${form}-${hasRow}@example.com`;
      if (hasRow) await writeByWorkspace(apps[form], [await accepted(other, email, `${email}-before`)], terms);
      const emit = await accepted(other, email, email);
      const holder = await openClient(world.app.db.url);
      try {
        await holder.query('BEGIN');
        const place = { platformId: tenant.platformId, workspaceId: other };
        await lockAddresses(holder, place, [world.app.secrets.addressHash(email)], world.now());
        const writing = writeByWorkspace(apps[form], [emit], { ...terms, limits: { ...requestLimits, lock: 20_000 } });
        const { rows: held } = await holder.query('SELECT pg_backend_pid() AS pid');
        // For the holder: other files of tests have the same server.
        const waits = () =>
          sql('SELECT FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))', held[0].pid);
        await expect.poll(async () => (await waits()).length, { timeout: 20_000 }).toBeGreaterThan(0);
        await holder.query('COMMIT');
        expect((await writing).emits.size).toBe(0);
        expect(await kept(email)).toEqual([]);
      } finally {
        await holder.end();
      }
    },
  );
});
