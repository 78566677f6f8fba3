/** Explanations through GraphQL; every cause is shown in test/explain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());

const explanation = '{ cause summary steps { rule verdict fact at until endedBy cause } }';
const ofMessage = `query ($id: ID!, $workspace: ID) { messageExplain(id: $id, workspace: $workspace) ${explanation} }`;
const ofAddress = `{ addressExplain(workspace: "ref:shop", email: "ada@example.com", eventType: "order.shipped") ${explanation} }`;

test('a message, found by its id, or in its workspace by the id of its event; by nobody else', async () => {
  const { record } = await emitEvent(tenant.ctx, 'ref:shop', {
    type: 'order.shipped',
    idempotencyKey: 'one',
    recipient: { email: 'ada@example.com' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  const event = record.id;
  const id = record.message?.id;
  const { data, errors } = await tenant.ask(ofMessage, { id });
  expect(errors).toEqual([]);
  expect(data.messageExplain.cause).toBe('waiting_for_turn');
  expect(data.messageExplain.steps.map(({ rule }: { rule: string }) => rule)).toEqual([
    'suspension',
    'suppression',
    'sending_domain',
    'health',
    'schedule',
  ]);
  const byEvent = await tenant.ask(ofMessage, { id: event, workspace: 'ref:shop' });
  expect(byEvent.data.messageExplain).toEqual(data.messageExplain);
  expect((await tenant.ask(ofMessage, { id: event })).refusal).toMatchObject({ code: 'not_found' });
  const stranger = await world.tenant({ name: 'Other' });
  expect((await stranger.ask(ofMessage, { id })).refusal).toMatchObject({ code: 'not_found' });
  expect((await stranger.ask(ofMessage, { id: event, workspace: 'ref:shop' })).refusal).toMatchObject({
    code: 'not_found',
  });
});

test('an address', async () => {
  const { data } = await tenant.ask(ofAddress);
  expect(data.addressExplain).toMatchObject({ cause: 'would_leave' });
});
