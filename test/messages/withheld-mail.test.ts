/** Mail that waits while its address becomes blocked is not sent (docs/rules.md#withheld-mail). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { emitEvent } from '../../src/events/emit-event.ts';
import { findEvent } from '../../src/events/find-event.ts';
import { newId } from '../../src/ids.ts';
import { recordReport } from '../../src/messages/record-report.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { openPostOffice, type PostOffice, people, type Shop } from './post-office.ts';

const hour = 3_600_000;
const unknown = { code: 550, text: '5.1.1 User unknown' };
const later = { code: 451, text: '4.3.0 Try again' };

let office: PostOffice;

beforeAll(async () => {
  office = await openPostOffice();
});
afterAll(() => office.stop());

const offered = (address: string) => office.sink.mails.filter(({ to }) => to.includes(address)).length;

async function messages(shop: Shop) {
  const { rows } = await office.app.db.pool.query(
    `SELECT m.*, (SELECT count(*)::int FROM attachments a WHERE a.message_id = m.id) AS files
     FROM messages m WHERE workspace_id = $1 ORDER BY id`,
    [shop.id],
  );
  return rows;
}

/** Blocks an address by an event of another mail. */
async function block(
  shop: Shop,
  address: string,
  scope: 'platform' | 'workspace',
  blocks: 'all' | 'marketing' = 'all',
) {
  const addressHash = office.app.secrets.addressHash(address);
  const { platformId } = shop.ctx;
  const workspaceId = scope === 'platform' ? null : shop.id;
  const reason = blocks === 'all' ? 'hard_bounce' : 'complaint';
  await office.app.db.transaction(async (client) => {
    const fault = { platformId, workspaceId, address, addressHash, reason, blocks, at: office.world.now() } as const;
    return suppressAddresses(office.app, client, [fault]);
  });
}

describe('mail that was put off', () => {
  test('is withheld in every workspace by a hard bounce in one, with the webhook of one suppressed at birth', async () => {
    const [here, there] = [await office.shop(), await office.shop()];
    const [ada = '', other = ''] = people(2);
    const contact = await upsertContact(there.ctx, there.id, 'ref:ada', { email: ada });
    office.sink.refuse(ada, [later, unknown]);
    office.sink.refuse(other, [later]);
    await there.emit([ada.toUpperCase(), other]);
    await there.send();
    expect(await there.states()).toEqual({ queued: 2 });
    await here.emit([ada]);
    await here.send();

    expect(await here.states()).toEqual({ bounced: 1 });
    expect(await there.states()).toEqual({ queued: 1, suppressed: 1 });
    const told = await there.webhooks('message.suppressed');
    const withheld = (await messages(there)).find(({ state }) => state === 'suppressed');
    expect(told).toMatchObject([
      { message_id: withheld.id, source: 'service', simulated: false, details: {}, created_at: withheld.ended_at },
    ]);
    expect(await there.webhooks('contact.suppressed')).toMatchObject([{ contact_id: contact.id }]);
    office.world.advance(hour);
    await there.send();
    expect(await there.states()).toEqual({ delivered: 1, suppressed: 1 });
    expect(offered(ada)).toBe(0);
  });

  test('shows its state in the event, loses its files, and counts for nothing', async () => {
    const shop = await office.shop();
    const [ada = ''] = people(1);
    office.sink.refuse(ada, [later]);
    const emit = {
      type: 'order.shipped',
      idempotencyKey: 'first',
      recipient: { email: ada },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      attachments: [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') }],
    };
    const first = await emitEvent(shop.ctx, shop.id, emit);
    await shop.send();
    expect((await messages(shop))[0]).toMatchObject({ state: 'queued', files: 1 });
    await block(shop, ada, 'platform');
    expect((await messages(shop))[0]).toMatchObject({ state: 'suppressed', files: 0, lease_until: null });
    expect((await findEvent(shop.ctx, shop.id, first.record.id)).message?.state).toBe('suppressed');
    const again = await emitEvent(shop.ctx, shop.id, emit);
    expect([again.replayed, again.record]).toEqual([true, first.record]);
    const { rows } = await office.app.db.pool.query('SELECT * FROM health_hours WHERE workspace_id = $1', [shop.id]);
    expect(rows).toEqual([]);
  });

  test('of one workspace alone is withheld by a block of that workspace, and none by a block of marketing', async () => {
    const [here, there] = [await office.shop(), await office.shop()];
    const [ada = '', bob = ''] = people(2);
    for (const address of [ada, bob]) office.sink.refuse(address, [later, later]);
    for (const shop of [here, there]) {
      await shop.emit([ada, bob]);
      await shop.send();
    }
    await block(here, ada, 'workspace');
    await block(here, bob, 'workspace', 'marketing');
    expect(await here.states()).toEqual({ queued: 1, suppressed: 1 });
    expect(await there.states()).toEqual({ queued: 2 });
    office.world.advance(hour);
    await here.send();
    expect(await here.states()).toEqual({ delivered: 1, suppressed: 1 });
  });

  test('of somebody who is being erased is told of to nobody', async () => {
    const shop = await office.shop();
    const [ada = ''] = people(1);
    office.sink.refuse(ada, [later]);
    await shop.emit([ada]);
    await shop.send();
    await erasePerson(shop.ctx, shop.id, { email: ada });
    await block(shop, ada, 'platform');
    expect(await shop.webhooks('message.suppressed')).toEqual([]);
  });

  test('is withheld when a report brings the bounce', async () => {
    const shop = await office.shop();
    const [ada = ''] = people(1);
    await shop.emit([ada]);
    await shop.send();
    office.sink.refuse(ada, [later]);
    await shop.emit([ada]);
    await shop.send();
    expect(await shop.states()).toEqual({ delivered: 1, queued: 1 });
    const [delivered] = (await messages(shop)).filter(({ state }) => state === 'delivered');
    await recordReport(office.app, {
      kind: 'bounce',
      messageId: delivered.id,
      hard: true,
      mailboxFault: false,
      category: 'recipient',
      replyCode: 550,
      status: '5.1.1',
      reply: null,
    });
    expect(await shop.states()).toEqual({ bounced: 1, suppressed: 1 });
    expect(await shop.webhooks('message.suppressed')).toHaveLength(1);
  });
});

describe('mail that is due', () => {
  test('to one dead address bounces once, however much there is', async () => {
    const shop = await office.shop();
    const [dead = '', alive = ''] = people(2);
    office.sink.refuse(dead, Array(20).fill(unknown));
    await shop.emit([...Array(10).fill(dead), alive]);
    await shop.send();
    expect(await shop.states()).toEqual({ bounced: 1, delivered: 1, suppressed: 9 });
    expect(await shop.webhooks('message.bounced')).toHaveLength(1);
    expect(await shop.webhooks('message.suppressed')).toHaveLength(9);
    const { rows } = await office.app.db.pool.query('SELECT * FROM message_attempts WHERE workspace_id = $1', [
      shop.id,
    ]);
    expect(rows).toHaveLength(2);
    expect((await messages(shop)).map(({ attempt_number }) => attempt_number).toSorted()).toEqual([
      ...Array(9).fill(0),
      1,
      1,
    ]);
  });

  test('to one address that is well goes out, all of it', async () => {
    const shop = await office.shop();
    const [ada = ''] = people(1);
    await shop.emit(Array(10).fill(ada));
    await shop.send();
    expect(await shop.states()).toEqual({ delivered: 10 });
  });

  test('is withheld at its claim when the block came by a way that did not see it', async () => {
    const shop = await office.shop();
    const [ada = ''] = people(1);
    await shop.emit([ada]);
    await office.app.db.pool.query(
      `INSERT INTO suppressions (platform_id, id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, $2, $3, $4, 'hard_bounce', 'all', now())`,
      [shop.ctx.platformId, newId(office.world.now()), ada, office.app.secrets.addressHash(ada)],
    );
    await shop.send();
    expect(await shop.states()).toEqual({ suppressed: 1 });
    expect(await shop.webhooks('message.suppressed')).toHaveLength(1);
    expect(offered(ada)).toBe(0);
  });

  test('of a simulator address is played, whatever is blocked', async () => {
    const shop = await office.shop();
    const address = 'delivered+blocked@simulator.test';
    await shop.emit([address]);
    await block(shop, address, 'platform');
    await shop.send();
    expect(await shop.states()).toEqual({ delivered: 1 });
  });

  test('and under way is let end: what the other side says of it counts', async () => {
    const shop = await office.shop();
    const [ada = ''] = people(1);
    const hold = office.sink.hold(ada);
    await shop.emit([ada]);
    const sending = shop.send();
    await hold.reached;
    await block(shop, ada, 'platform');
    hold.release();
    await sending;
    expect(await shop.states()).toEqual({ delivered: 1 });
  });
});
