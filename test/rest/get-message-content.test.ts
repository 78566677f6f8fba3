import { expect, it } from 'vitest';
import { querySql } from './harness/database.ts';
import { openPlatform } from './harness/platform.ts';
import { calendarFile, calendarTemplate, emitOf, makeEventType, makeSendable, payload } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeSendable(acme);
await makeEventType(acme, 'order.shipped');
const emit = async (key: string) => {
  const body = emitOf('order.shipped', key, { recipient: { email: `${key}@example.com` } });
  return (await acme.ask('emitEvent', { body })).body.data.message.id as string;
};
const id = await emit('ada');
const read = (message: string) => acme.ask('getMessageContent', { path: { id: message } });

refusesAsUsual('getMessageContent', acme, () => ({ path: { id } }));

it('shows the mail with its header fields', async () => {
  const { status, body } = await read(id);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    subject: 'Order 1001',
    html: expect.stringContaining('Hello Ada'),
    text: expect.stringContaining('Hello Ada'),
  });
  const fields = new Map(body.data.headers.map(({ name, value }: { name: string; value: string }) => [name, value]));
  expect(fields.get('From')).toBe('The shop <orders@mail.acme.test>');
  expect(fields.get('To')).toBe('ada@example.com');
  expect(fields.get('Subject')).toBe('Order 1001');
  expect(fields.get('Message-ID')).toBe(`<${id}@mail.acme.test>`);
});

it('shows the files that the mail made, and no list of them where there are none', async () => {
  expect((await read(id)).body.data).not.toHaveProperty('files');
  await makeEventType(acme, 'ticket.sold');
  await acme.ask('saveTemplate', { path: { name: 'ticket.sold' }, body: calendarTemplate });
  const starting = { ...payload, order_number: '2027-01-15T19:00:00Z' };
  const sold = await acme.ask('emitEvent', { body: emitOf('ticket.sold', 'seat', { payload: starting }) });
  expect((await read(sold.body.data.message.id)).body.data.files).toEqual([calendarFile]);
});

it('says why there is none once it is gone', async () => {
  const removed = await emit('removed');
  await querySql('UPDATE events SET payload = NULL WHERE id = (SELECT event_id FROM messages WHERE id = $1)', [
    removed,
  ]);
  const gone = await read(removed);
  expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
  expect(gone.body.message).toMatch(/content is gone: the time for which contents are kept/);
  const erased = await emit('erased');
  await querySql('UPDATE messages SET recipient = NULL WHERE id = $1', [erased]);
  expect((await read(erased)).body.message).toMatch(/content is gone: the person was erased/);
});
