/** Which webhooks go out of the whole service, what each says, and what none goes out for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookTypes } from '../../src/webhooks/webhook-types.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import type { TakenWebhook, WebhookSink } from '../support/webhook-sink.ts';
import { hours, minutes } from './ground.ts';

let service: TestService;
let clock: TestClock;
let acme: Backend;
let hooks: WebhookSink;
let picky: WebhookSink;
let workspace: { id: string; reference: string };

beforeAll(async () => {
  clock = createTestClock(new Date());
  service = await startTestService({ clock });
  acme = await service.platform('Causes');
  hooks = await service.webhookSink();
  picky = await service.webhookSink();
  await acme.rest('POST', '/webhook-endpoints', { url: hooks.url, types: webhookTypes });
  await acme.rest('POST', '/webhook-endpoints', { url: picky.url, types: ['message.bounced'] });
  const { body } = await acme.rest('GET', '/workspaces/ref:shop');
  workspace = { id: body.data.id, reference: 'shop' };
});
afterAll(() => service.stop());

async function emit(key: string, recipient: object, shop = 'shop'): Promise<string> {
  const { status, body } = await acme.rest('POST', `/workspaces/ref:${shop}/events`, {
    type: 'order.shipped',
    idempotency_key: key,
    recipient,
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
  });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.data.message.id;
}

async function contact(reference: string): Promise<{ id: string; reference: string }> {
  const { body } = await acme.rest('PUT', `/workspaces/ref:shop/contacts/ref:${reference}`, {
    email: `${reference}@example.com`,
  });
  return { id: body.data.id, reference };
}

/** The webhooks that came about one thing, once there are so many, by type. */
async function heard(about: string, count: number): Promise<readonly TakenWebhook[]> {
  const of = () => hooks.taken.filter(({ raw }) => raw.includes(about));
  await expect.poll(() => of().length, { timeout: 15_000 }).toBe(count);
  return of().toSorted((a, b) => (a.body.type < b.body.type ? -1 : 1));
}

const about = (type: string, data: object, change: object = {}) => ({
  id: expect.stringMatching(/^[0-9A-Z]{26}$/),
  type,
  source: 'service',
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  simulated: false,
  workspace,
  data,
  ...change,
});

const bodies = (webhooks: readonly TakenWebhook[]) => webhooks.map(({ body }) => body);

test('a delivery to an address no contact holds names the address, and nothing else does', async () => {
  const id = await emit('stranger', { email: 'stranger@example.com' });
  expect(bodies(await heard(id, 1))).toEqual([
    about('message.delivered', { message: { id, idempotency_key: 'stranger', recipient: 'stranger@example.com' } }),
  ]);
});

test('a delivery to a contact names the contact and no address', async () => {
  const holder = await contact('holder');
  const id = await emit('held', { email: 'Holder@example.com' });
  const [webhook] = await heard(id, 1);
  expect(webhook?.body).toEqual(
    about('message.delivered', { message: { id, idempotency_key: 'held', contact: holder } }),
  );
  expect(webhook?.raw).not.toContain('@');
});

test('a hard bounce suppresses the contact, and the next emit to it is suppressed', async () => {
  const gone = await contact('gone');
  service.mail.refuse('gone@example.com', [{ code: 550, text: '5.1.1 No such user' }]);
  const id = await emit('bounced', { contact: 'ref:gone' });
  const message = { id, idempotency_key: 'bounced', contact: gone };
  expect(bodies(await heard(gone.id, 2))).toEqual([
    about('contact.suppressed', { contact: gone, reason: 'hard_bounce', blocks: ['all'] }),
    about('message.bounced', { message, bounce: 'hard' }),
  ]);
  const next = await emit('suppressed', { contact: 'ref:gone' });
  const webhooks = await heard(gone.id, 3);
  expect(bodies(webhooks).at(-1)).toEqual(
    about('message.suppressed', { message: { id: next, idempotency_key: 'suppressed', contact: gone } }),
  );
  for (const { raw } of webhooks) expect(raw).not.toContain('@');
});

test('a soft bounce suppresses nobody', async () => {
  const full = await contact('policy');
  service.mail.refuse('policy@example.com', [{ code: 550, text: '5.7.1 Message refused by policy' }], 'data');
  const id = await emit('soft', { contact: 'ref:policy' });
  expect(bodies(await heard(full.id, 1))).toEqual([
    about('message.bounced', { message: { id, idempotency_key: 'soft', contact: full }, bounce: 'soft' }),
  ]);
});

test('the simulator’s webhooks are marked, a complaint is the recipient’s, and nobody is suppressed', async () => {
  const said = { simulated: true };
  const recipient = (name: string) => `${name}+causes@simulator.test`;
  for (const name of ['delivered', 'bounce', 'complaint']) {
    const id = await emit(`simulated-${name}`, { email: recipient(name) });
    const message = { id, idempotency_key: `simulated-${name}`, recipient: recipient(name) };
    const wanted = {
      delivered: [about('message.delivered', { message }, said)],
      bounce: [about('message.bounced', { message, bounce: 'hard' }, said)],
      complaint: [
        about('message.complained', { message }, { ...said, source: 'recipient' }),
        about('message.delivered', { message }, said),
      ],
    }[name];
    expect(bodies(await heard(id, wanted?.length ?? 0))).toEqual(wanted);
  }
});

test('a message that cannot go out in 24 hours expires; one of a deleted workspace fails and still names it', async () => {
  const busy = Array.from({ length: 40 }, () => ({ code: 450, text: '4.3.2 Come back later' }));
  await acme.rest('POST', '/workspaces', { name: 'Gone', reference: 'gone' });
  const { body } = await acme.rest('GET', '/workspaces/ref:gone');
  service.mail.refuse('busy@example.com', busy);
  service.mail.refuse('left@example.com', busy);
  const late = await emit('late', { email: 'busy@example.com' });
  const left = await emit('left', { email: 'left@example.com' }, 'gone');
  const waits = async (id: string) => {
    const { rows } = await service.service.app.db.pool.query(
      "SELECT FROM messages WHERE id = $1 AND state = 'queued' AND attempt_number = 1",
      [id],
    );
    return rows.length;
  };
  await expect.poll(async () => (await waits(late)) + (await waits(left)), { timeout: 15_000 }).toBe(2);
  expect((await acme.rest('DELETE', '/workspaces/ref:gone')).status).toBe(204);
  clock.advance(minutes(2));
  const message = { id: left, idempotency_key: 'left', recipient: 'left@example.com' };
  expect(bodies(await heard(left, 1))).toEqual([
    about(
      'message.failed',
      { message, reason: 'workspace_deleted' },
      { workspace: { id: body.data.id, reference: 'gone' } },
    ),
  ]);
  clock.advance(hours(24));
  expect(bodies(await heard(late, 1))).toEqual([
    about('message.expired', { message: { id: late, idempotency_key: 'late', recipient: 'busy@example.com' } }),
  ]);
});

test('an endpoint hears of the types it subscribes to, and of no other', async () => {
  expect(new Set(picky.taken.map(({ body }) => body.type))).toEqual(new Set(['message.bounced']));
  const all = hooks.taken.filter(({ body }) => body.type === 'message.bounced');
  expect(picky.taken.map(({ body }) => body.data).toSorted(byText)).toEqual(
    all.map(({ body }) => body.data).toSorted(byText),
  );
  const ids = new Set([...hooks.taken, ...picky.taken].map(({ body }) => body.id));
  expect(ids.size).toBe(hooks.taken.length + picky.taken.length);
});

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

test('nothing goes out for the caller’s own changes', async () => {
  const before = hooks.taken.length;
  const shop = '/workspaces/ref:shop';
  const at = new Date(clock.now().getTime() - 1_000).toISOString();
  const own = [
    ['PUT', `${shop}/contacts/ref:own`, { email: 'own@example.com', marketing: { state: 'subscribed', at } }, 201],
    ['PUT', `${shop}/contacts/ref:own`, { marketing: { state: 'unsubscribed', at: clock.now().toISOString() } }, 200],
    ['POST', `${shop}/contacts/ref:own/tags`, { tags: ['vip'] }, 200],
    ['DELETE', `${shop}/contacts/ref:own`, undefined, 204],
    ['PUT', `${shop}/contacts/ref:erased`, { email: 'erased@example.com' }, 201],
    ['POST', `${shop}/erasures`, { contact: 'ref:erased' }, 202],
    ['POST', '/workspaces', { name: 'Own', reference: 'own' }, 201],
    ['PATCH', '/workspaces/ref:own', { name: 'Renamed' }, 200],
    ['POST', '/workspaces/ref:own/suspend', undefined, 200],
    ['POST', '/workspaces/ref:own/resume', undefined, 200],
    ['DELETE', '/workspaces/ref:own', undefined, 204],
    ['PUT', '/sending-domain', { domain: 'other.test' }, 200],
    ['DELETE', '/sending-domain', undefined, 204],
  ] as const;
  for (const [method, path, body, wanted] of own) {
    const { status } = await acme.rest(method, path, body);
    expect(status, `${method} ${path}`).toBe(wanted);
  }
  // What comes after them has come, so they have caused nothing.
  await acme.rest('PUT', '/sending-domain', { domain: 'causes.test' });
  const id = await emit('after', { email: 'delivered+after@simulator.test' });
  await heard(id, 1);
  expect(hooks.taken.slice(before).map(({ body }) => body.data.message?.idempotency_key)).toEqual(['after']);
});

test.each(webhookTypes)('a test of an endpoint by %s is signed, logged and marked as simulated', async (type) => {
  const { body: endpoints } = await acme.rest('GET', '/webhook-endpoints');
  const endpointId = endpoints.data[1].id;
  const { body } = await acme.graphql(
    `mutation ($endpointId: String!, $type: String!) {
      webhookTestSend(endpointId: $endpointId, type: $type) { webhook { id type state body } }
    }`,
    { endpointId, type },
  );
  const { webhook } = body.data.webhookTestSend;
  expect(webhook.body).toMatchObject({ id: webhook.id, type, simulated: true });
  expect(webhook.body.workspace === null).toBe(type === 'sending_domain.changed');
  await expect.poll(() => picky.taken.map((taken) => taken.body), { timeout: 15_000 }).toContainEqual(webhook.body);
  expect((await acme.rest('GET', `/webhooks/${webhook.id}`)).body.data.body).toEqual(webhook.body);
});

test('a test of an unknown type or of another platform’s endpoint is refused', async () => {
  const { body: endpoints } = await acme.rest('GET', '/webhook-endpoints');
  const send = async (backend: Backend, endpointId: string, type: string) => {
    const { body } = await backend.graphql(
      'mutation ($endpointId: String!, $type: String!) { webhookTestSend(endpointId: $endpointId, type: $type) { webhook { id } } }',
      { endpointId, type },
    );
    return body.errors?.[0]?.extensions.code;
  };
  const { id } = endpoints.data[0];
  expect(await send(acme, id, 'message.read')).toBe('unknown_type');
  expect(await send(acme, '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'message.delivered')).toBe('not_found');
  expect(await send(await service.platform('Stranger'), id, 'message.delivered')).toBe('not_found');
});
