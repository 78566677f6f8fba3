/** What a process remembers spares an emit its read, and never decides an emit by itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import type { BatchAnswer, EmitWork } from '../../../src/events/emit/emit-work.ts';
import { lockAddresses } from '../../../src/events/emit/lock-addresses.ts';
import { readWork } from '../../../src/events/emit/read-work.ts';
import { demoFields, demoTemplate } from '../../../src/local/demo-template.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { statementsOf } from '../../support/statements.ts';
import { suppressEverywhere } from '../../support/suppress-everywhere.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let ctx: Ctx;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  ctx = tenant.ctx;
  for (let n = 0; n < 5; n += 1) await emit(`reader-${n}@example.com`);
});

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const inputOf = (email: string, key = newKey()) => ({
  type: 'order.shipped',
  idempotencyKey: key,
  recipient: { email },
  payload: { order_number: '1001', tracking_url: 'https://example.com/1001' },
});
function emit(email: string, { key = newKey() } = {}) {
  return emitEvent(ctx, 'ref:shop', inputOf(email, key));
}

const refused = (code: string) => expect.objectContaining({ code });

test('an emit to a stranger is one statement, and so is a batch of them', async () => {
  expect(await statementsOf(() => emit('ada@example.com'))).toHaveLength(1);
  // On a busy machine some bodies would be read after the batch has begun.
  const works: EmitWork[] = [];
  for (let n = 0; n < 100; n += 1) works.push(await readWork(ctx, 'ref:shop', inputOf(`many-${n}@example.com`)));
  const { light } = world.app.parts.emits;
  const answers: BatchAnswer[] = [];
  const many = async () => answers.push(...(await Promise.all(works.map((work) => light.add(work)))));
  expect(await statementsOf(many)).toHaveLength(1);
  expect(answers.filter((answer) => 'record' in answer && !answer.replayed)).toHaveLength(100);
});

test('an emit whose address a contact holds is read and written again, and the next ones are read first', async () => {
  await tenant.ask(`mutation { contactUpsert(workspace: "ref:shop", contact: "ref:eve", input: {
    email: "eve@example.com", locale: "de" }) { contact { id } } }`);
  expect((await emit('eve@example.com')).record.contact?.reference).toBe('eve');
  expect(await statementsOf(() => emit('Eve@Example.com'))).toHaveLength(2);
});

test('a replay is told from memory as from a read', async () => {
  const first = await emit('ada@example.com', { key: 'same' });
  expect(await emit('ada@example.com', { key: 'same' })).toEqual({ record: first.record, replayed: true });
  await expect(emit('bob@example.com', { key: 'same' })).rejects.toEqual(refused('idempotency_key_reused'));
});

test('a key of another workspace finds nothing that others have emitted into, and takes it from nobody', async () => {
  const other = await createWorkspace(ctx, { name: 'Other', reference: 'other' });
  const narrow = { ...ctx, workspaceId: other };
  const input = (email: string) => ({
    type: 'order.shipped',
    idempotencyKey: newKey(),
    recipient: { email },
    payload: { order_number: '1001', tracking_url: 'https://example.com/1001' },
  });
  for (const path of ['ref:shop', tenant.workspace]) {
    for (let n = 0; n < 5; n += 1) await emitEvent(ctx, path, input(`warm-${n}-${path.length}@example.com`));
    await expect(emitEvent(narrow, path, input('ada@example.com'))).rejects.toEqual(refused('not_found'));
  }
  expect(await statementsOf(() => emit('eva@example.com'))).toHaveLength(1);
  await expect(emitEvent(narrow, 'ref:other', input('ada@example.com'))).resolves.toMatchObject({ replayed: false });
});

describe('what changed since is seen by the next emit', () => {
  test.each<[string, string, string]>([
    ['a suspension', 'mutation { workspaceSuspend(workspace: "ref:shop") { __typename } }', 'workspace_suspended'],
    [
      'the end of the sending domain',
      'mutation { sendingDomainDelete { deletedSendingDomainId } }',
      'domain_not_sendable',
    ],
    ['the end of the workspace', 'mutation { workspaceDelete(workspace: "ref:shop") { __typename } }', 'not_found'],
  ])('%s', async (_what, mutation, code) => {
    const { errors } = await tenant.ask(mutation);
    expect(errors).toEqual([]);
    await expect(emit('ada@example.com')).rejects.toEqual(refused(code));
  });

  test('a field that is required now', async () => {
    const fields = [...demoFields, { name: 'voucher', type: 'string', required: true }];
    await saveEventType(ctx, { name: 'order.shipped', input: { fields } });
    await expect(emit('ada@example.com')).rejects.toEqual(refused('validation_failed'));
  });

  test('a version of the template, and the name of the workspace in it', async () => {
    await saveTemplate(ctx, {
      eventType: 'order.shipped',
      input: { ...demoTemplate, subject: 'Again', acceptOutdated: true },
    });
    await tenant.ask('mutation { workspaceUpdate(workspace: "ref:shop", input: { name: "New name" }) { __typename } }');
    const { record } = await emit('ada@example.com');
    const { rows } = await world.app.db.pool.query(
      `SELECT v.version, m.values #>> '{system,workspace_name}' AS name
       FROM messages m JOIN template_versions v ON v.id = m.template_version_id WHERE m.id = $1`,
      [record.message?.id],
    );
    expect(rows).toEqual([{ version: 2, name: 'New name' }]);
  });

  test('a suppression', async () => {
    await suppressEverywhere(tenant, 'gone@example.com');
    expect((await emit('gone@example.com')).record.message?.state).toBe('suppressed');
  });
});

test('an emit that waited for its address while an erasure held it is decided again', async () => {
  const { pool } = world.app.db;
  await emit('ada@example.com');
  const erasing = await pool.connect();
  try {
    await erasing.query('BEGIN');
    const addressHash = world.app.secrets.addressHash('ada@example.com');
    const place = { platformId: tenant.platformId, workspaceId: tenant.workspace };
    await lockAddresses(erasing, place, [addressHash], world.now());
    const statements = await statementsOf(async () => {
      const waiting = emit('ada@example.com');
      const waits = async () =>
        (
          await pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock'`)
        ).rowCount;
      await expect.poll(waits, { timeout: 20_000, interval: 2 }).toBe(1);
      await erasing.query('COMMIT');
      await waiting;
    });
    const emits = statements.filter((text) => /INSERT INTO events|AS "keyEnded"/.test(text));
    // Written in vain, read, and written.
    expect(emits.length).toBeGreaterThanOrEqual(3);
  } finally {
    erasing.release();
  }
});

test('an emit whose new key another emit took meanwhile leaves nothing, and is decided by that key', async () => {
  const { pool } = world.app.db;
  await emit('ada@example.com', { key: 'first' });
  const other = await pool.connect();
  const recent = async () =>
    (
      await pool.query('SELECT recent FROM emit_rates WHERE platform_id = $1 ORDER BY address_hash', [
        tenant.platformId,
      ])
    ).rows;
  try {
    const counted = await recent();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO idempotency_keys (platform_id, workspace_id, key, body_hash, event_id, answer, created_at)
       SELECT platform_id, workspace_id, 'met', body_hash, event_id, answer, created_at
       FROM idempotency_keys WHERE platform_id = $1 AND key = 'first'`,
      [tenant.platformId],
    );
    const waiting = emit('ben@example.com', { key: 'met' }).then(
      () => null,
      (error: unknown) => error,
    );
    const waits = async () =>
      (
        await pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock'`)
      ).rowCount;
    await expect.poll(waits, { timeout: 20_000, interval: 2 }).toBe(1);
    await other.query('COMMIT');
    expect(await waiting).toEqual(refused('idempotency_key_reused'));
    expect(await recent()).toEqual(counted);
    await expect(pool.query('SELECT end_met_keys()')).rejects.toEqual(refused('TD001'));
  } finally {
    other.release();
  }
});
