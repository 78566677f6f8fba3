/** Emits whose template makes very much of their payload. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const text = (words: string) => ({ id: 'words', type: 'text', attrs: { text: words } });

/** A list through which the template goes five times over. */
function nested(levels: number): object {
  if (levels === 0) return text('{{ event.code }} ');
  const attrs = { each: 'event.labels', as: `label${levels}` };
  return { id: `repeat${levels}`, type: 'repeat', attrs, children: [nested(levels - 1)] };
}

interface Shop {
  readonly tenant: Tenant;
  emit(key: string, labels: number): ReturnType<typeof emitEvent>;
}

async function openShop(): Promise<Shop> {
  const tenant = await world.tenant();
  const ctx: Ctx = tenant.ctx;
  const fields = [
    { name: 'code', type: 'string', required: false },
    { name: 'labels', type: 'list', required: false, items: { type: 'string' } },
  ];
  await saveEventType(ctx, { name: 'order.paid', input: { fields } });
  const composition = { editorVersion: 3, target: 'email', document: { blocks: [nested(5)] } };
  const input = { subject: 'Paid', fromLocalPart: 'shop', composition };
  await saveTemplate(ctx, { eventType: 'order.paid', input });
  return {
    tenant,
    emit: (key, labels) =>
      emitEvent(ctx, tenant.workspace, {
        type: 'order.paid',
        idempotencyKey: key,
        recipient: { email: `delivered+${key}@simulator.test` },
        payload: { code: 'x', labels: Array(labels).fill('a') },
      }),
  };
}

test('one that no mail can carry is refused under payload, and records nothing', async () => {
  const { emit, tenant } = await openShop();
  const refusal = await emit('too-much', 60).catch((error: unknown) => error);
  if (!(refusal instanceof DomainError)) throw new Error('The emit is refused');
  expect(refusal.code).toBe('validation_failed');
  expect(refusal.details.errors).toEqual({ payload: ['makes, with this template, more than a mail can carry'] });
  const { rows } = await world.app.db.pool.query('SELECT FROM events WHERE platform_id = $1', [tenant.platformId]);
  expect(rows).toEqual([]);
});

test('one that takes long is accepted all the same, apart from its batch', async () => {
  const { emit } = await openShop();
  // 7^5 items: more than an emit may take in its batch.
  const answers = await Promise.all([emit('long', 7), emit('short', 1), emit('none', 0)]);
  expect(answers.map(({ record }) => record.message?.fellBack)).toEqual([[], [], []]);
  expect((await emit('long', 7)).replayed).toBe(true);
});

test('a platform’s emits wait for none of the heavy ones of another', async () => {
  const [heavy, light] = [await openShop(), await openShop()];
  await light.emit('first', 1);
  await heavy.emit('first', 1);
  const heavyEmits = 20;
  let ended = 0;
  const many = Array.from({ length: heavyEmits }, (_none, n) =>
    heavy.emit(`heavy-${n}`, 60).catch(() => {
      ended += 1;
    }),
  );
  await Promise.all(Array.from({ length: 5 }, (_none, n) => light.emit(`light-${n}`, 1)));
  // In one batch, or one after the other, the light emits would have waited for all heavy ones.
  expect(ended).toBeLessThan(heavyEmits);
  await Promise.all(many);
  expect(ended).toBe(heavyEmits);
});
