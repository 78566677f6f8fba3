/** Mail that waits while its address becomes blocked is not sent (docs/rules.md#withheld-mail). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { findEvent } from '../../src/events/find-event.ts';
import { explainMessage } from '../../src/explain/explain-message.ts';
import { newId } from '../../src/ground/ids.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const hour = 3_600_000;
const unknown = { code: 550, text: '5.1.1 User unknown' };
const later = { code: 451, text: '4.3.0 Try again' };

let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const offered = (address: string) => world.sink.mails.filter(({ to }) => to.includes(address)).length;

async function messages(workspace: SendingWorkspace) {
  const { rows } = await world.app.db.pool.query(
    `SELECT m.*, (SELECT count(*)::int FROM attachments a WHERE a.message_id = m.id) AS files
     FROM messages m WHERE workspace_id = $1 ORDER BY id`,
    [workspace.id],
  );
  return rows;
}

/** Blocks an address by an event of another mail. */
async function block(
  workspace: SendingWorkspace,
  address: string,
  scope: 'platform' | 'workspace',
  blocks: 'all' | 'marketing' = 'all',
) {
  const addressHash = world.app.secrets.addressHash(address);
  const { platformId } = workspace.ctx;
  const workspaceId = scope === 'platform' ? null : workspace.id;
  const reason = blocks === 'all' ? 'hard_bounce' : 'complaint';
  await world.app.db.transaction(async (client) => {
    const fault = { platformId, workspaceId, address, addressHash, reason, blocks, at: world.now() } as const;
    return suppressAddresses(world.app, client, [fault]);
  });
}

describe('mail that was put off', () => {
  test('is withheld in every workspace by a hard bounce in one, with the webhook of one suppressed at birth', async () => {
    const [here, there] = [await world.workspace(), await world.workspace()];
    const [ada = '', other = ''] = people(2);
    const contact = await upsertContact(there.ctx, there.id, 'ref:ada', { email: ada });
    world.sink.refuse(ada, [later, unknown]);
    world.sink.refuse(other, [later]);
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
    world.advance(hour);
    await there.send();
    expect(await there.states()).toEqual({ delivered: 1, suppressed: 1 });
    expect(offered(ada)).toBe(0);
  });

  test('shows its state in the event, loses its files, and counts for nothing', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    world.sink.refuse(ada, [later]);
    const emit = {
      type: 'order.shipped',
      idempotencyKey: 'first',
      recipient: { email: ada },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      attachments: [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') }],
    };
    const first = await emitEvent(workspace.ctx, workspace.id, emit);
    await workspace.send();
    expect((await messages(workspace))[0]).toMatchObject({ state: 'queued', files: 1 });
    await block(workspace, ada, 'platform');
    expect((await messages(workspace))[0]).toMatchObject({ state: 'suppressed', files: 0, lease_until: null });
    expect((await findEvent(workspace.ctx, workspace.id, first.record.id)).message?.state).toBe('suppressed');
    const again = await emitEvent(workspace.ctx, workspace.id, emit);
    expect([again.replayed, again.record]).toEqual([true, first.record]);
    const { rows } = await world.app.db.pool.query('SELECT * FROM health_hours WHERE workspace_id = $1', [
      workspace.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('of one workspace alone is withheld by a block of that workspace, and none by a block of marketing', async () => {
    const [here, there] = [await world.workspace(), await world.workspace()];
    const [ada = '', bob = ''] = people(2);
    for (const address of [ada, bob]) world.sink.refuse(address, [later, later]);
    for (const workspace of [here, there]) {
      await workspace.emit([ada, bob]);
      await workspace.send();
    }
    await block(here, ada, 'workspace');
    await block(here, bob, 'workspace', 'marketing');
    expect(await here.states()).toEqual({ queued: 1, suppressed: 1 });
    expect(await there.states()).toEqual({ queued: 2 });
    world.advance(hour);
    await here.send();
    expect(await here.states()).toEqual({ delivered: 1, suppressed: 1 });
  });

  test('is withheld by a suppression by hand, whose contact no webhook names', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await upsertContact(workspace.ctx, workspace.id, 'ref:ada', { email: ada });
    world.sink.refuse(ada, [later]);
    await workspace.emit([ada]);
    await workspace.send();
    await suppressByHand(workspace.ctx, workspace.id, { email: ada, note: 'Asked by phone' });
    const [message] = await messages(workspace);
    expect(message.state).toBe('suppressed');
    expect(await workspace.webhooks('message.suppressed')).toMatchObject([{ message_id: message.id }]);
    expect(await workspace.webhooks('contact.suppressed')).toEqual([]);
    expect(await explainMessage(workspace.ctx, { id: message.id, workspace: null })).toMatchObject({
      cause: 'suppressed_by_hand',
    });
  });

  test('of somebody who is being erased is told of to nobody', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    world.sink.refuse(ada, [later]);
    await workspace.emit([ada]);
    await workspace.send();
    await erasePerson(workspace.ctx, workspace.id, { email: ada });
    await block(workspace, ada, 'platform');
    expect(await workspace.webhooks('message.suppressed')).toEqual([]);
  });

  test('is withheld when a report brings the bounce', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    await workspace.send();
    world.sink.refuse(ada, [later]);
    await workspace.emit([ada]);
    await workspace.send();
    expect(await workspace.states()).toEqual({ delivered: 1, queued: 1 });
    const [delivered] = (await messages(workspace)).filter(({ state }) => state === 'delivered');
    await recordReport(world.app, {
      kind: 'bounce',
      messageId: delivered.id,
      hard: true,
      mailboxFault: false,
      category: 'recipient',
      replyCode: 550,
      status: '5.1.1',
      reply: null,
    });
    expect(await workspace.states()).toEqual({ bounced: 1, suppressed: 1 });
    expect(await workspace.webhooks('message.suppressed')).toHaveLength(1);
  });
});

describe('mail that is due', () => {
  test('to one dead address bounces once, however much there is', async () => {
    const workspace = await world.workspace();
    const [dead = '', alive = ''] = people(2);
    world.sink.refuse(dead, Array(20).fill(unknown));
    await workspace.emit([...Array(10).fill(dead), alive]);
    await workspace.send();
    expect(await workspace.states()).toEqual({ bounced: 1, delivered: 1, suppressed: 9 });
    expect(await workspace.webhooks('message.bounced')).toHaveLength(1);
    expect(await workspace.webhooks('message.suppressed')).toHaveLength(9);
    const { rows } = await world.app.db.pool.query('SELECT * FROM message_attempts WHERE workspace_id = $1', [
      workspace.id,
    ]);
    expect(rows).toHaveLength(2);
    expect((await messages(workspace)).map(({ attempt_number }) => attempt_number).toSorted()).toEqual([
      ...Array(9).fill(0),
      1,
      1,
    ]);
  });

  test('to one address that is well goes out, all of it', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit(Array(10).fill(ada));
    await workspace.send();
    expect(await workspace.states()).toEqual({ delivered: 10 });
  });

  test('is withheld at its claim when the block came by a way that did not see it', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    await workspace.emit([ada]);
    await world.app.db.pool.query(
      `INSERT INTO suppressions (platform_id, id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, $2, $3, $4, 'hard_bounce', 'all', now())`,
      [workspace.ctx.platformId, newId(world.now()), ada, world.app.secrets.addressHash(ada)],
    );
    await workspace.send();
    expect(await workspace.states()).toEqual({ suppressed: 1 });
    expect(await workspace.webhooks('message.suppressed')).toHaveLength(1);
    expect(offered(ada)).toBe(0);
  });

  test('of a simulator address is played, whatever is blocked', async () => {
    const workspace = await world.workspace();
    const address = 'delivered+blocked@simulator.test';
    await workspace.emit([address]);
    await block(workspace, address, 'platform');
    await workspace.send();
    expect(await workspace.states()).toEqual({ delivered: 1 });
  });

  test('and under way is let end: what the other side says of it counts', async () => {
    const workspace = await world.workspace();
    const [ada = ''] = people(1);
    const hold = world.sink.hold(ada);
    await workspace.emit([ada]);
    const sending = workspace.send();
    await hold.reached;
    await block(workspace, ada, 'platform');
    hold.release();
    await sending;
    expect(await workspace.states()).toEqual({ delivered: 1 });
  });
});
