import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Platform, type Service } from './service.ts';

let service: Service;
let platform: Platform;
let events: string;
beforeAll(async () => {
  service = await openService();
  platform = await service.platform();
  events = `${platform.home}/events`;
  await platform.ask('PUT', '/event-types/order.shipped', {
    fields: [{ name: 'order_number', type: 'string', required: true }],
  });
  await platform.ask('PUT', `${platform.home}/contacts/ref:ada`, { email: 'ada@example.com' });
});
afterAll(() => service.close());

const event = (idempotency_key: string, change: object = {}) => ({
  type: 'order.shipped',
  idempotency_key,
  recipient: { email: 'delivered@simulator.test' },
  payload: { order_number: '1001' },
  ...change,
});

it('an emit is accepted, replayed, and read again', async () => {
  const first = await platform.ask('POST', events, event('k-1'));
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([202, null]);
  expect(first.body.data).toMatchObject({
    type: 'order.shipped',
    idempotency_key: 'k-1',
    contact: null,
    message: null,
  });
  const again = await platform.ask('POST', events, event('k-1'));
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([202, 'true', first.body]);
  expect((await platform.ask('GET', `${events}/${first.body.data.id}`)).body).toEqual(first.body);
  const reused = await platform.ask('POST', events, event('k-1', { payload: { order_number: '2' } }));
  expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused']);
});

it('an emit without a verified domain is refused', async () => {
  const { status, body } = await platform.ask('POST', events, event('k-2', { recipient: { contact: 'ref:ada' } }));
  expect([status, body.code]).toEqual([409, 'domain_not_sendable']);
});

it('an emit is refused under the paths of its faults', async () => {
  const shape = await platform.ask('POST', events, {
    type: 1,
    idempotency_key: 'a b',
    recipient: { contact: 'ref:ada', email: 'a@example.com' },
    payload: [],
    note: 'x',
  });
  expect([shape.status, shape.body.errors]).toEqual([
    422,
    {
      type: ['must be a string'],
      idempotency_key: ['must be 1 to 255 printable ASCII characters without spaces'],
      recipient: ['must have exactly one of contact, email'],
      payload: ['must be an object'],
      note: ['is not a known field'],
    },
  ]);
  const cases = [
    [event('k-3', { payload: { order_number: 7 } }), 'payload.order_number'],
    [event('k-3', { payload: {} }), 'payload.order_number'],
    [event('k-3', { payload: { order_number: '1', orderNumber: '1' } }), 'payload.orderNumber'],
    [event('k-3', { recipient: { contact: 'ref:nobody' } }), 'recipient.contact'],
    [event('k-3', { recipient: { email: 'nobody' } }), 'recipient.email'],
    [event('k-3', { type: 'unknown' }), 'type'],
  ] as const;
  for (const [body, path] of cases) {
    const answer = await platform.ask('POST', events, body);
    expect([answer.status, Object.keys(answer.body.errors)], path).toEqual([422, [path]]);
  }
});

it('an emit into a workspace of another platform finds nothing, whatever is sent', async () => {
  const other = await service.platform('Other');
  for (const body of [event('k-4'), {}, { nonsense: 1 }]) {
    expect((await other.ask('POST', events, body)).status).toBe(404);
  }
  expect((await other.ask('GET', `${events}/01ARZ3NDEKTSV4RRFFQ69G5FAV`)).status).toBe(404);
});
