import { beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, makeSendable, simulated, template } from './harness/samples.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const emit = (body: unknown, workspace = acme.workspace) => acme.ask('emitEvent', { path: { workspace }, body });

beforeAll(async () => {
  await makeEventType(acme, 'order.shipped');
  await makeEventType(acme, 'order.noted', { withTemplate: false });
  await makeContact(acme, 'ada', { email: 'ada@simulator.test' });
  await makeContact(acme, 'sim', { email: simulated('held') });
});

refusesAsUsual('emitEvent', acme, () => ({ body: emitOf('order.shipped', 'usual') }));

describe('an emit', () => {
  it('is accepted, and nothing is delivered yet', async () => {
    const { status, headers, body } = await emit(emitOf('order.shipped', 'first'));
    const { body: version } = await acme.ask('getTemplate', { path: { name: 'order.shipped' } });
    expect([status, headers.get('idempotent-replayed')]).toEqual([202, null]);
    expect(body.data).toEqual({
      id: expect.any(String),
      type: 'order.shipped',
      idempotency_key: 'first',
      contact: null,
      message: {
        id: expect.any(String),
        state: 'queued',
        template_version_id: version.data.id,
        fell_back: [],
        simulated: true,
      },
      created_at: expect.any(String),
    });
  });

  it('of a type without template is recorded, and has no message', async () => {
    const { status, body } = await emit(emitOf('order.noted', 'noted'));
    expect([status, body.data.message]).toEqual([202, null]);
  });

  it('says which tags fell back', async () => {
    const { body } = await emit(emitOf('order.shipped', 'fallen', { payload: { order_number: '1' } }));
    expect(body.data.message.fell_back).toEqual(['event.customer_name']);
  });

  it('goes to a contact by reference, by id, and by an address that one holds in any case', async () => {
    const { body: held } = await acme.ask('getContact', { path: { contact: 'ref:sim' } });
    const contact = { id: held.data.id, reference: 'sim' };
    const recipients = [{ contact: 'ref:sim' }, { contact: contact.id }, { email: simulated('held').toUpperCase() }];
    for (const [at, recipient] of recipients.entries()) {
      const { status, body } = await emit(emitOf('order.shipped', `held-${at}`, { recipient }));
      expect([status, body.data?.contact], JSON.stringify(recipient)).toEqual([202, contact]);
    }
  });

  it('never makes a contact', async () => {
    await emit(emitOf('order.shipped', 'nobody-yet'));
    const { body } = await acme.ask('listContacts', { query: { search: 'nobody-yet' } });
    expect(body.data).toEqual([]);
  });
});

describe('an idempotency key', () => {
  it('sent again with the same JSON gives the first answer word for word', async () => {
    const body = emitOf('order.shipped', 'again');
    const first = await emit(body);
    const { type, idempotency_key, recipient, payload } = body;
    const reordered = {
      payload: Object.fromEntries(Object.entries(payload).reverse()),
      recipient,
      idempotency_key,
      type,
    };
    for (const same of [body, reordered]) {
      const again = await emit(same);
      expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([202, 'true', first.body]);
    }
  });

  it('sent again with another body is refused', async () => {
    await emit(emitOf('order.shipped', 'reused'));
    const { status, body } = await emit(emitOf('order.shipped', 'reused', { payload: { order_number: '2' } }));
    expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('is looked up before the rest of the body is judged', async () => {
    await emit(emitOf('order.shipped', 'judged'));
    const reused = await emit({ ...emitOf('order.shipped', 'judged'), colour: 'red' });
    expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused']);
    const unknown = await emit({ ...emitOf('order.shipped', 'not-judged-yet'), colour: 'red' });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'validation_failed']);
    const nothing = await emit({ idempotency_key: 'judged' });
    expect([nothing.status, nothing.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('of a refused emit is free', async () => {
    expect((await emit(emitOf('order.shipped', 'free', { payload: {} }))).status).toBe(422);
    const { status, headers } = await emit(emitOf('order.shipped', 'free'));
    expect([status, headers.get('idempotent-replayed')]).toEqual([202, null]);
  });

  it('belongs to its workspace', async () => {
    const second = await acme.newWorkspace('second');
    await emit(emitOf('order.shipped', 'both'));
    const { status, headers } = await emit(emitOf('order.shipped', 'both'), second);
    expect([status, headers.get('idempotent-replayed')]).toEqual([202, null]);
  });

  it('takes 255 printable characters', async () => {
    const recipient = { email: simulated('long-key') };
    expect((await emit(emitOf('order.noted', '~'.repeat(255), { recipient }))).status).toBe(202);
    for (const key of ['', 'a b', 'é', 'x'.repeat(256), 'tab\t']) {
      const { status, body } = await emit(emitOf('order.noted', key, { recipient }));
      expect([status, Object.keys(body.errors ?? {})], key).toEqual([422, ['idempotency_key']]);
    }
  });
});

describe('what refuses an emit', () => {
  it('a domain that is not registered, or not verified', async () => {
    const real = await openPlatform('Real');
    await makeEventType(real, 'order.shipped');
    await makeEventType(real, 'order.noted', { withTemplate: false });
    const refusal = async (type: string) => {
      const body = emitOf(type, `real-${type}`, { recipient: { email: 'ada@example.com' } });
      const answered = await real.ask('emitEvent', { body });
      return [answered.status, answered.body.code];
    };
    const refused = [409, 'domain_not_sendable'];
    expect(await refusal('order.shipped')).toEqual(refused);
    await real.ask('saveSendingDomain', { body: { domain: 'mail.real.example.com' } });
    expect(await refusal('order.shipped')).toEqual(refused);
    expect(await refusal('order.noted')).toEqual(refused);
    await makeSendable(real);
    expect(await refusal('order.shipped')).toEqual([202, undefined]);
  });

  it('a suspended workspace, but not a replay', async () => {
    const workspace = await acme.newWorkspace('suspended');
    const known = emitOf('order.shipped', 'before');
    const first = await emit(known, workspace);
    await acme.ask('suspendWorkspace', { path: { workspace } });
    const { status, body } = await emit(emitOf('order.shipped', 'after'), workspace);
    expect([status, body.code]).toEqual([409, 'workspace_suspended']);
    expect((await emit(known, workspace)).body).toEqual(first.body);
    await acme.ask('resumeWorkspace', { path: { workspace } });
    expect((await emit(emitOf('order.shipped', 'after'), workspace)).status).toBe(202);
  });

  it('thirty emits to the address within the hour, but for replays and types without template', async () => {
    const recipient = { email: simulated('busy') };
    const send = (key: string, type = 'order.shipped') => emit(emitOf(type, key, { recipient }));
    for (let number = 0; number < 30; number++) expect((await send(`busy-${number}`)).status).toBe(202);
    const { status, headers, body } = await send('busy-30');
    expect([status, body.code]).toEqual([429, 'recipient_rate_limited']);
    const retryAfter = Number(headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(3_400);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    expect((await send('busy-0')).status).toBe(202);
    expect((await send('busy-noted', 'order.noted')).status).toBe(202);
    expect((await emit(emitOf('order.shipped', 'busy-31'))).status).toBe(202);
  });

  it('a workspace of another platform, whatever is sent', async () => {
    const other = await stranger();
    for (const body of [emitOf('order.shipped', 'foreign'), {}, { nonsense: 1 }]) {
      const path = { workspace: acme.workspace };
      expect((await other.ask('emitEvent', { path, body })).status).toBe(404);
    }
  });
});

describe('faults', () => {
  it('of the shape are told by their paths', async () => {
    const { status, body } = await emit({
      type: 1,
      idempotency_key: 'a b',
      recipient: { contact: 'ref:ada', email: 'a@example.com' },
      payload: [],
      note: 'x',
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        type: ['must be a string'],
        idempotency_key: ['must be 1 to 255 printable ASCII characters without spaces'],
        recipient: ['must have exactly one of contact, email'],
        payload: ['must be an object'],
        note: ['is not a known field'],
      },
    ]);
  });

  it('of the values too', async () => {
    const other = await stranger();
    const foreign = await makeContact(other, `foreign-${crypto.randomUUID()}`);
    const cases: readonly (readonly [object, string])[] = [
      [{ payload: { order_number: 7 } }, 'payload.order_number'],
      [{ payload: {} }, 'payload.order_number'],
      [{ payload: { order_number: null } }, 'payload.order_number'],
      [{ payload: { order_number: '1', orderNumber: '1' } }, 'payload.orderNumber'],
      [{ payload: { order_number: 'x'.repeat(524_288) } }, 'payload'],
      // PostgreSQL returns them with 309 digits each.
      [{ payload: { order_number: Array.from({ length: 2_000 }, () => 1e308) } }, 'payload'],
      [{ payload: { order_number: Array.from({ length: 2_000 }, () => 1e-300) } }, 'payload'],
      [{ recipient: { contact: 'ref:nobody' } }, 'recipient.contact'],
      [{ recipient: { contact: foreign } }, 'recipient.contact'],
      [{ recipient: { contact: 'nobody' } }, 'recipient.contact'],
      [{ recipient: { email: 'nobody' } }, 'recipient.email'],
      [{ recipient: {} }, 'recipient'],
      [{ recipient: null }, 'recipient'],
      [{ type: 'unknown' }, 'type'],
    ];
    for (const [change, path] of cases) {
      const { status, body } = await emit(emitOf('order.shipped', 'faulty', change));
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change).slice(0, 200)).toEqual([422, [path]]);
    }
  });

  it('inside lists have their position', async () => {
    const items = { name: 'items', type: 'list', fields: [{ name: 'price', type: 'number', required: true }] };
    await acme.ask('saveEventType', { path: { name: 'cart' }, body: { fields: [items] } });
    const payload = { items: [{ price: 1 }, { price: 2 }, { price: 'three' }, {}] };
    const { body } = await emit(emitOf('cart', 'cart', { payload }));
    expect(Object.keys(body.errors)).toEqual(['payload.items.2.price', 'payload.items.3.price']);
  });
});

it('a suppressed address is answered as suppressed', async () => {
  const real = await openPlatform('Suppressed');
  await makeSendable(real);
  await real.ask('saveEventType', { path: { name: 'hello' }, body: { fields: [] } });
  const composition = { ...template.composition, document: { blocks: [] } };
  await real.ask('saveTemplate', { path: { name: 'hello' }, body: { ...template, subject: 'Hi', composition } });
  const send = (idempotency_key: string) =>
    real.ask('emitEvent', {
      body: { type: 'hello', idempotency_key, recipient: { email: 'nobody@example.com' }, payload: {} },
    });
  const first = await send('first');
  expect(first.body.data.message.state).toBe('queued');
  const path = { id: first.body.data.id };
  const state = async () => (await real.ask('getEvent', { path })).body.data.message.state;
  await expect.poll(state).toBe('bounced');
  expect((await send('second')).body.data.message.state).toBe('suppressed');
  expect((await send('first')).body).toEqual(first.body);
});
