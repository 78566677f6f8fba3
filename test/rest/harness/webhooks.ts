/** Endpoints and webhooks as the tests of several operations make them. */
import { expect, inject, vi } from 'vitest';
import type { Platform } from './platform.ts';
import { emitOf, makeEventType } from './samples.ts';

/** A development host without a server: its webhooks stay pending. */
export const deadUrl = 'https://hooks.test:1/tidings';

/** Gives the id of an endpoint for deliveries, which answers, unless another URL is named. */
export async function makeEndpoint(platform: Platform, url = inject('restService').hooksUrl): Promise<string> {
  const { status, body } = await platform.ask('createWebhookEndpoint', {
    body: { url, types: ['message.delivered', 'message.bounced'] },
  });
  expect(status).toBe(201);
  return body.data.id;
}

/** Milliseconds. */
const patience = { timeout: 60_000, interval: 50 };

export interface ShownWebhook {
  readonly id: string;
  readonly state: string;
  readonly endpoint: { readonly id: string } | null;
  readonly attempts: readonly unknown[];
}

/** Emits to the simulator, and waits for the webhooks of its delivery; one for each endpoint. */
export async function makeWebhooks(platform: Platform, type: string, count = 1): Promise<readonly ShownWebhook[]> {
  await makeEventType(platform, type);
  const { status, body } = await platform.ask('emitEvent', { body: emitOf(type, `for-${type}`) });
  expect(status).toBe(202);
  const { id } = body.data.message;
  const found = async () => {
    const listed = await platform.ask('listWebhooks');
    return listed.body.data.filter((webhook: { body: { data: { message: { id: string } } } }) => {
      return webhook.body.data.message.id === id;
    });
  };
  await vi.waitUntil(async () => (await found()).length === count, patience);
  return found();
}

/** Waits until a webhook is so. */
export async function waitForWebhook(platform: Platform, id: string, wanted: (webhook: ShownWebhook) => boolean) {
  const read = async () => (await platform.ask('getWebhook', { path: { id } })).body.data;
  await vi.waitUntil(async () => wanted(await read()), patience);
  return read();
}
