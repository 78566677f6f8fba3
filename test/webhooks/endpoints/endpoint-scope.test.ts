/** Endpoints of one workspace and of some event types, and bodies of version 2 (docs/rules.md#endpoint-scope). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { demoFields, demoTemplate } from '../../../src/local/demo-template.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { buildBodies } from '../../../src/webhooks/delivery/build-bodies.ts';
import { createEndpoint } from '../../../src/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { sendTestWebhook } from '../../../src/webhooks/endpoints/send-test-webhook.ts';
import { updateEndpoint } from '../../../src/webhooks/endpoints/update-endpoint.ts';
import { webhookTypes } from '../../../src/webhooks/webhook-types.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;
let shop: SendingWorkspace;
let other: SendingWorkspace;
let ctx: Ctx;
const made: string[] = [];
beforeAll(async () => {
  world = await createSendingWorld();
  [shop, other] = [await world.workspace(), await world.workspace()];
  ({ ctx } = shop);
  await saveEventType(ctx, { name: 'order.paid', input: { fields: demoFields } });
  await saveTemplate(ctx, { eventType: 'order.paid', input: demoTemplate });
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const id of made.splice(0)) await deleteEndpoint(ctx, id);
});

async function endpoint(scope: object): Promise<string> {
  const { id } = await createEndpoint(ctx, { url: 'https://hooks.example.com/', types: [...webhookTypes], ...scope });
  made.push(id);
  return id;
}

async function mail(at: SendingWorkspace, type: string, email = people(1)[0] ?? ''): Promise<void> {
  const payload = { order_number: '1', tracking_url: 'https://example.com/1' };
  await emitEvent(ctx, at.id, { type, idempotencyKey: crypto.randomUUID(), recipient: { email }, payload });
  await at.send();
}

/** What an endpoint was told: the event type, and whether it was of the shop. */
async function told(id: string): Promise<readonly string[]> {
  const { rows } = await world.app.db.pool.query<{ told: string }>(
    `SELECT w.type || ' ' || coalesce(e.type, '-') || ' ' || CASE WHEN w.workspace_id = $2 THEN 'shop' ELSE 'other' END AS told
     FROM webhooks w LEFT JOIN messages m ON m.workspace_id = w.workspace_id AND m.id = w.message_id
     LEFT JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id
     WHERE w.endpoint_id = $1 ORDER BY told`,
    [id, shop.id],
  );
  return rows.map((row) => row.told);
}

async function mailAll(): Promise<void> {
  for (const at of [shop, other]) for (const type of ['order.shipped', 'order.paid']) await mail(at, type);
}

describe('an endpoint', () => {
  test('of one workspace hears of that one alone', async () => {
    const id = await endpoint({ workspace: shop.id });
    await mailAll();
    expect(await told(id)).toEqual(['message.delivered order.paid shop', 'message.delivered order.shipped shop']);
  });

  test('of some event types hears of their messages, and of what has no type', async () => {
    const id = await endpoint({ eventTypes: ['order.paid', 'order.paid'] });
    const both = await endpoint({ eventTypes: ['order.paid'], workspace: other.id });
    await mailAll();
    const [gone = ''] = people(1);
    world.sink.refuse(gone, [{ code: 550, text: '5.1.1 No such user' }]);
    await mail(shop, 'order.shipped', gone);
    expect(await told(id)).toEqual(['message.delivered order.paid other', 'message.delivered order.paid shop']);
    expect(await told(both)).toEqual(['message.delivered order.paid other']);
    // Suppressed at the emit: recorded beside it, not with an outcome.
    await mail(shop, 'order.paid', gone);
    expect(await told(id)).toContain('message.suppressed order.paid shop');
  });

  test('without a scope hears of everything, and once it is widened too', async () => {
    const all = await endpoint({});
    const widened = await endpoint({ workspace: shop.id, eventTypes: ['order.paid'] });
    await updateEndpoint(ctx, widened, { workspace: null, eventTypes: null });
    await mailAll();
    expect(await told(all)).toHaveLength(4);
    expect(await told(widened)).toEqual(await told(all));
    await updateEndpoint(ctx, all, { workspace: shop.id, eventTypes: ['order.paid'] });
    await mailAll();
    expect(await told(all)).toHaveLength(5);
  });

  test('gets a test whatever its scope', async () => {
    const id = await endpoint({ workspace: shop.id, eventTypes: ['order.paid'] });
    await sendTestWebhook(ctx, id, 'sending_domain.changed');
    expect(await told(id)).toEqual(['sending_domain.changed - other']);
  });

  test('names a workspace and event types that there are, with all faults at once', async () => {
    const stranger = await world.tenant({ name: 'Stranger', eventType: 'order.lost' });
    for (const workspace of [stranger.workspace, 'ref:nowhere', '', 'x'])
      await expect(endpoint({ workspace }), workspace).rejects.toMatchObject({
        details: { errors: { workspace: ['is not a workspace of this platform'] } },
      });
    await expect(
      endpoint({ workspace: 'ref:none', eventTypes: ['order.paid', 'order.lost', '\0'] }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      details: {
        errors: { workspace: expect.anything(), 'eventTypes.1': expect.anything(), 'eventTypes.2': expect.anything() },
      },
    });
    for (const version of [0, 3, '2'])
      await expect(endpoint({ version })).rejects.toMatchObject({
        details: { errors: { version: ['must be 1 or 2'] } },
      });
    await expect(endpoint({ eventTypes: Array.from({ length: 101 }, () => 'order.paid') })).rejects.toMatchObject({
      details: { errors: { eventTypes: ['must have at most 100 event types'] } },
    });
  });
});

test('version 2 says what the server said that refused, and version 1 does not', async () => {
  const first = await endpoint({});
  const second = await endpoint({ version: 2 });
  const [ada = '', gone = ''] = people(2);
  world.sink.refuse(gone, [{ code: 550, text: '5.7.1 Not wanted here' }]);
  await mail(shop, 'order.paid', ada);
  await mail(shop, 'order.paid', gone);
  const dataOf = async (id: string) => {
    const rows = await world.app.db.prisma.webhook.findMany({ where: { endpointId: id }, orderBy: { type: 'asc' } });
    const bodies = await buildBodies(world.app.db, rows);
    return rows.map((row) => ({ type: row.type, ...bodies.get(row.id)?.data }));
  };
  const refusal = { code: 550, enhanced: '5.7.1', category: 'policy', reply: '550 5.7.1 Not wanted here' };
  expect(await dataOf(second)).toMatchObject([
    { type: 'message.bounced', bounce: 'soft', refusal },
    { type: 'message.delivered' },
  ]);
  for (const data of [...(await dataOf(first)), (await dataOf(second))[1]]) expect(data).not.toHaveProperty('refusal');
});
