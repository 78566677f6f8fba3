/** Which webhooks go out of the whole service, what each says, and what none goes out for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookTypes } from '../../src/webhooks/webhook-types.ts';
import type { Backend } from '../support/service.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';
import { hours, minutes } from './ground.ts';
import { bodies, eachOnce, type Hearing, openHearing } from './hearing.ts';

let hearing: Hearing;
let picky: WebhookSink;

beforeAll(async () => {
  hearing = await openHearing('Causes');
  picky = await hearing.service.webhookSink();
  await hearing.shop.rest('POST', '/webhook-endpoints', { url: picky.url, types: ['message.bounced'] });
});
afterAll(() => hearing.stop());

test('a delivery to an address no contact holds names the address, and nothing else does', async () => {
  const id = await hearing.emit('stranger', { email: 'stranger@example.com' });
  expect(bodies(await hearing.heard(id, 1))).toEqual([
    hearing.about('message.delivered', {
      message: { id, idempotency_key: 'stranger', recipient: 'stranger@example.com' },
    }),
  ]);
});

test('a delivery to a contact names the contact and no address', async () => {
  const holder = await hearing.contact('holder');
  const id = await hearing.emit('held', { email: 'Holder@example.com' });
  const [webhook] = await hearing.heard(id, 1);
  expect(webhook?.body).toEqual(
    hearing.about('message.delivered', { message: { id, idempotency_key: 'held', contact: holder } }),
  );
  expect(webhook?.raw).not.toContain('@');
});

test('a hard bounce suppresses the contact, and the next emit to it is suppressed', async () => {
  const gone = await hearing.contact('gone');
  hearing.service.mail.refuse('gone@example.com', [{ code: 550, text: '5.1.1 No such user' }]);
  const id = await hearing.emit('bounced', { contact: 'ref:gone' });
  const message = { id, idempotency_key: 'bounced', contact: gone };
  expect(bodies(await hearing.heard(gone.id, 2))).toEqual([
    hearing.about('contact.suppressed', { contact: gone, reason: 'hard_bounce', blocks: ['all'] }),
    hearing.about('message.bounced', { message, bounce: 'hard' }),
  ]);
  const next = await hearing.emit('suppressed', { contact: 'ref:gone' });
  const webhooks = await hearing.heard(gone.id, 3);
  expect(bodies(webhooks).at(-1)).toEqual(
    hearing.about('message.suppressed', { message: { id: next, idempotency_key: 'suppressed', contact: gone } }),
  );
  for (const { raw } of webhooks) expect(raw).not.toContain('@');
});

test('a soft bounce suppresses nobody', async () => {
  const full = await hearing.contact('policy');
  hearing.service.mail.refuse('policy@example.com', [{ code: 550, text: '5.7.1 Message refused by policy' }], 'data');
  const id = await hearing.emit('soft', { contact: 'ref:policy' });
  expect(bodies(await hearing.heard(full.id, 1))).toEqual([
    hearing.about('message.bounced', { message: { id, idempotency_key: 'soft', contact: full }, bounce: 'soft' }),
  ]);
});

test('the simulator’s webhooks are marked, a complaint is the recipient’s, and nobody is suppressed', async () => {
  const said = { simulated: true };
  const recipient = (name: string) => `${name}+causes@simulator.test`;
  for (const name of ['delivered', 'bounce', 'complaint']) {
    const id = await hearing.emit(`simulated-${name}`, { email: recipient(name) });
    const message = { id, idempotency_key: `simulated-${name}`, recipient: recipient(name) };
    const wanted = {
      delivered: [hearing.about('message.delivered', { message }, said)],
      bounce: [hearing.about('message.bounced', { message, bounce: 'hard' }, said)],
      complaint: [
        hearing.about('message.complained', { message }, { ...said, source: 'recipient' }),
        hearing.about('message.delivered', { message }, said),
      ],
    }[name];
    expect(bodies(await hearing.heard(id, wanted?.length ?? 0))).toEqual(wanted);
  }
});

test('a message that cannot go out in 24 hours expires; one of a deleted workspace fails and still names it', async () => {
  const busy = Array.from({ length: 40 }, () => ({ code: 450, text: '4.3.2 Come back later' }));
  await hearing.shop.rest('POST', '/workspaces', { name: 'Gone', reference: 'gone' });
  const { body } = await hearing.shop.rest('GET', '/workspaces/ref:gone');
  hearing.service.mail.refuse('busy@example.com', busy);
  hearing.service.mail.refuse('left@example.com', busy);
  const late = await hearing.emit('late', { email: 'busy@example.com' });
  const left = await hearing.emit('left', { email: 'left@example.com' }, 'gone');
  const waits = async (id: string) => {
    const { rows } = await hearing.service.service.app.db.pool.query(
      "SELECT FROM messages WHERE id = $1 AND state = 'queued' AND attempt_number = 1",
      [id],
    );
    return rows.length;
  };
  await expect.poll(async () => (await waits(late)) + (await waits(left)), { timeout: 15_000 }).toBe(2);
  expect((await hearing.shop.rest('DELETE', '/workspaces/ref:gone')).status).toBe(204);
  hearing.clock.advance(minutes(2));
  const message = { id: left, idempotency_key: 'left', recipient: 'left@example.com' };
  expect(bodies(await hearing.heard(left, 1))).toEqual([
    hearing.about(
      'message.failed',
      { message, reason: 'workspace_deleted' },
      { workspace: { id: body.data.id, reference: 'gone' } },
    ),
  ]);
  hearing.clock.advance(hours(24));
  expect(bodies(await hearing.heard(late, 1))).toEqual([
    hearing.about('message.expired', { message: { id: late, idempotency_key: 'late', recipient: 'busy@example.com' } }),
  ]);
});

test('an endpoint hears of the types it subscribes to, and of no other', async () => {
  const told = eachOnce(picky.taken);
  expect(new Set(told.map(({ body }) => body.type))).toEqual(new Set(['message.bounced']));
  const all = hearing.taken().filter(({ body }) => body.type === 'message.bounced');
  expect(told.map(({ body }) => body.data).toSorted(byText)).toEqual(all.map(({ body }) => body.data).toSorted(byText));
  const ids = new Set([...hearing.taken(), ...told].map(({ body }) => body.id));
  expect(ids.size).toBe(hearing.taken().length + told.length);
});

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

test('nothing goes out for the caller’s own changes', async () => {
  const before = hearing.taken().length;
  const shop = '/workspaces/ref:shop';
  const at = new Date(hearing.clock.now().getTime() - 1_000).toISOString();
  const own = [
    ['PUT', `${shop}/contacts/ref:own`, { email: 'own@example.com', marketing: { state: 'subscribed', at } }, 201],
    [
      'PUT',
      `${shop}/contacts/ref:own`,
      { marketing: { state: 'unsubscribed', at: hearing.clock.now().toISOString() } },
      200,
    ],
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
    const { status } = await hearing.shop.rest(method, path, body);
    expect(status, `${method} ${path}`).toBe(wanted);
  }
  await hearing.shop.rest('PUT', '/sending-domain', { domain: 'causes.test' });
  expect(await hearing.since(before)).toEqual([]);
});

test.each(webhookTypes)('a test of an endpoint by %s is signed, logged and marked as simulated', async (type) => {
  const { body: endpoints } = await hearing.shop.rest('GET', '/webhook-endpoints');
  const endpointId = endpoints.data[1].id;
  const { body } = await hearing.shop.graphql(
    `mutation ($endpointId: ID!, $type: WebhookType!) {
      webhookTestSend(endpoint: $endpointId, type: $type) { webhook { id type state body } }
    }`,
    { endpointId, type: type.replace('.', '_') },
  );
  const { webhook } = body.data.webhookTestSend;
  expect(webhook.body).toMatchObject({ id: webhook.id, type, simulated: true });
  expect(webhook.body.workspace === null).toBe(type === 'sending_domain.changed');
  await expect.poll(() => picky.taken.map((taken) => taken.body), { timeout: 15_000 }).toContainEqual(webhook.body);
  expect((await hearing.shop.rest('GET', `/webhooks/${webhook.id}`)).body.data.body).toEqual(webhook.body);
});

test('a test of an unknown type or of another platform’s endpoint is refused', async () => {
  const { body: endpoints } = await hearing.shop.rest('GET', '/webhook-endpoints');
  const send = async (backend: Backend, endpointId: string, type: string) => {
    const { body } = await backend.graphql(
      'mutation ($endpointId: ID!, $type: WebhookType!) { webhookTestSend(endpoint: $endpointId, type: $type) { webhook { id } } }',
      { endpointId, type: type.replace('.', '_') },
    );
    return body.errors?.[0]?.extensions.code;
  };
  const { id } = endpoints.data[0];
  expect(await send(hearing.shop, id, 'message.read')).toBe('validation_failed');
  expect(await send(hearing.shop, '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'message.delivered')).toBe('not_found');
  expect(await send(await hearing.service.platform('Stranger'), id, 'message.delivered')).toBe('not_found');
});
