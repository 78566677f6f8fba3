/** Webhooks about a person who is being erased: none is posted after the answer, and none is left. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseStep } from '../../src/people/erase-step.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import { recordWebhooks, type WebhookCause } from '../../src/webhooks/record-webhooks.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { openShop, type Shop } from '../support/open-shop.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { findInDatabase } from './find-in-database.ts';

const minute = 60_000;

describe('a contact that was deleted and that no emit of its workspace named', () => {
  const clock = createTestClock(new Date());
  let service: TestService;
  let shop: Shop;
  beforeAll(async () => {
    service = await startTestService({ clock });
    shop = await openShop(service, 'Acme');
  });
  afterAll(() => service.stop());

  test('has its webhook of a hard bounce elsewhere erased, which is never posted afterwards', async () => {
    const address = 'ada.lovelace@example.com';
    const hooks = await service.webhookSink();
    await shop.rest('POST', '/webhook-endpoints', {
      url: hooks.url,
      types: ['contact.suppressed', 'message.delivered'],
    });
    expect((await shop.rest('POST', '/workspaces', { name: 'Other', reference: 'other' })).status).toBe(201);
    const { body } = await shop.putContact('customer-lovelace', { email: address });
    const { id } = body.data;
    hooks.answerAlways(500);
    service.mail.refuse(address, [{ code: 550, text: '5.1.1 No such user' }]);
    await shop.rest('POST', '/workspaces/ref:other/events', {
      type: 'order.shipped',
      idempotency_key: 'elsewhere',
      recipient: { email: address },
      payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
    });
    const about = () => hooks.taken.filter(({ raw }) => raw.includes(id));
    await expect.poll(() => about().length, { timeout: 20_000 }).toBe(1);
    const deleted = await shop.rest('DELETE', '/workspaces/ref:shop/contacts/ref:customer-lovelace');
    expect(deleted.status).toBe(204);
    expect((await shop.rest('GET', '/webhooks')).body.data).toHaveLength(1);

    for (const workspace of ['shop', 'other']) {
      const { body } = await shop.rest('POST', `/workspaces/ref:${workspace}/erasures`, { email: address });
      const query = 'query ($workspace: ID!, $id: ID!) { erasure(workspace: $workspace, id: $id) { finishedAt } }';
      const variables = { workspace: `ref:${workspace}`, id: body.data.id };
      const finished = async () => (await shop.graphql(query, variables)).body.data.erasure.finishedAt !== null;
      await expect.poll(finished, { timeout: 60_000 }).toBe(true);
    }
    expect((await shop.rest('GET', '/webhooks')).body.data).toEqual([]);
    expect(await findInDatabase(service.service.app.db.pool, [id, 'lovelace'])).toEqual([]);
    const posted = about().length;
    hooks.answerAlways(204);
    clock.advance(10 * minute);
    await shop.emit('after', { email: 'bob@example.com' });
    await expect
      .poll(() => hooks.taken.some(({ raw }) => raw.includes('bob@example.com')), { timeout: 20_000 })
      .toBe(true);
    expect(about()).toHaveLength(posted);
  });
});

describe('a webhook', () => {
  let world: World;
  let tenant: Tenant;
  let contacts: ReturnType<typeof contactsOf>;
  const rows = async (text: string, values: readonly unknown[] = []) =>
    (await world.app.db.pool.query(text, [...values])).rows;
  beforeAll(async () => {
    world = await createWorld();
    tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
    contacts = contactsOf(world, tenant);
    await rows(
      `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
       VALUES ($1, 'E', 'https://x.example/', '{contact.suppressed,message.delivered}', now(), now())`,
      [tenant.platformId],
    );
  });
  afterAll(() => world.close());

  const put = async (reference: string) => {
    await contacts.put(`ref:${reference}`, { email: `${reference}@example.com` });
    return (await contacts.get(`ref:${reference}`)).id;
  };
  const emit = async (email: string) => {
    const { data } = await tenant.ask(
      `mutation ($input: EventEmitInput!) {
        eventEmit(workspace: "ref:shop", input: $input) { event { message { id } } } }`,
      {
        input: {
          type: 'order.shipped',
          idempotencyKey: `for-${email.slice(0, 3)}`,
          recipient: { email },
          payload: { order_number: '1', tracking_url: 'https://example.com/1' },
        },
      },
    );
    return data.eventEmit.event.message.id;
  };
  const record = (change: Partial<WebhookCause>) =>
    world.app.db.transaction((client) =>
      recordWebhooks(world.app, client, [
        {
          platformId: tenant.platformId,
          type: 'contact.suppressed',
          source: 'service',
          simulated: false,
          workspaceId: tenant.workspace,
          details: {},
          at: world.now(),
          ...change,
        },
      ]),
    );
  const claim = async () => {
    const turn = { platformId: tenant.platformId, id: 'E' };
    const [claimed] = await claimTogether(world.app, [{ turn, limit: 10, dueFrom: null }]);
    return (claimed?.answer ?? []).map(({ contactId, messageId }) => contactId ?? messageId);
  };

  test('is not claimed once the erasure of its person is answered, while those of others are', async () => {
    const [ada, bob] = [await put('ada'), await put('bob')];
    const [toAda, toBob] = [await emit('mailed-ada@example.com'), await emit('other-bob@example.com')];
    for (const id of [ada, bob]) await record({ contact: { id, reference: null } });
    for (const messageId of [toAda, toBob]) await record({ type: 'message.delivered', messageId });
    const erasures = [
      await erasePerson(tenant.ctx, 'ref:shop', { contact: 'ref:ada' }),
      await erasePerson(tenant.ctx, 'ref:shop', { email: 'mailed-ada@example.com' }),
    ];
    expect((await claim()).sort()).toEqual([bob, toBob].sort());
    for (const { id } of erasures) await eraseTurn(world.app, { platformId: tenant.platformId, id });
    expect(
      (await rows('SELECT coalesce(contact_id, message_id) AS id FROM webhooks')).map(({ id }) => id).sort(),
    ).toEqual([bob, toBob].sort());
  });

  test('that a suppression is just writing is waited for, and erased', async () => {
    const carla = await put('carla');
    const { platformId, workspace: workspaceId, ctx } = tenant;
    const address = 'carla@example.com';
    const addressHash = world.app.secrets.addressHash(address);
    let erasure: Promise<{ readonly id: string }> | null = null;
    await world.app.db.transaction(async (client) => {
      const fault = {
        platformId,
        workspaceId,
        address,
        addressHash,
        reason: 'hard_bounce',
        blocks: 'all',
        at: world.now(),
      } as const;
      const causes = await suppressAddresses(world.app, client, [fault]);
      expect(causes).toMatchObject([{ contact: { id: carla } }]);
      erasure = erasePerson(ctx, 'ref:shop', { email: address });
      // The erasure waits for the row of the contact.
      await expect
        .poll(
          async () =>
            (
              await rows(
                `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                   AND query LIKE 'DELETE FROM contacts%'`,
              )
            ).length,
        )
        .toBe(1);
      await recordWebhooks(world.app, client, causes);
    });
    const { id } = (await erasure) ?? { id: '' };
    await eraseTurn(world.app, { platformId, id });
    await expect.poll(() => eraseStep(world.app, { platformId, id })).toBe('done');
    expect(await rows('SELECT FROM webhooks WHERE contact_id = $1', [carla])).toEqual([]);
    expect(await findInDatabase(world.app.db.pool, [carla])).toEqual([]);
  });
});
