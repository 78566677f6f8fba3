/** Mail whose time has come goes to the queue (docs/rules.md#scheduled-mail). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/create-app.ts';
import { lockAddresses } from '../../../src/events/emit/lock-addresses.ts';
import { releaseMessages } from '../../../src/events/scheduled/release-messages.ts';
import { explainMessage } from '../../../src/explain/explain-message.ts';
import { cancelMessage } from '../../../src/messages/cancel-message.ts';
import { rescheduleMessage } from '../../../src/messages/reschedule-message.ts';
import { suppressByHand } from '../../../src/suppressions/suppress-by-hand.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

const second = 1_000;
const minute = 60_000;
const hour = 60 * minute;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const inTime = (milliseconds: number) => new Date(world.now().getTime() + milliseconds);
const idsOf = async ({ id }: SendingWorkspace): Promise<readonly string[]> =>
  (await sql('SELECT id FROM messages WHERE workspace_id = $1 ORDER BY id', id)).map((row) => row.id);
const times = (count: number, email: string) => Array.from({ length: count }, () => email);
async function nextSecond(workspace: SendingWorkspace): Promise<void> {
  await world.sweep();
  await workspace.send();
}

describe('the thirty an hour', () => {
  test('count when the time comes: what is over them waits for an hour, then fails', async () => {
    const workspace = await world.workspace();
    const [email = ''] = people(1);
    await workspace.emit(times(95, email), inTime(10 * minute));
    world.advance(10 * minute);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 30, scheduled: 65 });
    const [held] = await sql("SELECT id FROM messages WHERE workspace_id = $1 AND state = 'scheduled'", workspace.id);
    expect(await explainMessage(workspace.ctx, { id: held.id, workspace: null })).toMatchObject({
      cause: 'hour_used',
      steps: [{ rule: 'hour', verdict: 'holds', until: inTime(hour) }],
    });
    await expect(workspace.emit([email])).rejects.toMatchObject({ code: 'recipient_rate_limited' });
    world.advance(hour - 1);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 30, scheduled: 65 });
    world.advance(1);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 60, failed: 35 });
    const told = await workspace.webhooks('message.failed');
    expect(new Set(told.map(({ details }) => details.reason))).toEqual(new Set(['recipient_rate']));
    expect(told).toHaveLength(35);
    // What did not leave says nothing about the workspace's health.
    const [{ ended }] = await sql(
      'SELECT sum(ended)::int AS ended FROM health_hours WHERE workspace_id = $1',
      workspace.id,
    );
    expect(ended).toBe(60);
  });

  test('an emit with a time counts nothing before, and nothing is refused', async () => {
    const workspace = await world.workspace();
    const [email = ''] = people(1);
    await workspace.emit(times(31, email), inTime(hour));
    await workspace.emit(times(30, email));
    await expect(workspace.emit([email])).rejects.toMatchObject({ code: 'recipient_rate_limited' });
    await workspace.emit([email], inTime(hour));
  });

  test('mail that was late because nobody worked waits once before it may fail', async () => {
    const workspace = await world.workspace();
    const [email = ''] = people(1);
    await workspace.emit(times(31, email), inTime(minute));
    world.advance(3 * hour);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 30, scheduled: 1 });
    world.advance(hour);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 31 });
  });
});

test('more than a batch at one time all leave the schedule in one sweep', async () => {
  const workspace = await world.workspace();
  await workspace.emit(people(1_201), inTime(minute));
  world.advance(minute);
  await releaseMessages(world.app);
  expect(await workspace.states()).toEqual({ queued: 1_201 });
});

test('an address that an erasure holds is left to the next second, and holds up nobody', async () => {
  const workspace = await world.workspace();
  const [held = '', free = ''] = people(2);
  await workspace.emit([held, free], inTime(minute));
  world.advance(minute);
  const { platformId } = workspace.ctx;
  // A row that another transaction has yet to make would be waited for.
  await sql('DELETE FROM emit_rates WHERE workspace_id = $1', workspace.id);
  await world.app.db.transaction(async (client) => {
    const place = { platformId, workspaceId: workspace.id };
    await lockAddresses(client, place, [world.app.secrets.addressHash(held)], world.now());
    await releaseMessages(world.app);
    expect(await workspace.states()).toEqual({ queued: 1, scheduled: 1 });
  });
  await releaseMessages(world.app);
  expect(await workspace.states()).toEqual({ queued: 2 });
});

test('500 held mails of one tenant hold up neither its other mail nor that of others', async () => {
  const [crowd, other] = [await world.workspace(), await world.workspace()];
  const [held = '', free = '', theirs = ''] = people(3);
  await crowd.emit(times(500, held), inTime(minute));
  await crowd.emit([free], inTime(minute + second));
  await other.emit([theirs], inTime(minute + 2 * second));
  world.advance(2 * minute);
  await world.app.db.transaction(async (client) => {
    const place = { platformId: crowd.ctx.platformId, workspaceId: crowd.id };
    await lockAddresses(client, place, [world.app.secrets.addressHash(held)], world.now());
    await releaseMessages(world.app);
    expect(await crowd.states()).toEqual({ queued: 1, scheduled: 500 });
    expect(await other.states()).toEqual({ queued: 1 });
  });
  await releaseMessages(world.app);
  expect(await crowd.states()).toEqual({ queued: 31, scheduled: 470 });
});

test('each mail that waits for the hour has a time of its own, and is not touched before', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  for (let n = 0; n < 30; n += 1) {
    await workspace.emit([email]);
    world.advance(second);
  }
  const sendAt = inTime(minute);
  await workspace.emit(times(40, email), sendAt);
  world.advance(minute);
  await releaseMessages(world.app);
  const waiting = async () =>
    await sql(
      `SELECT id, xmin::text, extract(epoch FROM due_at - $2)::int AS after FROM messages
       WHERE workspace_id = $1 AND state = 'scheduled' ORDER BY due_at, id`,
      workspace.id,
      sendAt,
    );
  const first = await waiting();
  // The emits were up to ninety seconds before; the last ten find no place in the next hour.
  const expected = [
    ...Array.from({ length: 30 }, (_, n) => 3_600 - 90 + n),
    ...Array.from({ length: 10 }, () => 3_600),
  ];
  expect(first.map(({ after }) => after)).toEqual(expected);
  world.advance(hour - 90 * second);
  await releaseMessages(world.app);
  expect(await workspace.states()).toEqual({ queued: 31, scheduled: 39 });
  expect(await waiting()).toEqual(first.slice(1));
});

test('mail that ends suppressed takes no place in the hour, and does not wait for one', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  await workspace.emit(times(40, email), inTime(minute));
  await suppressByHand(workspace.ctx, workspace.id, { email });
  world.advance(minute);
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ suppressed: 40 });
  const [{ mails }] = await sql(
    'SELECT coalesce(sum(cardinality(recent)), 0)::int AS mails FROM emit_rates WHERE workspace_id = $1',
    workspace.id,
  );
  expect(mails).toBe(0);
});

test('a process whose clock is wrong moves nothing; a clock that jumps moves what is due by it, once', async () => {
  const workspace = await world.workspace();
  await workspace.emit(people(1), inTime(minute));
  world.advance(minute);
  const wrong = createApp({ ...world.app, clock: { ...world.app.clock, isSound: () => false } });
  await releaseMessages(wrong);
  expect(await workspace.states()).toEqual({ scheduled: 1 });
  await releaseMessages(world.app);
  await workspace.send();
  world.advance(-2 * hour);
  await nextSecond(workspace);
  world.advance(2 * hour);
  await nextSecond(workspace);
  expect(await workspace.states()).toEqual({ delivered: 1 });
});

describe('races', () => {
  const acted = (act: Promise<unknown>) =>
    act.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? error,
    );

  test('cancelled at the last moment: each message is either cancelled or sent, never both', async () => {
    const workspace = await world.workspace();
    const addresses = people(60);
    await workspace.emit(addresses, inTime(minute));
    const ids = await idsOf(workspace);
    world.advance(minute);
    const other = world.otherApp();
    const [, , ...results] = await Promise.all([
      releaseMessages(world.app).then(() => workspace.send()),
      releaseMessages(other).then(() => workspace.send(other)),
      ...ids.toReversed().map((id) => acted(cancelMessage(workspace.ctx, workspace.id, id))),
    ]);
    await nextSecond(workspace);
    const cancelled = results.filter((result) => result === 'done').length;
    expect(results.filter((result) => result !== 'done' && result !== 'message_not_waiting')).toEqual([]);
    const states = await workspace.states();
    expect([states.failed ?? 0, states.delivered ?? 0]).toEqual([cancelled, 60 - cancelled]);
    expect(world.sink.mails.filter(({ to }) => addresses.includes(to[0] ?? ''))).toHaveLength(60 - cancelled);
  });

  test('moved at the last moment: a message that was moved does not leave, and one that leaves was not moved', async () => {
    const workspace = await world.workspace();
    const addresses = people(60);
    await workspace.emit(addresses, inTime(minute));
    const ids = await idsOf(workspace);
    world.advance(minute);
    const sendAt = inTime(hour).toISOString();
    const [, ...results] = await Promise.all([
      releaseMessages(world.app).then(() => workspace.send()),
      ...ids.toReversed().map((id) => acted(rescheduleMessage(workspace.ctx, workspace.id, id, { sendAt }))),
    ]);
    await nextSecond(workspace);
    const moved = results.filter((result) => result === 'done').length;
    expect(results.filter((result) => result !== 'done' && result !== 'message_not_scheduled')).toEqual([]);
    expect(await workspace.states()).toEqual({
      ...(moved < 60 ? { delivered: 60 - moved } : {}),
      ...(moved > 0 ? { scheduled: moved } : {}),
    });
    world.advance(hour);
    await nextSecond(workspace);
    expect(await workspace.states()).toEqual({ delivered: 60 });
    expect(world.sink.mails.filter(({ to }) => addresses.includes(to[0] ?? ''))).toHaveLength(60);
  });

  test('a cancel that waits for the release cancels in the queue; a release passes over a message that a cancel holds', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(1), inTime(minute));
    const [id = ''] = await idsOf(workspace);
    world.advance(minute);
    const holder = await world.app.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM messages WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const cancelling = acted(cancelMessage(workspace.ctx, workspace.id, id));
    await releaseMessages(world.app);
    expect(await workspace.states()).toEqual({ scheduled: 1 });
    await holder.query("UPDATE messages SET state = 'queued' WHERE id = $1", [id]);
    await holder.query('COMMIT');
    holder.release();
    expect(await cancelling).toBe('done');
    expect(await workspace.states()).toEqual({ failed: 1 });
  });
});

test('a message of somebody who is being erased stays, and a second sweep changes nothing', async () => {
  const workspace = await world.workspace();
  await workspace.emit(people(2), inTime(second * 2));
  const [id = ''] = await idsOf(workspace);
  await sql('UPDATE messages SET recipient = NULL WHERE id = $1', id);
  world.advance(second * 2);
  await releaseMessages(world.app);
  await releaseMessages(world.app);
  expect(await workspace.states()).toEqual({ queued: 1, scheduled: 1 });
});
