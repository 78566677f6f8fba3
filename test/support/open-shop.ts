/** A shop in the running service that mails people and promises them a way out: what the tests of their rights stand on. */
import { expect } from 'vitest';
import type { Backend, RestAnswer, TestService } from './service.ts';

const payload = { customer_name: 'Ada Lovelace', order_number: '1001', tracking_url: 'https://example.com/t/1' };

const template = {
  subject: 'Order {{ event.order_number }} is on its way',
  from_local_part: 'orders',
  locale: 'en',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      settings: {},
      theme: {},
      blocks: [
        { id: 'hello', type: 'text', attrs: { text: 'Hello {{ event.customer_name }}' } },
        { id: 'foot', type: 'footer', attrs: { text: '[Leave us]({{ system.unsubscribe_url }})' } },
      ],
    },
  },
};

export interface Shop extends Backend {
  emit(
    key: string,
    recipient: { readonly email: string } | { readonly contact: string },
    change?: object,
  ): Promise<RestAnswer>;
  putContact(reference: string, body?: object): Promise<RestAnswer>;
  /** Gives the erasure's id. */
  erase(whom: { readonly email: string } | { readonly contact: string }): Promise<string>;
  finished(erasureId: string): Promise<boolean>;
  /** Resolves once the erasure has run. */
  erased(erasureId: string): Promise<void>;
}

export async function openShop(service: TestService, name: string): Promise<Shop> {
  const backend = await service.platform(name);
  const saved = await backend.rest('PUT', '/event-types/order.shipped/template', template);
  expect(saved.status).toBe(200);
  const finished: Shop['finished'] = async (id) => {
    const { body } = await backend.graphql(
      'query ($id: ID!) { erasure(workspace: "ref:shop", id: $id) { finishedAt } }',
      { id },
    );
    return body.data.erasure.finishedAt !== null;
  };
  return {
    ...backend,
    emit: (key, recipient, change = {}) =>
      backend.rest('POST', '/workspaces/ref:shop/events', {
        type: 'order.shipped',
        idempotency_key: key,
        recipient,
        payload: { ...payload, ...change },
      }),
    putContact: (reference, body = {}) =>
      backend.rest('PUT', `/workspaces/ref:shop/contacts/ref:${reference}`, {
        email: `${reference}@example.com`,
        ...body,
      }),
    async erase(whom) {
      const answer = await backend.rest('POST', '/workspaces/ref:shop/erasures', whom);
      expect(answer.status).toBe(202);
      return answer.body.data.id;
    },
    finished,
    erased: (id) => expect.poll(() => finished(id), { timeout: 60_000, interval: 100 }).toBe(true),
  };
}
