/** What people do by hand with a mail that has copies (docs/rules.md#copies-by-hand). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { resendMessage } from '../../src/events/resend/resend-message.ts';
import { explainMessage } from '../../src/explain/explain-message.ts';
import { cancelMessage } from '../../src/messages/cancel-message.ts';
import { rescheduleMessage } from '../../src/messages/reschedule-message.ts';
import { buildBodies } from '../../src/webhooks/delivery/build-bodies.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const hour = 3_600_000;
const busy = { code: 451, text: '4.3.0 Try again' };

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
  shop = await world.workspace();
});
afterAll(() => world.close());

let keys = 0;
async function emit(change: object) {
  keys += 1;
  const { record } = await emitEvent(shop.ctx, shop.id, {
    type: 'order.shipped',
    idempotencyKey: `by-hand-${keys}`,
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    ...change,
  });
  return { eventId: record.id, ids: [record.message?.id ?? '', ...(record.copies ?? []).map(({ id }) => id)] };
}
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const states = async (ids: readonly string[]) =>
  (await sql('SELECT state FROM messages WHERE id = ANY($1) ORDER BY id', ids)).map(({ state }) => state);
const codeOf = (acting: Promise<unknown>) =>
  acting.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? error,
  );
const later = (by: number) => new Date(world.now().getTime() + by).toISOString();

test('cancelling the mail cancels the copies that wait, and a copy alone only itself', async () => {
  const [to = '', one = '', two = ''] = people(3);
  const { ids } = await emit({ recipient: { email: to }, cc: [one], bcc: [two], sendAt: later(hour) });
  expect(await codeOf(cancelMessage(shop.ctx, shop.id, ids[2] ?? ''))).toBe('done');
  expect(await states(ids)).toEqual(['scheduled', 'scheduled', 'failed']);
  expect(await codeOf(cancelMessage(shop.ctx, shop.id, ids[0] ?? ''))).toBe('done');
  expect(await states(ids)).toEqual(['failed', 'failed', 'failed']);
  const told = (await shop.webhooks('message.failed')).map(({ message_id }) => message_id);
  expect([...told].sort()).toEqual(ids);
});

test('a mail that has gone out keeps its waiting copies from no cancel but its own', async () => {
  const [to = '', one = ''] = people(2);
  world.sink.refuse(one, [busy]);
  const { ids } = await emit({ recipient: { email: to }, cc: [one] });
  await shop.send();
  expect(await states(ids)).toEqual(['delivered', 'queued']);
  expect(await codeOf(cancelMessage(shop.ctx, shop.id, ids[0] ?? ''))).toBe('message_not_waiting');
  expect(await states(ids)).toEqual(['delivered', 'queued']);
  expect(await codeOf(cancelMessage(shop.ctx, shop.id, ids[1] ?? ''))).toBe('done');
});

test('a mail is moved as a whole, by whichever of its messages', async () => {
  const [to = '', one = ''] = people(2);
  const { ids } = await emit({ recipient: { email: to }, cc: [one], sendAt: later(hour) });
  const times = async () =>
    new Set((await sql('SELECT send_at FROM messages WHERE id = ANY($1)', ids)).map((row) => row.send_at.getTime()));
  for (const [at, id] of [...ids.entries()]) {
    const sendAt = later((at + 2) * hour);
    await rescheduleMessage(shop.ctx, shop.id, id, { sendAt });
    expect(await times()).toEqual(new Set([Date.parse(sendAt)]));
  }
  await cancelMessage(shop.ctx, shop.id, ids[1] ?? '');
  expect(await codeOf(rescheduleMessage(shop.ctx, shop.id, ids[1] ?? '', { sendAt: later(9 * hour) }))).toBe(
    'message_not_scheduled',
  );
  expect((await times()).size).toBe(1);
});

test('a copy is sent again as a copy: to its address alone, in the mail of the emit', async () => {
  const [to = '', one = ''] = people(2);
  world.sink.refuse(one, [{ code: 554, text: '5.7.1 Message content rejected' }]);
  const { ids, eventId } = await emit({ recipient: { email: to }, cc: [one] });
  await shop.send();
  const again = await resendMessage(shop.ctx, shop.id, ids[1] ?? '');
  await shop.send();
  const mails = world.sink.mails.filter((mail) => mail.to.includes(one));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.raw.toString('latin1')).toContain(`\r\nTo: ${to}\r\nCc: ${one}\r\n`);
  expect(await sql('SELECT role, primary_id FROM messages WHERE id = $1', again.id)).toEqual([
    { role: 'cc', primary_id: null },
  ]);
  const { data, errors } = await world.ask(
    { platformId: shop.ctx.platformId },
    `query ($workspace: ID!, $copy: ID!, $again: ID!, $mail: ID!) {
      copy: message(workspace: $workspace, id: $copy) { role copyOf { id } copies { id } event { id message { id } } }
      again: message(workspace: $workspace, id: $again) { role copyOf { id } event { id } }
      mail: message(workspace: $workspace, id: $mail) { role copyOf { id } copies { id role }
        event { id copies { messageId role state message { recipient } } } }
    }`,
    { workspace: shop.id, copy: ids[1], again: again.id, mail: ids[0] },
  );
  expect(errors).toEqual([]);
  const [mailId, copyId] = ids;
  expect(data).toEqual({
    copy: { role: 'cc', copyOf: { id: mailId }, copies: null, event: { id: eventId, message: { id: mailId } } },
    again: { role: 'cc', copyOf: null, event: { id: eventId } },
    mail: {
      role: null,
      copyOf: null,
      copies: [{ id: copyId, role: 'cc' }],
      event: {
        id: eventId,
        copies: [{ messageId: copyId, role: 'cc', state: 'bounced', message: { recipient: one } }],
      },
    },
  });
});

test('webhooks of a copy name it, its role and the mail; those of other mail are as before', async () => {
  const [to = '', one = '', alone = ''] = people(3);
  const { ids } = await emit({ recipient: { email: to }, bcc: [one], metadata: { order: '1' } });
  const { ids: single } = await emit({ recipient: { email: alone } });
  await shop.send();
  const rows = (await shop.webhooks('message.delivered')).map((row) => ({
    ...row,
    platformId: row.platform_id,
    endpointId: row.endpoint_id,
    workspaceId: row.workspace_id,
    messageId: row.message_id,
    contactId: row.contact_id,
    contactReference: row.contact_reference,
    createdAt: row.created_at,
  }));
  const bodies = await buildBodies(world.app.db, rows);
  const messageOf = (id: string | undefined) =>
    [...bodies.values()].map(({ data }) => data.message as Record<string, unknown>).find((one) => one?.id === id);
  expect(messageOf(ids[1])).toEqual({
    id: ids[1],
    idempotency_key: expect.any(String),
    recipient: one,
    role: 'bcc',
    copy_of: ids[0],
    metadata: { order: '1' },
  });
  expect(Object.keys(messageOf(ids[0]) ?? {})).toEqual(['id', 'idempotency_key', 'recipient', 'metadata']);
  expect(Object.keys(messageOf(single[0]) ?? {})).toEqual(['id', 'idempotency_key', 'recipient']);
});

test('a copy is explained by what happened to its own address', async () => {
  const [to = '', gone = ''] = people(2);
  world.sink.refuse(gone, [{ code: 550, text: '5.1.1 No such user' }]);
  const { ids, eventId } = await emit({ recipient: { email: to }, cc: [gone] });
  await shop.send();
  expect(await explainMessage(shop.ctx, { id: ids[1] ?? '', workspace: null })).toMatchObject({ cause: 'bounced' });
  // An event is explained by the message to its recipient.
  const ofEvent = await explainMessage(shop.ctx, { id: eventId, workspace: shop.id });
  expect(ofEvent).toMatchObject({ cause: 'delivered' });
});
