import { beforeAll, describe, expect, inject, it } from 'vitest';
import { callOperation, openPlatform, operate } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, payload, simulated } from './harness/samples.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const emit = (events: unknown, workspace = acme.workspace) =>
  acme.ask('emitEvents', { path: { workspace }, body: { events } });

beforeAll(async () => {
  await makeEventType(acme, 'order.shipped');
  await makeEventType(acme, 'order.noted', { withTemplate: false });
  await makeContact(acme, 'ada', { email: simulated('ada') });
});

refusesAsUsual('emitEvents', acme, () => ({ body: { events: [emitOf('order.shipped', 'usual')] } }));

/** Result and code of each item. */
const outcomes = ({ body }: { readonly body: { readonly data: readonly Readonly<Record<string, unknown>>[] } }) =>
  body.data.map(({ result, code }) => (result === 'accepted' ? result : code));

describe('a batch', () => {
  it('gives each emit its own result, in order, as a single emit would', async () => {
    const single = await acme.ask('emitEvent', { body: emitOf('order.shipped', 'single') });
    const answered = await emit([
      emitOf('order.shipped', 'first', { recipient: { contact: 'ref:ada' }, metadata: { order: '1' } }),
      emitOf('order.noted', 'noted'),
      emitOf('order.shipped', 'single'),
      emitOf('order.shipped', 'single', { payload: { order_number: '2' } }),
      emitOf('order.unknown', 'no-type'),
      emitOf('order.shipped', 'no-payload', { payload: {} }),
      emitOf('order.shipped', 'no-contact', { recipient: { contact: 'ref:nobody' } }),
      emitOf('order.shipped', 'odd', { colour: 'red', payload: {} }),
      emitOf('order.shipped', 'a b', { recipient: { email: simulated('blank') } }),
      emitOf('order.shipped', 'named', { workspace: 'ref:shop' }),
      7,
      { idempotency_key: 'first' },
      emitOf('order.shipped', 'last'),
    ]);
    const { status, headers, body } = answered;
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(outcomes(answered)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'idempotency_key_reused',
      ...Array.from({ length: 7 }, () => 'validation_failed'),
      // Without a shape, but of a key that is used by then or not.
      expect.stringMatching(/^(?:validation_failed|idempotency_key_reused)$/),
      'accepted',
    ]);
    const [first, noted, repeated, reused, unknown, empty, nobody, odd, blank, named, seven] = body.data;
    expect(first).toEqual({
      idempotency_key: 'first',
      result: 'accepted',
      event: {
        id: expect.any(String),
        type: 'order.shipped',
        idempotency_key: 'first',
        contact: { id: expect.any(String), reference: 'ada' },
        message: expect.objectContaining({ state: 'queued', simulated: true }),
        metadata: { order: '1' },
        created_at: expect.any(String),
      },
    });
    expect([noted.event.message, Object.keys(noted.event)]).toEqual([
      null,
      ['id', 'type', 'idempotency_key', 'contact', 'message', 'created_at'],
    ]);
    expect(repeated.event).toEqual(single.body.data);
    expect(reused).toEqual({
      idempotency_key: 'single',
      result: 'refused',
      code: 'idempotency_key_reused',
      message: expect.any(String),
      doc_url: expect.stringMatching(/#idempotency_key_reused$/),
    });
    expect(unknown.errors).toEqual({ type: [expect.stringMatching(/^is not a registered event type/)] });
    expect(Object.keys(empty.errors)).toEqual(['payload.order_number']);
    expect(Object.keys(nobody.errors)).toEqual(['recipient.contact']);
    expect(Object.keys(odd.errors)).toEqual(['colour', 'payload.order_number']);
    expect([blank.idempotency_key, Object.keys(blank.errors)]).toEqual([null, ['idempotency_key']]);
    expect(Object.keys(named.errors)).toEqual(['workspace']);
    expect([seven.idempotency_key, seven.errors]).toEqual([null, { body: ['must be an object'] }]);
    const { body: read } = await acme.ask('getEvent', { path: { id: first.event.id } });
    expect(read.data).toMatchObject({ idempotency_key: 'first', metadata: { order: '1' } });
  });

  it('takes a token of the request limit for each 50 emits', async () => {
    const left = ({ headers }: { readonly headers: Headers }) => Number(headers.get('ratelimit-remaining'));
    const faulty = (count: number) => Array.from({ length: count }, () => 7);
    const other = await openPlatform('Counted');
    const send = (count: number) =>
      other.ask('emitEvents', { path: { workspace: other.workspace }, body: { events: faulty(count) } });
    const before = left(await send(1));
    expect(before - left(await send(50))).toBe(1);
    expect(before - left(await send(51))).toBe(3);
    expect(before - left(await send(500))).toBe(13);
  });

  it('sent again has the same results word for word, and sends nothing twice', async () => {
    const events = [
      ...Array.from({ length: 30 }, (_, at) => emitOf('order.shipped', `again-${at}`)),
      emitOf('order.shipped', 'again-faulty', { payload: {} }),
      emitOf('order.unknown', 'again-unknown'),
    ];
    const first = await emit(events);
    const second = await emit(events);
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    // The same emit alone repeats it too, and in another order of keys.
    const { recipient, ...others } = emitOf('order.shipped', 'again-0');
    const alone = await acme.ask('emitEvent', { body: { recipient, ...others } });
    expect([alone.headers.get('idempotent-replayed'), alone.body.data]).toEqual(['true', first.body.data[0].event]);
    const more = await emit([...events, emitOf('order.shipped', 'again-new')]);
    expect(more.headers.get('idempotent-replayed')).toBeNull();
  });

  it('decides emits of one key in their order', async () => {
    const body = (n: number) => emitOf('order.shipped', 'twice', { payload: { order_number: String(n) } });
    for (const events of [
      [body(1), body(1), body(2), body(1)],
      [body(2), body(1)],
    ]) {
      const answered = await emit(events);
      expect(outcomes(answered)).toEqual(
        events.map(({ payload: { order_number } }) => (order_number === '1' ? 'accepted' : 'idempotency_key_reused')),
      );
    }
    const freed = await emit([
      emitOf('order.shipped', 'freed', { payload: {} }),
      emitOf('order.shipped', 'freed'),
      emitOf('order.shipped', 'freed', { payload: {} }),
    ]);
    expect(outcomes(freed)).toEqual(['validation_failed', 'accepted', 'idempotency_key_reused']);
  });

  it('counts every emit to an address', async () => {
    const recipient = { email: simulated('busy') };
    const events = Array.from({ length: 33 }, (_, at) => emitOf('order.shipped', `busy-${at}`, { recipient }));
    const { body } = await emit(events);
    const refused = body.data.filter(({ result }: { result: string }) => result === 'refused');
    expect(refused).toHaveLength(3);
    for (const one of refused) {
      expect(one).toMatchObject({ code: 'recipient_rate_limited', retry_after: expect.any(Number) });
      expect(one.retry_after).toBeGreaterThan(3_400);
    }
  });

  it('takes 500 emits and no more, and none', async () => {
    const events = Array.from({ length: 501 }, (_, at) => emitOf('order.shipped', `m-${at}`));
    const answered = await emit(events.slice(1));
    expect([answered.status, answered.body.data.length]).toEqual([200, 500]);
    expect(new Set(outcomes(answered))).toEqual(new Set(['accepted']));
    expect(answered.body.data.map(({ idempotency_key }: { idempotency_key: string }) => idempotency_key)).toEqual(
      events.slice(1).map(({ idempotency_key }) => idempotency_key),
    );
    const over = await emit(events);
    expect([over.status, over.body.errors]).toMatchObject([422, { events: ['must have at most 500 items'] }]);
    expect((await emit([])).body.data).toEqual([]);
  });

  it('takes files and large payloads beside small emits', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const attachments = [{ filename: 'dot.png', content: png.toString('base64') }];
    const large = { ...payload, customer_name: 'x'.repeat(40_000) };
    const answered = await emit([
      ...Array.from({ length: 6 }, (_, at) => emitOf('order.shipped', `large-${at}`, { payload: large })),
      emitOf('order.shipped', 'files', { attachments }),
      emitOf('order.shipped', 'wrong-files', {
        attachments: [{ filename: 'dot.pdf', content: png.toString('base64') }],
      }),
      emitOf('order.shipped', 'small'),
    ]);
    expect(outcomes(answered)).toEqual([
      ...Array.from({ length: 7 }, () => 'accepted'),
      'validation_failed',
      'accepted',
    ]);
    expect(Object.keys(answered.body.data[7].errors)).toEqual(['attachments.0.filename']);
  });
});

describe('the whole batch is refused', () => {
  it.each([undefined, null, {}, 'x'])('when `events` is %j', async (events) => {
    const { status, body } = await emit(events);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['events']]);
  });

  it('for a workspace that does not exist for the key, whatever the items are', async () => {
    const other = await stranger();
    for (const events of [[emitOf('order.shipped', 'foreign')], [7], []]) {
      const { status } = await other.ask('emitEvents', { path: { workspace: acme.workspace }, body: { events } });
      expect(status).toBe(404);
    }
    const second = await acme.newWorkspace('second');
    const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }`;
    const input = { platformId: acme.id, name: 'One', scopes: ['send'], workspace: second };
    const { apiKeyCreate } = await operate(create, { input });
    const headers = { authorization: `Bearer ${apiKeyCreate.apiKey.secret}` };
    const body = { events: [emitOf('order.shipped', 'one')] };
    const ask = (workspace: string) =>
      callOperation(inject('restService').url, 'emitEvents', { path: { workspace }, body, headers });
    expect([(await ask(acme.workspace)).status, (await ask(second)).status]).toEqual([404, 200]);
  });

  it('for a key that may not send', async () => {
    const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }`;
    const made = await operate(create, { input: { platformId: acme.id, name: 'Reader', scopes: ['read'] } });
    const headers = { authorization: `Bearer ${made.apiKeyCreate.apiKey.secret}` };
    const body = { events: [emitOf('order.shipped', 'unsent')] };
    const path = { workspace: acme.workspace };
    const refused = await callOperation(inject('restService').url, 'emitEvents', { path, body, headers });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  });
});

it('a suspended workspace refuses each emit but the repeated ones', async () => {
  const workspace = await acme.newWorkspace('suspended');
  const known = emitOf('order.shipped', 'before');
  const first = await emit([known], workspace);
  await acme.ask('suspendWorkspace', { path: { workspace } });
  const answered = await emit([known, emitOf('order.shipped', 'after')], workspace);
  expect(outcomes(answered)).toEqual(['accepted', 'workspace_suspended']);
  expect(answered.body.data[0]).toEqual(first.body.data[0]);
});

it('batches of the same emits at once are one of each', async () => {
  const events = Array.from({ length: 40 }, (_, at) => emitOf('order.shipped', `race-${at}`));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => emit(turn % 2 === 0 ? events : events.toReversed())),
  );
  const seen = new Map<string, Set<string>>();
  for (const { body } of answers) {
    for (const { idempotency_key, result, event } of body.data) {
      expect(result).toBe('accepted');
      seen.set(idempotency_key, (seen.get(idempotency_key) ?? new Set()).add(JSON.stringify(event)));
    }
  }
  expect([...seen.values()].map((one) => one.size)).toEqual(events.map(() => 1));
});

it('rejected emits are listed with the request, those of another shape too', async () => {
  const workspace = await acme.newWorkspace('noted');
  const { headers } = await emit(
    [emitOf('order.unknown', 'x'), emitOf('order.shipped', 'y', { colour: 1 }), emitOf('order.shipped', 'z')],
    workspace,
  );
  const request_id = headers.get('request-id') ?? '';
  const noted = async () => {
    const { body } = await acme.ask('listRefusedEmits', { query: { workspace, request_id } });
    return body.data.map(({ code, type }: { code: string; type: string }) => `${code} ${type}`).toSorted();
  };
  await expect
    .poll(noted, { timeout: 10_000 })
    .toEqual(['validation_failed order.shipped', 'validation_failed order.unknown']);
});
