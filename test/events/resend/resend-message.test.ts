/** A message that ended without a delivery is sent again (docs/rules.md#send-again). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { deleteEventType } from '../../../src/event-types/delete-event-type.ts';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { resendMessage } from '../../../src/events/resend/resend-message.ts';
import { explainMessage } from '../../../src/explain/explain-message.ts';
import { demoTemplate } from '../../../src/local/demo-template.ts';
import { cancelMessage } from '../../../src/messages/cancel-message.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { eraseTurn } from '../../../src/people/erase-turn.ts';
import { liftSuppression } from '../../../src/suppressions/lift-suppression.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { setWorkspaceStatus } from '../../../src/workspaces/suspension/set-workspace-status.ts';
import { findInDatabase } from '../../people/find-in-database.ts';
import { holdTable } from '../../support/hold-table.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

const content = { code: 554, text: '5.7.1 Message content rejected' };
const unknown = { code: 550, text: '5.1.1 User unknown' };

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;

interface Sent {
  readonly workspace: SendingWorkspace;
  readonly email: string;
  readonly id: string;
}

let keys = 0;
async function emitTo(workspace: SendingWorkspace, email: string, more: object = {}): Promise<Sent> {
  keys += 1;
  const { record } = await emitEvent(workspace.ctx, workspace.id, {
    type: 'order.shipped',
    idempotencyKey: `order-${keys}`,
    recipient: { email },
    payload: { order_number: `${keys}`, tracking_url: 'https://example.com/1', customer_name: 'Ada' },
    ...more,
  });
  return { workspace, email, id: record.message?.id ?? '' };
}

/** A message whose first attempt ended with `reply`. */
async function bounced(reply = content, more: object = {}): Promise<Sent> {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  world.sink.refuse(email, [reply]);
  const sent = await emitTo(workspace, email, more);
  await workspace.send();
  return sent;
}

const resend = ({ workspace, id }: Sent, ctx: Ctx = workspace.ctx) => resendMessage(ctx, workspace.id, id);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code ?? error,
  );

test('the same content goes to the same address, in a new message of a new event that carries the same key', async () => {
  const sent = await bounced();
  const { workspace, email, id } = sent;
  await saveTemplate(workspace.ctx, {
    eventType: 'order.shipped',
    input: { ...demoTemplate, subject: 'Something else', acceptOutdated: true },
  });
  const again = await resend(sent);
  expect(again).toMatchObject({ created: true });
  await workspace.send();

  const { data, errors } = await world.ask(
    { platformId: workspace.ctx.platformId },
    `query ($workspace: ID!, $id: ID!, $again: ID!) {
      original: message(workspace: $workspace, id: $id) { state bounce resendOf { id } resends { id state } event { id } ...same }
      again: message(workspace: $workspace, id: $again) { state resendOf { id } resends { id } event { id } ...same }
    }
    fragment same on Message { recipient locale fellBack templateVersionId idempotencyKey event { idempotencyKey type } }`,
    { workspace: workspace.id, id, again: again.id },
  );
  expect(errors).toEqual([]);
  const { state, bounce, resendOf, resends, event, ...same } = data.original;
  expect({ state, bounce, resendOf }).toEqual({ state: 'bounced', bounce: 'soft', resendOf: null });
  expect(resends).toEqual([{ id: again.id, state: 'delivered' }]);
  const { event: newEvent, ...rest } = data.again;
  expect(rest).toEqual({ ...same, state: 'delivered', resendOf: { id }, resends: [] });
  expect(newEvent).toEqual({ ...event, id: expect.not.stringContaining(event.id) });
  expect(await workspace.webhooks('message.delivered')).toMatchObject([{ message_id: again.id }]);
  const [mail, ...others] = world.sink.mails.filter(({ to }) => to.includes(email));
  expect(others).toEqual([]);
  expect((await mail?.parse())?.subject).not.toBe('Something else');
  expect(await sql('SELECT FROM idempotency_keys WHERE workspace_id = $1', workspace.id)).toHaveLength(1);

  expect((await explainMessage(workspace.ctx, { id, workspace: null })).steps).toContainEqual(
    expect.objectContaining({ rule: 'resend', verdict: 'passed', fact: `Sent again as message ${again.id}` }),
  );
  expect((await explainMessage(workspace.ctx, { id: again.id, workspace: null })).steps[0]).toMatchObject({
    rule: 'resend',
    fact: `Sends the content of message ${id} again`,
  });
});

test('simultaneous and repeated calls of several processes make one message, until that one ends badly too', async () => {
  const sent = await bounced();
  world.sink.refuse(sent.email, [content]);
  // An hour later there is no count of the address that the calls would wait for.
  await sql('DELETE FROM emit_rates WHERE workspace_id = $1', sent.workspace.id);
  const other = { ...sent.workspace.ctx, app: world.otherApp() };
  const all = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => resend(sent, n % 2 === 0 ? other : undefined)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ created }) => created)).toHaveLength(1);
  await sent.workspace.send();
  expect(await sent.workspace.states()).toEqual({ bounced: 2 });
  const third = await resend(sent);
  expect(third).toMatchObject({ created: true });
  await sent.workspace.send();
  expect(await sent.workspace.states()).toEqual({ bounced: 2, delivered: 1 });
  expect(await resend(sent)).toEqual({ ...third, created: false });
});

describe('the rules of an emit apply', () => {
  test('a suppressed address is refused until somebody lifts the suppression', async () => {
    const sent = await bounced(unknown);
    const { ctx, id } = sent.workspace;
    expect(await codeOf(resend(sent))).toBe('address_suppressed');
    const [block] = await sql('SELECT id FROM suppressions WHERE email = $1', sent.email);
    await liftSuppression(ctx, id, block.id);
    expect(await codeOf(resend(sent))).toBeNull();
  });

  test('the thirty an hour, a suspension and another tenant', async () => {
    const sent = await bounced();
    const { ctx, id: workspace } = sent.workspace;
    await setWorkspaceStatus(ctx, workspace, 'suspended');
    expect(await codeOf(resend(sent))).toBe('workspace_suspended');
    await setWorkspaceStatus(ctx, workspace, 'active');
    await sql(
      'UPDATE emit_rates SET recent = array_fill($2::timestamptz, ARRAY[30]) WHERE workspace_id = $1',
      workspace,
      world.now(),
    );
    expect(await codeOf(resend(sent))).toBe('recipient_rate_limited');
    expect(await sql('SELECT FROM events WHERE workspace_id = $1', workspace)).toHaveLength(1);
    const stranger = await world.tenant();
    expect(await codeOf(resend(sent, stranger.ctx))).toBe('not_found');
    expect(await codeOf(resendMessage(ctx, (await world.workspace()).id, sent.id))).toBe('not_found');
  });

  test('only what ended without a delivery, and a simulated bounce plays again', async () => {
    const workspace = await world.workspace();
    const sent = await emitTo(workspace, people(1)[0] ?? '');
    expect(await codeOf(resend(sent))).toBe('message_not_resendable');
    await workspace.send();
    expect(await codeOf(resend(sent))).toBe('message_not_resendable');
    const simulated = await emitTo(workspace, 'bounce@simulator.test');
    await workspace.send();
    expect(await resend(simulated)).toMatchObject({ created: true });
    await workspace.send();
    expect(await workspace.states()).toEqual({ bounced: 2, delivered: 1 });
  });
});

describe('content that is gone is not sent again', () => {
  test('after its retention, and after the deletion of the event type', async () => {
    const sent = await bounced();
    const { ctx } = sent.workspace;
    await sql('UPDATE messages SET values = NULL WHERE id = $1', sent.id);
    expect(await codeOf(resend(sent))).toBe('content_gone');
    await saveEventType(ctx, { name: 'short.lived', input: { fields: [] } });
    await saveTemplate(ctx, { eventType: 'short.lived', input: { ...demoTemplate, ...plain } });
    const other = await bounced(content, { type: 'short.lived', payload: {} });
    await deleteEventType(ctx, 'short.lived');
    await saveEventType(ctx, { name: 'short.lived', input: { fields: [] } });
    expect(await codeOf(resend(other))).toBe('content_gone');
  });

  test('when it had files, whether they were kept or the message was suppressed at birth', async () => {
    const attachments = [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') }];
    const sent = await bounced(unknown, { attachments });
    expect(await codeOf(resend(sent))).toBe('content_gone');
    const suppressed = await emitTo(sent.workspace, sent.email, { attachments });
    expect(await sent.workspace.states()).toEqual({ bounced: 1, suppressed: 1 });
    expect(await codeOf(resend(suppressed))).toBe('content_gone');
  });
});

describe('an erasure of the person', () => {
  test.each(['with', 'without'])('that holds the address first wins, %s a count of the hour', async (counts) => {
    const sent = await bounced();
    const { ctx, id: workspace } = sent.workspace;
    if (counts === 'without') await sql('DELETE FROM emit_rates WHERE workspace_id = $1', workspace);
    const held = await holdTable(world.app.db.pool, 'erasures');
    const erasing = erasePerson(ctx, workspace, { email: sent.email });
    await held.waiters(1);
    const resending = codeOf(resend(sent, { ...ctx, app: world.otherApp() }));
    // The resend waits for the erasure, which waits for the table.
    await expect
      .poll(() => sql("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
      .toHaveLength(2);
    await held.release();
    await erasing;
    expect(await resending).toBe('content_gone');
    expect(await sql('SELECT FROM events WHERE workspace_id = $1', workspace)).toHaveLength(1);
  });

  test('that comes at any moment leaves nothing of a new message either, and no mail leaves after it', async () => {
    const workspace = await world.workspace();
    const addresses = people(6, 'erased.example');
    for (const email of addresses) world.sink.refuse(email, [content]);
    const all: Sent[] = [];
    for (const email of addresses) all.push(await emitTo(workspace, email));
    await workspace.send();
    expect(await workspace.states()).toEqual({ bounced: 6 });
    const outcomes = await Promise.all(
      all.map(async (sent, n) => {
        const resending = codeOf(resend(sent));
        // Every second resend comes first.
        if (n % 2 === 1) await resending;
        const { id } = await erasePerson(workspace.ctx, workspace.id, { email: sent.email });
        const code = await resending;
        await eraseTurn(world.app, { platformId: workspace.ctx.platformId, id });
        return code;
      }),
    );
    expect(outcomes.filter((code) => code !== null && code !== 'content_gone' && code !== 'not_found')).toEqual([]);
    await workspace.send();
    expect(await workspace.states()).toEqual({});
    expect(world.sink.mails.filter(({ to }) => to.some((one) => addresses.includes(one)))).toEqual([]);
    expect(await findInDatabase(world.app.db.pool, ['erased.example'])).toEqual([]);
  });
});

test('a cancelled message can be sent again', async () => {
  const workspace = await world.workspace();
  const sent = await emitTo(workspace, people(1)[0] ?? '');
  await cancelMessage(workspace.ctx, workspace.id, sent.id);
  const { data, errors } = await world.ask(
    { platformId: workspace.ctx.platformId },
    `mutation ($workspace: ID!, $id: ID!) {
      messageResend(workspace: $workspace, id: $id) { created message { state resendOf { id reason } } }
    }`,
    { workspace: workspace.id, id: sent.id },
  );
  expect(errors).toEqual([]);
  expect(data.messageResend).toEqual({
    created: true,
    message: { state: 'queued', resendOf: { id: sent.id, reason: 'cancelled' } },
  });
});

/** A template that reads no field. */
const plain = {
  subject: 'Hello',
  translations: {},
  composition: { editorVersion: 3, target: 'email', document: { blocks: [] } },
};
