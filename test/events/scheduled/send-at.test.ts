/** `send_at` on an emit: what is fixed at once, and what is judged when the time comes (docs/rules.md#send-later). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../../src/contacts/upsert-contact.ts';
import { deleteEventType } from '../../../src/event-types/delete-event-type.ts';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { cancelMessage } from '../../../src/messages/cancel-message.ts';
import { rescheduleMessage } from '../../../src/messages/reschedule-message.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { suppressByHand } from '../../../src/suppressions/suppress-by-hand.ts';
import { deleteWorkspace } from '../../../src/workspaces/deletion/delete-workspace.ts';
import { resumeWorkspace } from '../../../src/workspaces/suspension/resume-workspace.ts';
import { suspendWorkspace } from '../../../src/workspaces/suspension/suspend-workspace.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';
import { sweepAll } from '../../support/sweep-all.ts';

const second = 1_000;
const hour = 3_600_000;
const day = 24 * hour;
const pdf = { filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') };

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const inTime = (milliseconds: number) => new Date(world.now().getTime() + milliseconds);
const mailsTo = (email: string) => world.sink.mails.filter(({ to }) => to.includes(email));
const bodyTo = (email: string, key: string, more: object = {}) => ({
  type: 'order.shipped',
  idempotencyKey: key,
  recipient: { email },
  payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  ...more,
});
const emit = ({ ctx, id }: SendingWorkspace, email: string, key: string, more: object = {}) =>
  emitEvent(ctx, id, bodyTo(email, key, more));
const address = () => people(1)[0] ?? '';
/** The next second of the workers, and a turn of the workspace. */
async function nextSecond(workspace: SendingWorkspace): Promise<void> {
  await world.sweep();
  await workspace.send();
}

test('it is scheduled, leaves at its time, and the mail is of that time', async () => {
  const workspace = await world.workspace();
  const email = address();
  const sendAt = inTime(3 * day);
  const { record } = await emit(workspace, email, 'later', { sendAt: sendAt.toISOString(), attachments: [pdf] });
  expect(record.message).toMatchObject({ state: 'scheduled', sendAt: sendAt.toISOString() });
  await nextSecond(workspace);
  world.advance(3 * day - 1);
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ scheduled: 1 });
  world.advance(1);
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ delivered: 1 });
  const [mail] = mailsTo(email);
  expect(mail?.raw.toString('latin1')).toContain(`Date: ${sendAt.toUTCString().replace('GMT', '+0000')}`);
  expect(mail?.raw.toString('latin1')).toContain('a.pdf');
  const [row] = await sql('SELECT values, expires_at, created_at FROM messages WHERE workspace_id = $1', workspace.id);
  expect(row.values.system.sent_on).toBe(sendAt.toISOString());
  expect(row.expires_at).toEqual(new Date(sendAt.getTime() + day));
  expect(
    await sql(
      'SELECT FROM attachments a JOIN messages m ON m.id = a.message_id WHERE m.workspace_id = $1',
      workspace.id,
    ),
  ).toEqual([]);
  // The time to the delivery counts from the time at which it was to leave: below an eighth of a second.
  const delays = await sql(
    "SELECT delay FROM figure_changes WHERE workspace_id = $1 AND fact = 'delivered' AND delay IS NOT NULL",
    workspace.id,
  );
  expect(delays).toEqual([{ delay: 0 }]);
});

describe('what is no time ahead', () => {
  test('a time that has passed, or comes within a second, is now, and the answer is as without it', async () => {
    const workspace = await world.workspace();
    const plain = await emit(workspace, address(), 'plain');
    const past = await emit(workspace, address(), 'past', { sendAt: '2020-01-01T00:00:00Z' });
    const soon = await emit(workspace, address(), 'soon', { sendAt: inTime(second).toISOString() });
    for (const { record } of [past, soon]) {
      expect(Object.keys(record.message ?? {})).toEqual(Object.keys(plain.record.message ?? {}));
      expect(record.message?.state).toBe('queued');
    }
    expect(
      (await emit(workspace, address(), 'next', { sendAt: inTime(second + 1).toISOString() })).record.message,
    ).toMatchObject({ state: 'scheduled' });
  });

  test('more than thirty days, no offset and no time are refused under sendAt, beside other faults', async () => {
    const workspace = await world.workspace();
    const faultsOf = (more: object) =>
      emit(workspace, address(), 'faulty', more).then(
        () => null,
        (error: { details: { errors: object } }) => error.details.errors,
      );
    const latest = inTime(30 * day);
    expect(await faultsOf({ sendAt: new Date(latest.getTime() + 1).toISOString() })).toEqual({
      sendAt: ['must be at most 30 days after the emit'],
    });
    expect(await faultsOf({ sendAt: '2026-03-05T10:00:00' })).toEqual({ sendAt: [expect.stringContaining('offset')] });
    expect(await faultsOf({ sendAt: 'tomorrow', payload: {} })).toEqual({
      sendAt: [expect.any(String)],
      'payload.order_number': [expect.any(String)],
      'payload.tracking_url': [expect.any(String)],
    });
    expect(await faultsOf({ sendAt: latest.toISOString() })).toBeNull();
  });

  test('a type without a template records its event, and nothing is scheduled', async () => {
    const workspace = await world.workspace();
    await saveEventType(workspace.ctx, { name: 'silent', input: { fields: [] } });
    const { record } = await emitEvent(workspace.ctx, workspace.id, {
      type: 'silent',
      idempotencyKey: 'silent',
      recipient: { email: address() },
      payload: {},
      sendAt: inTime(day).toISOString(),
    });
    expect(record.message).toBeNull();
  });
});

describe('judged when the time comes', () => {
  test('a suppression of before and one of meanwhile withhold it then, with their webhook', async () => {
    const workspace = await world.workspace();
    const [before, meanwhile] = [address(), address()];
    const block = (email: string) => suppressByHand(workspace.ctx, workspace.id, { email, note: 'By phone' });
    await block(before);
    await workspace.emit([before, meanwhile], inTime(day));
    expect(await workspace.states()).toEqual({ scheduled: 2 });
    await block(meanwhile);
    expect(await workspace.states()).toEqual({ scheduled: 2 });
    world.advance(day);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ suppressed: 2 });
    expect(await workspace.webhooks('message.suppressed')).toHaveLength(2);
    expect([...mailsTo(before), ...mailsTo(meanwhile)]).toEqual([]);
  });

  test('a suspended workspace holds it from its time on: it leaves once resumed, or expires a day after send_at', async () => {
    const workspace = await world.workspace();
    const [leaves, expires] = [address(), address()];
    await workspace.emit([leaves], inTime(2 * day));
    await workspace.emit([expires], inTime(day));
    await suspendWorkspace(workspace.ctx, workspace.id);
    world.advance(2 * day - 1);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ queued: 1, scheduled: 1 });
    world.advance(1);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ expired: 1, queued: 1 });
    await resumeWorkspace(workspace.ctx, workspace.id);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 1, expired: 1 });
    expect(mailsTo(expires)).toEqual([]);
  });

  test('a temporary refusal is tried again by the schedule that begins at send_at', async () => {
    const workspace = await world.workspace();
    const email = address();
    world.sink.refuse(email, [{ code: 451, text: '4.3.0 Try again' }]);
    await workspace.emit([email], inTime(5 * day));
    world.advance(5 * day);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ queued: 1 });
    const [row] = await sql('SELECT due_at FROM messages WHERE workspace_id = $1', workspace.id);
    expect(row.due_at).toEqual(inTime(60 * second));
  });

  test('mail of a deleted workspace fails at once, and its webhook says why', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(2), inTime(day));
    await deleteWorkspace(workspace.ctx, workspace.id);
    await world.sweep();
    expect(await workspace.states()).toEqual({ failed: 2 });
    expect(await workspace.webhooks('message.failed')).toMatchObject([
      { details: { reason: 'workspace_deleted' } },
      { details: { reason: 'workspace_deleted' } },
    ]);
  });

  test('another sending domain of the platform sends it', async () => {
    const workspace = await world.workspace();
    const email = address();
    await workspace.emit([email], inTime(day));
    await sql("UPDATE messages SET sending_domain_id = 'the one before' WHERE workspace_id = $1", workspace.id);
    world.advance(day);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 1 });
  });
});

describe('what is kept until then', () => {
  test('the key answers a replay with the first answer for seven days after send_at', async () => {
    const workspace = await world.workspace();
    const email = address();
    const sendAt = inTime(20 * day).toISOString();
    const first = await emit(workspace, email, 'kept', { sendAt });
    world.advance(26 * day);
    await sweepAll(world.app);
    expect(await emit(workspace, email, 'kept', { sendAt })).toEqual({ record: first.record, replayed: true });
    await expect(emit(workspace, email, 'kept', { sendAt: inTime(day).toISOString() })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    world.advance(day);
    expect((await emit(workspace, email, 'kept', { sendAt })).replayed).toBe(false);
  });

  test('the content for its days after send_at, though the emit is older than they are', async () => {
    const later = 250;
    const other = await createSendingWorld({ MESSAGE_CONTENT_DAYS: '2' });
    try {
      const workspace = await other.workspace();
      const count = async () =>
        (
          await other.app.db.pool.query(
            `SELECT count(m.values)::int AS values, count(e.payload)::int AS payloads
             FROM messages m JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id
             WHERE m.workspace_id = $1`,
            [workspace.id],
          )
        ).rows[0];
      // More than a batch strips, of one time.
      await workspace.emit(people(later), new Date(other.now().getTime() + 20 * day));
      await workspace.emit([address()]);
      other.advance(20 * day);
      await sweepAll(other.app);
      expect(await count()).toEqual({ values: later, payloads: later });
      await other.sweep();
      other.advance(2 * day - 1);
      await sweepAll(other.app);
      expect(await count()).toEqual({ values: later, payloads: later });
      other.advance(1);
      await sweepAll(other.app);
      expect(await count()).toEqual({ values: 0, payloads: 0 });
    } finally {
      await other.close();
    }
  });

  test('the content of cancelled mail for its days after the cancel', async () => {
    const other = await createSendingWorld({ MESSAGE_CONTENT_DAYS: '2' });
    try {
      const { ctx, id } = await other.workspace();
      const sendAt = new Date(other.now().getTime() + 20 * day).toISOString();
      const { record } = await emitEvent(ctx, id, bodyTo(address(), 'cancelled', { sendAt }));
      other.advance(day);
      await cancelMessage(ctx, id, record.message?.id ?? '');
      const isKept = async () => {
        await sweepAll(other.app);
        const { rows } = await other.app.db.pool.query(
          'SELECT values IS NOT NULL AS kept FROM messages WHERE workspace_id = $1',
          [id],
        );
        return rows[0].kept;
      };
      other.advance(2 * day - 1);
      expect(await isKept()).toBe(true);
      other.advance(1);
      expect(await isKept()).toBe(false);
    } finally {
      await other.close();
    }
  });

  test('its event type, until it is cancelled', async () => {
    const { ctx, workspace } = await world.tenant({ domain: 'kept.test', eventType: 'order.shipped' });
    const sendAt = inTime(day).toISOString();
    const { record } = await emitEvent(ctx, workspace, bodyTo(address(), 'one', { sendAt }));
    await expect(deleteEventType(ctx, 'order.shipped')).rejects.toMatchObject({ code: 'event_type_in_use' });
    await cancelMessage(ctx, workspace, record.message?.id ?? '');
    await deleteEventType(ctx, 'order.shipped');
  });
});

test('an erased person gets none of it, however long ago the emit was, and no webhook tells of it', async () => {
  const workspace = await world.workspace();
  const [waits, queued] = [address(), address()];
  await workspace.emit([waits], inTime(28 * day + hour));
  await workspace.emit([queued], inTime(28 * day));
  world.advance(28 * day);
  await world.sweep();
  expect(await workspace.states()).toEqual({ queued: 1, scheduled: 1 });
  for (const email of [waits, queued]) await erasePerson(workspace.ctx, workspace.id, { email });
  world.advance(2 * hour);
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ queued: 1, scheduled: 1 });
  expect([...mailsTo(waits), ...mailsTo(queued)]).toEqual([]);
  expect(await sql('SELECT recipient FROM messages WHERE workspace_id = $1', workspace.id)).toEqual([
    { recipient: null },
    { recipient: null },
  ]);
  expect(await sql('SELECT FROM webhooks WHERE workspace_id = $1', workspace.id)).toEqual([]);
});

test('an erased contact gets none of it either, at an address that another contact holds since', async () => {
  const workspace = await world.workspace();
  const { ctx, id } = workspace;
  const email = address();
  await upsertContact(ctx, id, 'ref:first', { email });
  const sendAt = inTime(20 * day).toISOString();
  const ofFirst = await emit(workspace, '', 'first', { recipient: { contact: 'ref:first' }, sendAt });
  await upsertContact(ctx, id, 'ref:first', { email: address() });
  await upsertContact(ctx, id, 'ref:second', { email });
  const ofSecond = await emit(workspace, '', 'second', { recipient: { contact: 'ref:second' }, sendAt });
  world.advance(10 * day);
  await erasePerson(ctx, id, { contact: 'ref:first' });
  expect(
    await sql(
      'SELECT id, recipient FROM messages WHERE workspace_id = $1 ORDER BY recipient NULLS FIRST',
      workspace.id,
    ),
  ).toEqual([
    { id: ofFirst.record.message?.id, recipient: null },
    { id: ofSecond.record.message?.id, recipient: email },
  ]);
  await expect(
    rescheduleMessage(ctx, id, ofFirst.record.message?.id ?? '', { sendAt: inTime(day).toISOString() }),
  ).rejects.toMatchObject({ code: 'message_not_scheduled', message: expect.stringContaining('being erased') });
});
