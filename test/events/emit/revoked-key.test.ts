/** An emit reads the facts of its decision in its own transaction, the caller's key included. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { createApiKey } from '../../../src/platforms/keys/create-api-key.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let ctx: Ctx;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  ctx = tenant.ctx;
  await tenant.ask('mutation { eventTypeSave(name: "noted", input: { fields: [] }) { created } }');
});

const emit = (key: string, by: Ctx = ctx) =>
  emitEvent(by, tenant.workspace, {
    type: 'noted',
    idempotencyKey: key,
    recipient: { email: 'delivered@simulator.test' },
    payload: {},
  });
/** As another process does: this one is not told, and the request that emits was let in before. */
const revokeElsewhere = () =>
  world.app.db.pool.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [tenant.apiKeyId, world.now()]);
const events = async () =>
  (await world.app.db.pool.query('SELECT FROM events WHERE platform_id = $1', [tenant.platformId])).rowCount;

test('a key that another process revoked emits nothing more, a replay included', async () => {
  await emit('first');
  await revokeElsewhere();
  await expect(emit('second')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(emit('first')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await events()).toBe(1);
});

test('nor does one whose time is over', async () => {
  const expiresAt = new Date(world.now().getTime() + 1_000);
  const { id: apiKeyId } = await createApiKey(world.app, { platformId: tenant.platformId, name: 'Short', expiresAt });
  const short = { ...ctx, apiKeyId };
  await emit('before', short);
  world.advance(1_000);
  await expect(emit('after', short)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('the operator, and another key in the same batch, emit on', async () => {
  const { id: apiKeyId } = await createApiKey(world.app, { platformId: tenant.platformId, name: 'Other' });
  await revokeElsewhere();
  const outcomes = await Promise.allSettled([
    emit('revoked'),
    emit('other', { ...ctx, apiKeyId }),
    emit('operator', { ...ctx, apiKeyId: null }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('a revocation while an emit waits long for its address is seen by its write', async () => {
  const { pool } = world.app.db;
  await tenant.ask(`mutation { templateSave(eventType: "noted", input: { subject: "x", fromLocalPart: "x",
    composition: { editorVersion: 3, target: "email", document: { blocks: [] } } }) { created } }`);
  await emit('first');
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM emit_rates WHERE workspace_id = $1 FOR UPDATE', [tenant.workspace]);
  const late = emit('late');
  // In a batch it waits a fifth of a second, and then alone for the address first.
  const waits = async () =>
    (
      await pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                          AND query LIKE '%FROM emit_rates r%FOR NO KEY UPDATE'`)
    ).rowCount;
  await expect.poll(waits).toBe(1);
  await revokeElsewhere();
  await holder.query('COMMIT');
  holder.release();
  await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await events()).toBe(1);
});
