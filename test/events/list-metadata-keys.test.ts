/** The keys of metadata that a platform's emits have (docs/rules.md#console-search). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { listMetadataKeys } from '../../src/events/list-metadata-keys.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let neighbour: Tenant;

const emit = ({ ctx, workspace }: Tenant, key: string, metadata: Readonly<Record<string, string>> | undefined) =>
  emitEvent(ctx, workspace, {
    type: 'order.shipped',
    idempotencyKey: key,
    recipient: { email: `${key}@example.com` },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    ...(metadata ? { metadata } : {}),
  });

beforeAll(async () => {
  world = await createWorld();
  [tenant, neighbour] = await Promise.all([
    world.tenant({ domain: 'shop.test', eventType: 'order.shipped' }),
    world.tenant({ name: 'Neighbour', domain: 'other.test', eventType: 'order.shipped' }),
  ]);
  await emit(tenant, 'one', { invoice: 'INV-1', order: '1001' });
  await emit(tenant, 'two', { order: '1002' });
  await emit(tenant, 'three', undefined);
  await emit(neighbour, 'four', { secret: 'x' });
});
afterAll(() => world.close());

test('the keys of the latest emits are listed, most used first, and those of no other platform', async () => {
  expect(await listMetadataKeys(tenant.ctx)).toEqual(['order', 'invoice']);
  expect(await listMetadataKeys(neighbour.ctx)).toEqual(['secret']);
});

test('by GraphQL', async () => {
  const { data, errors } = await tenant.ask('{ metadataKeys }');
  expect(errors).toEqual([]);
  expect(data.metadataKeys).toEqual(['order', 'invoice']);
});
