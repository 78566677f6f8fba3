import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, settleParts } from '../src/create-app.ts';
import { saveEventType } from '../src/event-types/save-event-type.ts';
import { emitEvent } from '../src/events/emit/emit-event.ts';
import { holdTable } from './support/hold-table.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('an App made from another shares none of its parts', () => {
  const { parts } = createApp(world.app);
  // Null stands for a part that the configuration does not ask for.
  const own = Object.entries(world.app.parts).filter(([, part]) => part !== null);
  const shared = own.filter(([name, part]) => parts[name as keyof typeof parts] === part);
  expect(shared).toEqual([]);
});

test('the parts are settled once the emits that were taken are written', async () => {
  const { platformId, apiKeyId } = await world.tenant();
  const ctx = { app: world.app, platformId, apiKeyId, workspaceId: null };
  await saveEventType(ctx, { name: 'order.shipped', input: { fields: [] } });
  const events = await holdTable(world.app.db.pool, 'events');
  const recipient = { email: 'delivered@simulator.test' };
  const emit = emitEvent(ctx, 'ref:shop', { type: 'order.shipped', idempotencyKey: 'k', recipient, payload: {} });
  await events.waiters(1);
  let settled = false;
  const settling = settleParts(world.app.parts).then(() => {
    settled = true;
  });
  await new Promise(setImmediate);
  expect(settled).toBe(false);
  await events.release();
  await settling;
  const { rows } = await world.app.db.pool.query('SELECT FROM events WHERE platform_id = $1', [platformId]);
  expect(rows).toHaveLength(1);
  await emit;
});
