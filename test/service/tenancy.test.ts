import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let owner: Backend;
let stranger: Backend;

beforeAll(async () => {
  service = await startTestService();
  owner = await service.platform('Owner');
  stranger = await service.platform('Stranger');
});

afterAll(() => service.stop());

/** An answer without what differs from request to request. */
function shown({ status, body }: { readonly status: number; readonly body: Record<string, unknown> }) {
  const { request_id: _id, ...rest } = body;
  return { status, ...rest };
}

test("another platform's resources answer exactly as what does not exist, to each read and write", async () => {
  const { body: made } = await owner.rest('GET', '/workspaces/ref:shop');
  const workspace = made.data.id;
  const contact = await owner.rest('PUT', `/workspaces/${workspace}/contacts/ref:ada`, { email: 'ada@example.com' });
  const emitted = await owner.rest('POST', `/workspaces/${workspace}/events`, {
    type: 'order.shipped',
    idempotency_key: 'mine',
    recipient: { contact: 'ref:ada' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  const hooks = await service.webhookSink();
  const endpoint = await owner.rest('POST', '/webhook-endpoints', { url: hooks.url, types: ['message.bounced'] });
  const nowhere = '01HZZZZZZZZZZZZZZZZZZZZZZZ';

  const requests: [method: string, path: (workspace: string) => string, body?: unknown][] = [
    ['GET', (id) => `/workspaces/${id}`],
    ['PATCH', (id) => `/workspaces/${id}`, { name: 'Taken over' }],
    ['GET', (id) => `/workspaces/${id}/contacts`],
    ['GET', (id) => `/workspaces/${id}/contacts/ref:ada`],
    ['GET', (id) => `/workspaces/${id}/contacts/${contact.body.data.id}`],
    ['PUT', (id) => `/workspaces/${id}/contacts/ref:ada`, { email: 'eve@example.com' }],
    ['POST', (id) => `/workspaces/${id}/events`, { type: 'order.shipped' }],
    ['GET', (id) => `/workspaces/${id}/events/${emitted.body.data.id}`],
  ];
  for (const [method, path, body] of requests) {
    const foreign = await stranger.rest(method, path(workspace), body);
    expect(foreign.status, `${method} ${path(workspace)}`).toBe(404);
    expect(shown(foreign)).toEqual(shown(await stranger.rest(method, path(nowhere), body)));
  }
  const inOwn = await stranger.rest('GET', `/workspaces/ref:shop/events/${emitted.body.data.id}`);
  expect(inOwn.status).toBe(404);
  const foreignContact = await stranger.rest('GET', `/workspaces/ref:shop/contacts/${contact.body.data.id}`);
  expect(foreignContact.status).toBe(404);
  const foreignEndpoint = await stranger.rest('GET', `/webhook-endpoints/${endpoint.body.data.id}`);
  expect(shown(foreignEndpoint)).toEqual(shown(await stranger.rest('GET', `/webhook-endpoints/${nowhere}`)));
  expect((await stranger.rest('GET', '/webhook-endpoints')).body.data).toEqual([]);
  expect((await stranger.rest('GET', '/webhooks')).body.data).toEqual([]);
  expect((await owner.rest('GET', '/workspaces/ref:shop')).body.data.name).toBe('Shop');
});
