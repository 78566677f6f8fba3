/** How long the content of an event type's mail is kept (docs/rules.md#content-days). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { loadPayloads } from '../../src/events/load-payloads.ts';
import { resendMessage } from '../../src/events/resend/resend-message.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { demoFields } from '../../src/local/demo-template.ts';
import { cancelMessage } from '../../src/messages/cancel-message.ts';
import { readContent } from '../../src/messages/read-content.ts';
import { listTemplatePayloads } from '../../src/templates/preview/list-template-payloads.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { sweepAll } from '../support/sweep-all.ts';

const hour = 3_600_000;
const day = 24 * hour;
const eventType = 'order.shipped';

let world: SendingWorld;
let shop: SendingWorkspace;
let ctx: Ctx;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shop = await world.workspace();
  ({ ctx } = shop);
});

const keep = (contentDays: number | null, name = eventType) =>
  saveEventType(ctx, { name, input: { fields: demoFields, contentDays } });

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly state: string;
  readonly kept: readonly [values: boolean, payload: boolean];
}

async function messages(): Promise<readonly Row[]> {
  const { rows } = await world.app.db.pool.query<Row>(
    `SELECT m.id, m.event_id, m.state, ARRAY[m.values IS NOT NULL, e.payload IS NOT NULL] AS kept
     FROM messages m JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id
     WHERE m.workspace_id = $1 ORDER BY m.id`,
    [shop.id],
  );
  return rows;
}

async function only(): Promise<Row> {
  const [row, ...others] = await messages();
  if (!row || others.length > 0) throw new Error('There is one message');
  return row;
}

const gone = [false, false];
const there = [true, true];
const endsWith = async (state: string) => expect(await only()).toMatchObject({ state, kept: gone });

describe('content of no day', () => {
  beforeEach(() => keep(0));

  test('is there until the message ends, and shown nowhere', async () => {
    const [ada = ''] = people(1);
    await shop.emit([ada], new Date(world.now().getTime() + hour));
    const { id, event_id, kept } = await only();
    expect(kept).toEqual(there);
    await expect(readContent(ctx, shop.id, id)).rejects.toMatchObject({
      code: 'not_found',
      message: 'The message exists, but its content is not shown: its event type keeps none.',
    });
    expect(await loadPayloads(ctx, [event_id], 1_000_000)).toMatchObject([{ payload: null }]);
    expect((await listTemplatePayloads(ctx, { eventType, first: 20 })).map(({ eventId }) => eventId)).not.toContain(
      event_id,
    );
    world.advance(hour);
    await world.sweep();
    await shop.send();
    await endsWith('delivered');
    expect(world.sink.mails.filter(({ to }) => to.includes(ada))).toHaveLength(1);
    await expect(readContent(ctx, shop.id, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('goes with a delivery, a bounce and what the simulator plays', async () => {
    const [ada = '', gon = ''] = people(2);
    world.sink.refuse(gon, [{ code: 550, text: '5.7.1 Not wanted' }]);
    await shop.emit([ada, gon, 'delivered@simulator.test', 'expired@simulator.test', 'suppressed@simulator.test']);
    await shop.send();
    const rows = await messages();
    expect(rows.map(({ state }) => state).toSorted()).toEqual([
      'bounced',
      'delivered',
      'delivered',
      'expired',
      'suppressed',
    ]);
    expect(rows.every(({ kept }) => !kept[0] && !kept[1])).toBe(true);
    const bounced = rows.find(({ state }) => state === 'bounced');
    await expect(resendMessage(ctx, shop.id, bounced?.id ?? '')).rejects.toMatchObject({
      code: 'content_gone',
    });
  });

  test('waits for a retry, and goes when its mail expires', async () => {
    const [ada = ''] = people(1);
    world.sink.refuse(ada, [{ code: 451, text: '4.7.1 Later' }]);
    await shop.emit([ada]);
    await shop.send();
    expect(await only()).toMatchObject({ state: 'queued', kept: there });
    world.advance(day);
    await world.sweep();
    await endsWith('expired');
  });

  test('goes with a cancellation', async () => {
    const [ada = ''] = people(1);
    await shop.emit([ada], new Date(world.now().getTime() + day));
    const { id } = await only();
    await cancelMessage(ctx, shop.id, id);
    await endsWith('failed');
  });

  test('is in no log, not even in the error of a mail that cannot be made', async () => {
    const [ada = ''] = people(1);
    await shop.emit([ada], new Date(world.now().getTime() + hour));
    const ofTemplate = 'WHERE id = (SELECT template_version_id FROM messages WHERE workspace_id = $1)';
    const { pool } = world.app.db;
    const { rows: saved } = await pool.query(`SELECT composition FROM template_versions ${ofTemplate}`, [shop.id]);
    const write = (composition: unknown) =>
      pool.query(`UPDATE template_versions SET composition = $2 ${ofTemplate}`, [shop.id, JSON.stringify(composition)]);
    // As no save leaves it; a process with nothing in memory meets it.
    await write({ document: { blocks: 1 } });
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const fresh = createApp({ ...world.otherApp(), log });
    world.advance(hour);
    await world.sweep();
    await shop.send(fresh);
    await write(saved[0].composition);
    await endsWith('failed');
    const told = lines.filter((line) => line.includes('message rendering failed'));
    expect(told).toHaveLength(1);
    expect(Object.keys(JSON.parse(told[0] ?? '')).toSorted()).toEqual(['error', 'level', 'message', 'msg', 'time']);
  });

  test('is not stored where its type sends no mail', async () => {
    await keep(0, 'seen');
    const { rows } = await emitSeen();
    expect(rows).toEqual([{ payload: null, content_days: 0 }]);
  });
});

async function emitSeen() {
  const recipient = { email: 'ada@example.com' };
  const payload = { order_number: '1', tracking_url: 'https://example.com/1' };
  await emitEvent(ctx, shop.id, { type: 'seen', idempotencyKey: crypto.randomUUID(), recipient, payload });
  return world.app.db.pool.query(`SELECT payload, content_days FROM events WHERE workspace_id = $1 AND type = 'seen'`, [
    shop.id,
  ]);
}

describe('content of some days', () => {
  const sweep = () => sweepAll(world.app);

  test('goes when they are over, whatever the type says by then', async () => {
    await keep(1);
    const [ada = '', bea = ''] = people(2);
    await shop.emit([ada]);
    await keep(null);
    await shop.emit([bea]);
    await shop.send();
    world.advance(day - 1);
    await sweep();
    expect((await messages()).map(({ kept }) => kept)).toEqual([there, there]);
    world.advance(1);
    await sweep();
    expect((await messages()).map(({ kept }) => kept)).toEqual([gone, there]);
  });

  test('counts from the time at which mail was to leave, and waits for its end', async () => {
    await keep(1);
    const [ada = ''] = people(1);
    await shop.emit([ada], new Date(world.now().getTime() + 3 * day));
    world.advance(2 * day);
    await sweep();
    expect(await only()).toMatchObject({ state: 'scheduled', kept: there });
    world.advance(day);
    await world.sweep();
    world.advance(day);
    await sweep();
    expect(await only()).toMatchObject({ state: 'queued', kept: there });
    await world.sweep();
    await sweep();
    await endsWith('expired');
  });

  test('goes from events without mail too', async () => {
    await keep(2, 'seen');
    expect((await emitSeen()).rows).toMatchObject([{ payload: { order_number: '1' }, content_days: 2 }]);
    world.advance(2 * day);
    await sweep();
    const { rows } = await world.app.db.pool.query(`SELECT payload FROM events WHERE workspace_id = $1`, [shop.id]);
    expect(rows).toEqual([{ payload: null }]);
  });
});

test('the days are whole, at most those of the service, and kept by a save without them', async () => {
  for (const contentDays of [31, -1, 1.5, '2'])
    await expect(
      saveEventType(ctx, { name: eventType, input: { fields: demoFields, contentDays } }),
    ).rejects.toMatchObject({ details: { errors: { contentDays: [expect.stringContaining('from 0 to 30')] } } });
  await keep(30);
  await saveEventType(ctx, { name: eventType, input: { fields: demoFields } });
  const { rows } = await world.app.db.pool.query(`SELECT content_days FROM event_types WHERE name = $1`, [eventType]);
  expect(rows).toEqual([{ content_days: 30 }]);
});
