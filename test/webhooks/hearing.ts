/** A shop in the running service, by a clock that is moved, and a receiver that hears of everything in it. */
import { createTransport } from 'nodemailer';
import { expect } from 'vitest';
import { webhookTypes } from '../../src/webhooks/webhook-types.ts';
import { openShop, type Shop } from '../support/open-shop.ts';
import { startTestService, type TestService } from '../support/service.ts';
import type { SunkMail } from '../support/smtp-sink.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import type { TakenWebhook } from '../support/webhook-sink.ts';

/** Milliseconds. */
const patience = 20_000;

export interface ContactName {
  readonly id: string;
  readonly reference: string;
}

export interface Hearing {
  readonly service: TestService;
  readonly clock: TestClock;
  readonly shop: Shop;
  /** What came so far, each once. */
  taken(): readonly TakenWebhook[];
  readonly workspace: { readonly id: string; readonly reference: string };
  /** Emits `order.shipped`; gives the message's id. */
  emit(key: string, recipient: object, workspace?: string): Promise<string>;
  /** A contact with the address `<reference>@example.com`. */
  contact(reference: string, workspace?: string): Promise<ContactName>;
  /** The webhooks whose body names `text`, once there are so many, by type. */
  heard(text: string, count: number): Promise<readonly TakenWebhook[]>;
  /** What `taken` gives beyond the first `from`, once a webhook that is caused now has come, without that one. */
  since(from: number): Promise<readonly TakenWebhook[]>;
  /** The body that is wanted of a webhook. */
  about(type: string, data: object, change?: object): object;
  mailTo(address: string): Promise<SunkMail>;
  /** Hands `raw` to the inbound listener. */
  report(to: string, raw: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openHearing(name: string, env: NodeJS.ProcessEnv = {}): Promise<Hearing> {
  const clock = createTestClock(new Date());
  const service = await startTestService({ clock, env });
  const shop = await openShop(service, name);
  const hooks = await service.webhookSink();
  await shop.rest('POST', '/webhook-endpoints', { url: hooks.url, types: webhookTypes });
  const { body } = await shop.rest('GET', '/workspaces/ref:shop');
  const workspace = { id: body.data.id, reference: 'shop' };
  let probes = 0;

  const taken = () => eachOnce(hooks.taken);

  const emit: Hearing['emit'] = async (key, recipient, into = 'shop') => {
    const answer = await shop.rest('POST', `/workspaces/ref:${into}/events`, {
      type: 'order.shipped',
      idempotency_key: key,
      recipient,
      payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return answer.body.data.message.id;
  };

  const heard: Hearing['heard'] = async (text, count) => {
    const of = () => taken().filter(({ raw }) => raw.includes(text));
    await expect.poll(() => of().length, { timeout: patience }).toBe(count);
    return of().toSorted((a, b) => (a.body.type < b.body.type ? -1 : 1));
  };

  return {
    service,
    clock,
    shop,
    taken,
    workspace,
    emit,
    async contact(reference, into = 'shop') {
      const email = `${reference}@example.com`;
      const answer = await shop.rest('PUT', `/workspaces/ref:${into}/contacts/ref:${reference}`, { email });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return { id: answer.body.data.id, reference };
    },
    heard,
    async since(from) {
      probes += 1;
      const id = await emit(`probe-${probes}`, { email: `delivered+probe${probes}@simulator.test` });
      await heard(id, 1);
      return taken()
        .slice(from)
        .filter(({ raw }) => !raw.includes(id));
    },
    about: (type, data, change = {}) => ({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      type,
      source: 'service',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      simulated: false,
      workspace,
      data,
      ...change,
    }),
    async mailTo(address) {
      const theirs = () => service.mail.mails.findLast(({ to }) => to.includes(address));
      await expect.poll(theirs, { timeout: patience }).toBeDefined();
      const mail = theirs();
      if (!mail) throw new Error('The mail did not come');
      return mail;
    },
    async report(to, raw) {
      const { inbound } = service.service;
      const client = createTransport({ host: inbound?.host, port: inbound?.port, ignoreTLS: true });
      const { response } = await client.sendMail({ envelope: { from: '', to }, raw: raw.replace(/\r?\n/g, '\r\n') });
      client.close();
      expect(response).toMatch(/^250/);
    },
    stop: () => service.stop(),
  };
}

/** A clock that leaps makes an attempt under way look dead; receivers tell repeats by their id. */
export function eachOnce(webhooks: readonly TakenWebhook[]): readonly TakenWebhook[] {
  return [...new Map(webhooks.map((webhook) => [webhook.body.id, webhook])).values()];
}

export const bodies = (webhooks: readonly TakenWebhook[]) => webhooks.map(({ body }) => body);
