/** Scheduled mail is moved (docs/rules.md#moved-mail). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { explainMessage } from '../../src/explain/explain-message.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { sweepAll } from '../support/sweep-all.ts';

const minute = 60_000;
const day = 86_400_000;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const document = `mutation ($workspace: ID!, $id: ID!, $sendAt: DateTime!) {
  messageReschedule(workspace: $workspace, id: $id, sendAt: $sendAt) { message { state sendAt expiresAt } }
}`;
const timeline = `query ($workspace: ID!, $id: ID!) {
  message(workspace: $workspace, id: $id) {
    waitingFor { kind until }
    timeline { kind at ... on TimelineScheduled { sendAt } ... on TimelineMoved { sendAt } }
  }
}`;
const inTime = (milliseconds: number) => new Date(world.now().getTime() + milliseconds);
const move = async ({ ctx, id: workspace }: SendingWorkspace, id: string, sendAt: Date) => {
  const { data, refusal } = await world.ask({ platformId: ctx.platformId }, document, {
    workspace,
    id,
    sendAt: sendAt.toISOString(),
  });
  if (refusal) throw refusal;
  return data.messageReschedule.message;
};
const nextSecond = async (workspace: SendingWorkspace) => {
  await world.sweep();
  await workspace.send();
};
async function schedule({ ctx, id }: SendingWorkspace, sendAt: Date, email = people(1)[0] ?? '') {
  const { record } = await emitEvent(ctx, id, {
    type: 'order.shipped',
    idempotencyKey: 'moved',
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    sendAt: sendAt.toISOString(),
  });
  return record.message?.id ?? '';
}

test('later and earlier: it leaves at the new time alone, and its timeline and explanation say so', async () => {
  const workspace = await world.workspace();
  const [first, second, third] = [inTime(day), inTime(3 * day), inTime(2 * day)];
  const id = await schedule(workspace, first);
  const emitted = world.now();
  expect(await move(workspace, id, second)).toEqual({
    state: 'scheduled',
    sendAt: second,
    expiresAt: new Date(second.getTime() + day),
  });
  world.advance(minute);
  await move(workspace, id, third);
  // The same again changes nothing.
  world.advance(minute);
  await move(workspace, id, third);
  const { ctx, id: workspaceId } = workspace;
  const { data } = await world.ask({ platformId: ctx.platformId }, timeline, { workspace: workspaceId, id });
  expect(data.message).toEqual({
    waitingFor: { kind: 'send_at', until: third },
    timeline: [
      { kind: 'accepted', at: emitted },
      { kind: 'scheduled', at: emitted, sendAt: first },
      { kind: 'moved', at: new Date(emitted.getTime() + minute), sendAt: third },
    ],
  });
  expect(await explainMessage(ctx, { id, workspace: null })).toMatchObject({
    cause: 'scheduled',
    summary: expect.stringContaining(`it was moved, and leaves at ${third.toISOString()}`),
    next: 'Until it leaves, the message can be moved to another time, or cancelled.',
  });
  world.advance(day);
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ scheduled: 1 });
  world.advance(day - 2 * minute);
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ delivered: 1 });
  const { rows } = await world.app.db.pool.query('SELECT values FROM messages WHERE id = $1', [id]);
  expect(rows[0].values.system.sent_on).toBe(third.toISOString());
  expect((await explainMessage(ctx, { id, workspace: null })).steps[0]).toMatchObject({
    rule: 'schedule',
    verdict: 'passed',
    at: third,
  });
});

test('a time that has passed is now', async () => {
  const workspace = await world.workspace();
  const id = await schedule(workspace, inTime(day));
  expect(await move(workspace, id, inTime(-day))).toMatchObject({ sendAt: world.now() });
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ delivered: 1 });
});

test('mail that nobody released for thirty days from its emit is not moved to now: no claim would find it', async () => {
  const workspace = await world.workspace();
  const id = await schedule(workspace, inTime(day));
  world.advance(30 * day);
  expect(await move(workspace, id, inTime(-day))).toMatchObject({ state: 'scheduled', sendAt: world.now() });
  world.advance(1);
  await expect(move(workspace, id, inTime(-day))).rejects.toMatchObject({ code: 'message_not_scheduled' });
  // Its time was a millisecond ago, and it goes out.
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ delivered: 1 });
});

test('at most thirty days after the emit; what has left, ended or never was scheduled is not moved', async () => {
  const workspace = await world.workspace();
  const latest = inTime(30 * day);
  const id = await schedule(workspace, inTime(day));
  world.advance(minute);
  await move(workspace, id, latest);
  await expect(move(workspace, id, new Date(latest.getTime() + 1))).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: { sendAt: ['must be at most 30 days after the emit'] } },
  });
  await move(workspace, id, inTime(minute));
  world.advance(minute);
  await world.sweep();
  const refused = { code: 'message_not_scheduled' };
  await expect(move(workspace, id, inTime(day))).rejects.toMatchObject(refused);
  await workspace.send();
  await expect(move(workspace, id, inTime(day))).rejects.toMatchObject(refused);
  await workspace.emit(people(1));
  const { rows } = await world.app.db.pool.query(
    "SELECT id FROM messages WHERE workspace_id = $1 AND state = 'queued'",
    [workspace.id],
  );
  await expect(move(workspace, rows[0].id, inTime(day))).rejects.toMatchObject(refused);
  const stranger = await world.tenant();
  const asked = { workspace: workspace.id, id, sendAt: inTime(day).toISOString() };
  expect((await stranger.ask(document, asked)).refusal?.code).toBe('not_found');
});

test('the key lives on with it', async () => {
  const workspace = await world.workspace();
  const email = people(1)[0] ?? '';
  const sendAt = inTime(day);
  const id = await schedule(workspace, sendAt, email);
  await move(workspace, id, inTime(20 * day));
  world.advance(27 * day - 1);
  await sweepAll(world.app);
  expect(await schedule(workspace, sendAt, email)).toBe(id);
});
