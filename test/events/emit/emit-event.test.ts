import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { statementsOf } from '../../support/statements.ts';
import { suppressEverywhere } from '../../support/suppress-everywhere.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

const emit = `mutation ($workspace: ID!, $input: EventEmitInput!) {
  eventEmit(workspace: $workspace, input: $input) {
    replayed
    event { id type idempotencyKey contact: contactAtEmit { id: contactId reference } createdAt
            message { id state templateVersionId fellBack simulated } }
  }
}`;

const messageFields = 'message { id state simulated recipient locale expiresAt attempts { number } opens { at } }';
const emitForMore = `mutation ($workspace: ID!, $input: EventEmitInput!) {
  eventEmit(workspace: $workspace, input: $input) { replayed event { id ${messageFields} } }
}`;

const payload = { order_number: '1001', tracking_url: 'https://example.com/1001' };

let world: World;
let acme: Tenant;

beforeAll(async () => {
  world = await createWorld();
  acme = await shop();
});

afterAll(() => world.close());

/** A tenant that can send: a captured domain, an event type with a template, and one without. */
async function shop(): Promise<Tenant> {
  const tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  await saveEventType(tenant.ctx, { name: 'order.viewed', input: { fields: [] } });
  return tenant;
}

let keys = 0;
function send(tenant: Tenant, input: Record<string, unknown>, workspace = 'ref:shop') {
  keys += 1;
  // As over REST: which recipients exclude each other is left to the verb.
  return tenant.askAsRest(emit, {
    workspace,
    input: {
      type: 'order.shipped',
      idempotencyKey: `key-${keys}`,
      recipient: { email: 'ada@example.com' },
      payload,
      ...input,
    },
  });
}

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await world.app.db.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`);
  return rows[0].n;
}

describe('an emit', () => {
  test('records the event and queues its message', async () => {
    const { data, errors } = await send(acme, { recipient: { email: 'bea@example.com' } });
    expect(errors).toEqual([]);
    expect(data.eventEmit).toMatchObject({
      replayed: false,
      event: {
        type: 'order.shipped',
        contact: null,
        message: { state: 'queued', fellBack: ['event.customer_name'], simulated: false },
      },
    });
    const { rows } = await world.app.db.pool.query('SELECT * FROM messages WHERE id = $1', [
      data.eventEmit.event.message.id,
    ]);
    expect(rows[0]).toMatchObject({ state: 'queued', recipient: 'bea@example.com', locale: 'en', timezone: 'UTC' });
    expect(rows[0].expires_at.getTime() - rows[0].created_at.getTime()).toBe(24 * 60 * 60 * 1000);
  });

  test('of a type without template records the event and sends nothing', async () => {
    const { data } = await send(acme, { type: 'order.viewed', payload: {} });
    expect(data.eventEmit.event.message).toBeNull();
  });

  test('sent fifty times at once with one key is one event, one message and fifty equal answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        acme.ask(emit, {
          workspace: 'ref:shop',
          input: {
            type: 'order.shipped',
            idempotencyKey: 'fifty',
            recipient: { email: 'cleo@example.com' },
            payload,
          },
        }),
      ),
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data.eventEmit.event))).size).toBe(1);
    expect(answers.filter(({ data }) => !data.eventEmit.replayed)).toHaveLength(1);
    expect(await count('events', `idempotency_key = 'fifty'`)).toBe(1);
    expect(await count('messages', `idempotency_key = 'fifty'`)).toBe(1);
  });

  test('with a key of another body is refused, and a replay with other key order is not', async () => {
    const input = { idempotencyKey: 'reused', recipient: { email: 'dora@example.com' } };
    const first = await send(acme, input);
    const again = await send(acme, {
      ...input,
      payload: { tracking_url: payload.tracking_url, order_number: payload.order_number },
    });
    expect(again.data.eventEmit).toEqual({ ...first.data.eventEmit, replayed: true });
    const other = await send(acme, { ...input, payload: { ...payload, order_number: '1002' } });
    expect(other.refusal?.code).toBe('idempotency_key_reused');
  });

  test('names every fault of the payload under its path and records nothing', async () => {
    const before = await count('events');
    const { refusal } = await send(acme, { payload: { tracking_url: 'javascript:alert(1)', colour: 'red' } });
    expect(refusal?.code).toBe('validation_failed');
    expect(Object.keys(refusal?.details.errors ?? {}).sort()).toEqual([
      'payload.colour',
      'payload.order_number',
      'payload.tracking_url',
    ]);
    expect(await count('events')).toBe(before);
  });

  test('refuses an unknown type, an unknown contact, two recipients and a stranger at the simulator', async () => {
    const faults = async (input: Record<string, unknown>) =>
      Object.keys((await send(acme, input)).refusal?.details.errors ?? {});
    expect(await faults({ type: 'order.lost' })).toEqual(['type']);
    expect(await faults({ recipient: { contact: 'ref:nobody' } })).toEqual(['recipient.contact']);
    expect(await faults({ recipient: { contact: 'ref:nobody', email: 'a@example.com' } })).toEqual(['recipient']);
    expect(await faults({ recipient: { email: 'bounced@simulator.test' } })).toEqual(['recipient.email']);
  });

  test('to an address that a contact holds is an emit to that contact', async () => {
    const made = await acme.ask(
      `mutation { contactUpsert(workspace: "ref:shop", contact: "ref:eve", input: { email: "Eve@example.com" }) {
         contact { id } } }`,
    );
    const { data } = await send(acme, { recipient: { email: 'eve@EXAMPLE.com' } });
    expect(data.eventEmit.event.contact).toEqual({ id: made.data.contactUpsert.contact.id, reference: 'eve' });
    const byReference = await send(acme, { recipient: { contact: 'ref:eve' } });
    expect(byReference.data.eventEmit.event.contact.reference).toBe('eve');
  });

  test('to a suppressed address is suppressed at birth', async () => {
    await suppressEverywhere(acme, 'gone@example.com');
    const { data } = await send(acme, { recipient: { email: 'gone@example.com' } });
    expect(data.eventEmit.event.message.state).toBe('suppressed');
  });

  test('is refused after thirty in an hour to one address, until the oldest is an hour old', async () => {
    const recipient = { email: 'often@example.com' };
    const answers = await Promise.all(Array.from({ length: 35 }, () => send(acme, { recipient })));
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(30);
    const refused = answers.find(({ refusal }) => refusal !== null)?.refusal;
    expect(refused?.code).toBe('recipient_rate_limited');
    expect(refused?.details.retryAfter).toBe(3600);
    world.advance(60 * 60 * 1000 - 1);
    expect((await send(acme, { recipient })).refusal?.code).toBe('recipient_rate_limited');
    world.advance(1);
    expect((await send(acme, { recipient })).refusal).toBeNull();
  });

  test('before the platform has a sending domain goes to the simulator alone', async () => {
    const tenant = await world.tenant({ name: 'New', eventType: 'order.shipped' });
    expect((await send(tenant, {})).refusal?.code).toBe('domain_not_sendable');
    const { data } = await send(tenant, { recipient: { email: 'bounce+one@simulator.test' } });
    expect(data.eventEmit.event.message).toMatchObject({ state: 'queued', simulated: true });
  });

  test("into another platform's workspace is not found", async () => {
    const other = await shop();
    expect((await send(other, {}, acme.workspace)).refusal?.code).toBe('not_found');
  });
});

describe('the message of an emit', () => {
  const readsOf = async (work: () => Promise<unknown>) =>
    (await statementsOf(work)).filter((text) => /FROM "public"\."messages"/.test(text));

  test('comes from the record, and from its row only where more is selected', async () => {
    const input = { type: 'order.shipped', recipient: { email: 'more@example.com' }, payload };
    expect(await readsOf(() => send(acme, input))).toEqual([]);
    // Fragments that spread each other twice, forty times over: each is looked at once.
    const doubled = Array.from({ length: 40 }, (_none, n) => `fragment F${n} on Message { ...F${n + 1} ...F${n + 1} }`);
    const spread = `mutation ($workspace: ID!, $input: EventEmitInput!) {
      eventEmit(workspace: $workspace, input: $input) { event { message { ...F0 } } }
    } ${doubled.join(' ')} fragment F40 on Message { id state }`;
    const nested = { workspace: 'ref:shop', input: { ...input, idempotencyKey: 'nested' } };
    expect(await readsOf(() => acme.ask(spread, nested))).toEqual([]);
    const more = { workspace: 'ref:shop', input: { ...input, idempotencyKey: 'more' } };
    let message: { readonly id: string } | undefined;
    const reads = await readsOf(async () => {
      message = (await acme.ask(emitForMore, more)).data.eventEmit.event.message;
    });
    expect(reads).toHaveLength(1);
    expect(message).toMatchObject({
      state: 'queued',
      simulated: false,
      recipient: 'more@example.com',
      locale: 'en',
      expiresAt: new Date(world.now().getTime() + 24 * 60 * 60 * 1_000),
      attempts: [],
      opens: [],
    });
  });

  test('keeps its state in a replay, while the event shows the present one', async () => {
    const input = { type: 'order.shipped', recipient: { email: 'late@example.com' }, payload };
    const late = { workspace: 'ref:shop', input: { ...input, idempotencyKey: 'late' } };
    const { event } = (await acme.ask(emitForMore, late)).data.eventEmit;
    await world.app.db.pool.query("UPDATE messages SET state = 'sending' WHERE id = $1", [event.message.id]);
    const again = (await acme.ask(emitForMore, late)).data.eventEmit;
    expect(again).toMatchObject({ replayed: true, event: { id: event.id, message: { state: 'queued' } } });
    const query = `query ($id: ID!) { event(workspace: "ref:shop", id: $id) { ${messageFields} } }`;
    expect((await acme.ask(query, { id: event.id })).data.event.message).toMatchObject({
      id: event.message.id,
      state: 'sending',
      recipient: 'late@example.com',
    });
  });
});
