/** One of each thing that a page of the console shows. */
import { vi } from 'vitest';
import type { Backend, TestService } from '../../support/service.ts';
import type { WebhookSink } from '../../support/webhook-sink.ts';
import { fillFigures } from './fill-figures.ts';

/** A name that does something wherever it is taken for HTML. */
export const hostile = `<img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script>`;

/** Milliseconds. */
const patience = { timeout: 60_000, interval: 100 };

/** Ids of the things. */
export type Filled = Readonly<
  Record<'workspace' | 'paused' | 'held' | 'delivered' | 'webhook' | 'endpoint' | 'contact', string>
>;

interface Parts {
  readonly tidings: TestService;
  readonly backend: Backend;
  readonly hook: WebhookSink;
}

export async function fillConsole({ tidings, backend, hook }: Parts): Promise<Filled> {
  const emit = (key: string, email: string, payload?: object) => emitOrder(backend, key, email, payload);
  const types = ['message.bounced', 'message.delivered'];
  const { body: endpoint } = await backend.rest('POST', '/webhook-endpoints', { url: hook.url, types });
  const { body: workspace } = await backend.rest('PATCH', '/workspaces/ref:shop', { name: 'Harbour Books Lisbon' });
  await backend.rest('POST', '/workspaces', { name: hostile.slice(0, 128), reference: 'hostile' });
  const porto = { name: 'Harbour Books Porto', reference: 'porto' };
  const { body: paused } = await backend.rest('POST', '/workspaces', porto);
  const { platformId } = backend;
  await fillFigures(tidings.databaseUrl, { platformId, workspaceId: paused.data.id });
  await backend.rest('POST', '/attribute-definitions', { key: 'plan', name: hostile.slice(0, 128), type: 'string' });
  const { body: contact } = await backend.rest('PUT', '/workspaces/ref:shop/contacts/ref:ada', {
    email: 'ada@example.com',
    locale: 'en',
    attributes: { plan: hostile },
    tags: ['Early bird'],
    marketing: { state: 'subscribed', at: new Date(Date.now() - 86_400_000).toISOString() },
  });
  // At each attempt that the tests may live to see.
  const greylisted = { code: 451, text: '4.7.1 Greylisted, please try again later' };
  tidings.mail.refuse('grace@example.org', Array(50).fill(greylisted));
  hook.answer(500);
  const bounced = await emit('first', 'bounce@simulator.test');
  await follow(backend, bounced, ({ state }) => state === 'bounced');
  // Before another webhook could get the answer that is meant for it.
  await hook.received(1);
  const complained = await emit('second', 'complaint@simulator.test');
  const delivered = await emit('third', 'ada@example.com');
  const held = await emit('fourth', 'grace@example.org', { customer_name: 'Grace' });
  await Promise.all([
    follow(backend, complained, ({ state }) => state === 'complained'),
    follow(backend, delivered, ({ state }) => state === 'delivered'),
    follow(backend, held, ({ state, attempts }) => state === 'queued' && attempts.length > 0),
  ]);
  const { body: webhooks } = await backend.rest('GET', '/webhooks');
  return {
    workspace: workspace.data.id,
    paused: paused.data.id,
    endpoint: endpoint.data.id,
    contact: contact.data.id,
    held,
    delivered,
    webhook: webhooks.data.find(({ type }: { type: string }) => type === 'message.bounced').id,
  };
}

export async function emitOrder(backend: Backend, key: string, email: string, payload: object = {}): Promise<string> {
  const { body } = await backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: key,
    recipient: { email },
    payload: { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001', ...payload },
  });
  return body.data.message.id;
}

interface MessageNow {
  readonly state: string;
  readonly attempts: readonly unknown[];
}

/** Waits until `isReached` for a message; also in a hook, where `expect.poll` is not allowed. */
export async function follow(backend: Backend, id: string, isReached: (message: MessageNow) => boolean): Promise<void> {
  const document = 'query ($id: ID!) { node(id: $id) { ... on Message { state attempts { number } } } }';
  await vi.waitUntil(async () => isReached((await backend.graphql(document, { id })).body.data.node), patience);
}
