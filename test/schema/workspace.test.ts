import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { sendTurn } from '../../src/messages/sending/send-turn.ts';
import { purgeDeletedWorkspaces } from '../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const day = 24 * 60 * 60 * 1_000;

const read = (workspace: string) => `{ workspace(workspace: "${workspace}") { id status sending { state reason } } }`;
const remove = (workspace: string) =>
  `mutation { workspaceDelete(workspace: "${workspace}") { id: deletedWorkspaceId } }`;
const suspend = (workspace: string) =>
  `mutation { workspaceSuspend(workspace: "${workspace}") { workspace { id status sending { state reason } } } }`;
const resume = (workspace: string) =>
  `mutation { workspaceResume(workspace: "${workspace}") { workspace { id status sending { state reason } } } }`;
const create = 'mutation ($input: WorkspaceCreateInput!) { workspaceCreate(input: $input) { workspace { id } } }';
const update = `mutation ($input: WorkspaceUpdateInput!) {
  workspaceUpdate(workspace: "ref:shop", input: $input) { workspace { id } }
}`;
const emit = `mutation ($workspace: ID!, $key: String!, $email: String!) {
  eventEmit(workspace: $workspace, input: { type: "order.shipped", idempotencyKey: $key, recipient: { email: $email },
    payload: { order_number: "1", tracking_url: "https://example.com/1" } }) { event { message { id state } } }
}`;
const listen = `mutation { webhookEndpointCreate(input: {
  url: "https://hooks.test/tidings", types: [message_delivered, message_failed, message_expired]
}) { webhookEndpoint { id } } }`;
const log = '{ webhooks { edges { node { type state body } } } }';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  await tenant.ask(listen);
});

const send = (key: string, email = 'ada@example.com', workspace = tenant.workspace) =>
  tenant.ask(emit, { workspace, key, email });

/** Runs the workspace's turns, like a worker. */
async function work() {
  await sendTurn(world.app, { platformId: tenant.platformId, id: tenant.workspace });
  await world.app.parts.inFlight.settled();
}

async function states(): Promise<readonly string[]> {
  const { rows } = await world.app.db.pool.query(
    `SELECT idempotency_key || ' ' || state || coalesce(' ' || reason, '') AS state FROM messages
     WHERE workspace_id = $1 ORDER BY idempotency_key`,
    [tenant.workspace],
  );
  return rows.map(({ state }) => state);
}

async function webhooks() {
  const { data } = await tenant.askAsRest(log);
  return data.webhooks.edges.map(({ node }: { node: object }) => node);
}

describe('a deleted workspace', () => {
  test('is not found by anything from then on, and gone from the list', async () => {
    expect((await tenant.ask(remove('ref:shop'))).data.workspaceDelete.id).toBe(tenant.workspace);
    for (const document of [read, remove, suspend, resume].flatMap((of) => [of('ref:shop'), of(tenant.workspace)])) {
      expect((await tenant.ask(document)).refusal?.code).toBe('not_found');
    }
    expect((await send('late')).refusal?.code).toBe('not_found');
    const { data } = await tenant.ask('{ workspaces { edges { node { id } } } }');
    expect(data.workspaces.edges).toEqual([]);
  });

  test('leaves its reference free at once, and its keys are new in the next workspace', async () => {
    await send('same');
    await tenant.ask(remove('ref:shop'));
    const { data } = await tenant.ask(create, { input: { name: 'Shop', reference: 'shop' } });
    expect(data.workspaceCreate.workspace.id).not.toBe(tenant.workspace);
    const again = await send('same', 'ada@example.com', 'ref:shop');
    expect(again.data.eventEmit.event.message.state).toBe('queued');
  });

  test('fails what it had queued, whenever that was due, and tells of it with its id and reference', async () => {
    await send('due');
    await send('later');
    await send('underway');
    await send('simulated', 'delivered@simulator.test');
    await world.app.db.pool.query(
      `UPDATE messages SET due_at = CASE idempotency_key WHEN 'later' THEN due_at + interval '6 hours' ELSE due_at END,
         state = (CASE idempotency_key WHEN 'underway' THEN 'sending' ELSE 'queued' END)::message_state,
         lease_until = CASE idempotency_key WHEN 'underway' THEN due_at + interval '10 seconds' END
       WHERE workspace_id = $1`,
      [tenant.workspace],
    );
    await tenant.ask(remove('ref:shop'));
    await work();
    expect(await states()).toEqual([
      'due failed workspace_deleted',
      'later queued',
      'simulated failed workspace_deleted',
      'underway sending',
    ]);
    await sweepMessages(world.app);
    // An attempt that was under way comes back without luck: it gets no other.
    await world.app.db.pool.query(
      `UPDATE messages SET state = 'queued', lease_until = NULL, due_at = due_at + interval '1 hour'
       WHERE workspace_id = $1 AND state = 'sending'`,
      [tenant.workspace],
    );
    await sweepMessages(world.app);
    expect(await states()).toEqual(
      ['due', 'later', 'simulated', 'underway'].map((key) => `${key} failed workspace_deleted`),
    );
    const told = await webhooks();
    expect(told).toHaveLength(4);
    for (const { type, state, body } of told) {
      expect([type, state]).toEqual(['message.failed', 'pending']);
      expect(body).toMatchObject({
        workspace: { id: tenant.workspace, reference: 'shop' },
        data: { reason: 'workspace_deleted' },
        source: 'service',
      });
    }
    expect(told.filter(({ body }: { body: { simulated: boolean } }) => body.simulated)).toHaveLength(1);
  });

  test('lets webhooks that wait be', async () => {
    await send('played', 'delivered@simulator.test');
    await work();
    await tenant.ask(remove('ref:shop'));
    await sweepMessages(world.app);
    expect(await webhooks()).toMatchObject([
      { type: 'message.delivered', state: 'pending', body: { workspace: { id: tenant.workspace, reference: 'shop' } } },
    ]);
  });
});

describe('the data of a deleted workspace', () => {
  /**
   * Every table with rows of a workspace, read from the catalogue, so that a new one cannot be forgotten. An endpoint for one
   * workspace is the platform's and stays: without its workspace it would receive the webhooks of all.
   */
  async function tables(): Promise<readonly string[]> {
    const { rows } = await world.app.db.pool.query(
      `SELECT table_name FROM information_schema.columns
       JOIN pg_class ON oid = to_regclass(quote_ident(table_name))
       WHERE table_schema = 'public' AND column_name = 'workspace_id' AND NOT relispartition
         AND table_name <> 'webhook_endpoints' ORDER BY 1`,
    );
    return rows.map(({ table_name }) => table_name);
  }

  async function rowsOf(workspaceId: string): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const table of await tables()) {
      const { rows } = await world.app.db.pool.query(
        `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1`,
        [workspaceId],
      );
      counts[table] = rows[0].count;
    }
    return counts;
  }

  /** Something in every table: what verbs make, and in the tables that are empty then, a row that their columns allow. */
  async function fill(): Promise<void> {
    await tenant.ask(`mutation { contactUpsert(workspace: "ref:shop", contact: "ref:ada", input: {
      email: "ada@example.com", tags: ["vip"], marketing: { state: subscribed, at: "2026-01-01T00:00:00Z" }
    }) { created } }`);
    await send('played', 'delivered@simulator.test');
    await work();
    const { data: begun } = await tenant.ask(
      'mutation { contactImportCreate(workspace: "ref:shop") { import { id } } }',
    );
    await tenant.ask('mutation { topicCreate(input: { key: "news", name: "News" }) { topic { key } } }');
    const { pool } = world.app.db;
    const { rows: messages } = await pool.query('SELECT id FROM messages WHERE workspace_id = $1', [tenant.workspace]);
    const known: Readonly<Record<string, string>> = {
      workspace_id: tenant.workspace,
      platform_id: tenant.platformId,
      message_id: messages[0].id,
      import_id: begun.contactImportCreate.import.id,
      // Of a topic.
      key: 'news',
    };
    const sample: Readonly<Record<string, string>> = {
      text: "'x'",
      bytea: "'\\x01'",
      boolean: 'false',
      integer: '1',
      jsonb: "'{}'",
      date: 'now()',
      'timestamp with time zone': 'now()',
      ARRAY: "'{}'",
    };
    for (const [table, count] of Object.entries(await rowsOf(tenant.workspace))) {
      if (count > 0) continue;
      const { rows: columns } = await pool.query(
        `SELECT column_name AS name, data_type AS type, udt_name AS enum FROM information_schema.columns
         WHERE table_name = $1 AND (column_name = 'workspace_id' OR (is_nullable = 'NO' AND column_default IS NULL))`,
        [table],
      );
      const values = columns.map((column) =>
        column.name in known
          ? `'${known[column.name]}'`
          : (sample[column.type] ?? `(enum_range(NULL::${column.enum}))[1]`),
      );
      await pool.query(`INSERT INTO ${table} (${columns.map(({ name }) => name)}) VALUES (${values})`);
    }
  }

  test('goes 30 days later, from every table, and no other workspace loses any', async () => {
    await fill();
    const before = await rowsOf(tenant.workspace);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    const neighbour = tenant;
    tenant = await world.tenant();
    const doomed = neighbour.workspace;
    await neighbour.ask(create, { input: { name: 'Other', reference: 'other' } });
    await neighbour.ask(`mutation { contactUpsert(workspace: "ref:other", contact: "ref:bob", input: {
      email: "bob@example.com" }) { created } }`);
    await neighbour.ask(remove('ref:shop'));
    world.advance(30 * day - 1);
    await purgeDeletedWorkspaces(world.app);
    expect(await rowsOf(doomed)).toEqual(before);
    world.advance(1);
    // Several processes purge at once; each run is bounded, so the next ones go on.
    for (let run = 1; run <= 3; run += 1) {
      await Promise.all([purgeDeletedWorkspaces(world.app), purgeDeletedWorkspaces(world.app)]);
    }
    // Workers add changes of figures up within a second.
    const { figure_changes: _changes, ...left } = await rowsOf(doomed);
    expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([]);
    const { rows } = await world.app.db.pool.query('SELECT id FROM workspaces WHERE id = $1', [doomed]);
    expect(rows).toEqual([]);
    const { data } = await neighbour.ask('{ contacts(workspace: "ref:other") { edges { node { email } } } }');
    expect(data.contacts.edges).toEqual([{ node: { email: 'bob@example.com' } }]);
  });

  test('goes in batches: what one purge leaves, the next takes', async () => {
    await world.app.db.pool.query(
      `INSERT INTO emit_rates (platform_id, workspace_id, address_hash, recent, updated_at)
       SELECT $1, $2, int4send(n), '{}', now() FROM generate_series(1, 12000) n`,
      [tenant.platformId, tenant.workspace],
    );
    // PostgreSQL knows a table that has grown within seconds (docs/rules.md#plans-of-statements).
    await world.app.db.pool.query('ANALYZE emit_rates');
    await tenant.ask(remove('ref:shop'));
    // The first that is due, so that the others here do not count.
    await world.app.db.pool.query(`UPDATE workspaces SET deleted_at = deleted_at - interval '1 year' WHERE id = $1`, [
      tenant.workspace,
    ]);
    await purgeDeletedWorkspaces(world.app);
    const left = (await rowsOf(tenant.workspace)).emit_rates ?? 0;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(12_000);
    await purgeDeletedWorkspaces(world.app);
    expect((await rowsOf(tenant.workspace)).emit_rates).toBe(0);
  });
});

describe('a suspended workspace', () => {
  test('shows it, refuses emits and lets what is queued wait, until it is resumed; repeating is harmless', async () => {
    await send('before');
    for (const _repeat of [1, 2]) {
      const { data } = await tenant.ask(suspend('ref:shop'));
      expect(data.workspaceSuspend.workspace).toEqual({
        id: tenant.workspace,
        status: 'suspended',
        sending: { state: 'blocked', reason: 'suspended' },
      });
    }
    expect((await send('while')).refusal?.code).toBe('workspace_suspended');
    await work();
    expect(await states()).toEqual(['before queued']);
    for (const _repeat of [1, 2]) {
      const { data } = await tenant.ask(resume('ref:shop'));
      expect(data.workspaceResume.workspace).toEqual({
        id: tenant.workspace,
        status: 'active',
        sending: { state: 'ready', reason: null },
      });
    }
    expect((await send('while', 'delivered@simulator.test')).errors).toEqual([]);
    expect(await webhooks()).toEqual([]);
  });

  test('lets what is queued expire after its day', async () => {
    await send('waits');
    await tenant.ask(suspend('ref:shop'));
    world.advance(day - 1);
    await sweepMessages(world.app);
    expect(await states()).toEqual(['waits queued']);
    world.advance(1);
    await sweepMessages(world.app);
    expect(await states()).toEqual(['waits expired']);
    expect(await webhooks()).toMatchObject([{ type: 'message.expired' }]);
  });

  test('still answers with what an emit was answered with before', async () => {
    const first = await send('kept');
    await tenant.ask(suspend('ref:shop'));
    expect((await send('kept')).data).toEqual(first.data);
  });
});

describe('an emit that races', () => {
  /** Settles a crowd of emits with one change among them; gives how each emit ended. */
  async function race(document: string, round: number) {
    const emits = Array.from({ length: 40 }, (_, at) => send(`${round} ${at}`.replace(' ', '-'), `a${at}@example.com`));
    const [answers, change] = await Promise.all([Promise.all(emits.slice(0, 20)), tenant.ask(document)]);
    expect(change.errors).toEqual([]);
    const late = await send(`late-${round}`);
    const all = [...answers, ...(await Promise.all(emits.slice(20)))];
    return { codes: all.map(({ data, refusal }) => refusal?.code ?? data.eventEmit.event.message.state), late };
  }

  test('a suspension is accepted or refused, and what was accepted is there', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { codes, late } = await race(suspend('ref:shop'), round);
      expect(['queued', 'workspace_suspended']).toEqual(expect.arrayContaining(codes));
      expect(late.refusal?.code).toBe('workspace_suspended');
      const here = (await states()).filter((state) => state.startsWith(`${round}-`));
      expect(here).toHaveLength(codes.filter((code) => code === 'queued').length);
      await tenant.ask(resume('ref:shop'));
    }
  });

  test('a deletion is accepted, then fails, or is not found; nothing is left queued', async () => {
    const { codes, late } = await race(remove('ref:shop'), 1);
    expect(['queued', 'not_found']).toEqual(expect.arrayContaining(codes));
    expect(late.refusal?.code).toBe('not_found');
    await work();
    await sweepMessages(world.app);
    const ended = await states();
    expect(ended).toHaveLength(codes.filter((code) => code === 'queued').length);
    expect(ended.every((state) => state.endsWith('failed workspace_deleted'))).toBe(true);
    expect(await webhooks()).toHaveLength(Math.min(50, ended.length));
  });
});

test('of twenty deletions at once one wins, and the others find nothing', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => tenant.ask(remove('ref:shop'))));
  const codes = answers.map(({ refusal }) => refusal?.code ?? 'deleted');
  expect(codes.toSorted()).toEqual(['deleted', ...Array.from({ length: 19 }, () => 'not_found')]);
});

test("another platform's workspace is not found by any of it", async () => {
  const stranger = await world.tenant({ name: 'Stranger' });
  for (const of of [remove, suspend, resume]) {
    expect((await stranger.ask(of(tenant.workspace))).refusal?.code).toBe('not_found');
  }
  expect((await tenant.ask(read('ref:shop'))).data.workspace.status).toBe('active');
});

test.each(['a\0b', '\uD800', 'x\uDC00y'])('a name that cannot be kept is refused under its path: %j', async (name) => {
  for (const [document, input] of [
    [create, { name, reference: 'odd' }],
    [update, { name }],
  ] as const) {
    const { refusal } = await tenant.ask(document, { input });
    expect([refusal?.code, Object.keys(refusal?.details.errors ?? {})]).toEqual(['validation_failed', ['name']]);
  }
});
