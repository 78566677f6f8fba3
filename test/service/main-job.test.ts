import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

const payload = { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/track/1001' };
const messageTypes = [
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.suppressed',
  'message.failed',
  'message.expired',
];

const emit = (key: string, email: string) => ({
  type: 'order.shipped',
  idempotency_key: key,
  recipient: { email },
  payload,
});

describe('the main job', () => {
  test('an emit over REST becomes a signed mail and a signed webhook', async () => {
    const acme = await service.platform('Acme');
    const hooks = await service.webhookSink();
    const registered = await acme.rest('POST', '/webhook-endpoints', { url: hooks.url, types: messageTypes });
    expect(registered.status).toBe(201);
    const { id: secretId, secret } = registered.body.signing_secret;

    const answer = await acme.rest('POST', '/workspaces/ref:shop/events', emit('one', 'ada@example.com'));
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({ contact: null, message: { state: 'queued', fell_back: [] } });

    const [mail] = await service.mail.received(1);
    const parsed = await mail?.parse();
    expect(mail?.from).toMatch(/^b\+[0-9A-Z]{26}\.[a-z0-9]+@bounces\.acme\.test$/i);
    expect(mail?.to).toEqual(['ada@example.com']);
    expect(parsed?.subject).toBe('Order 1001 is on its way');
    expect(parsed?.from).toMatchObject({ address: 'orders@acme.test', name: 'Shop' });
    expect(parsed?.html).toContain('https://example.com/track/1001');
    expect(parsed?.text).toContain('Hi Ada');
    expect(parsed?.headers.find(({ key }) => key === 'dkim-signature')?.value).toContain('d=acme.test');

    const [webhook] = await hooks.received(1);
    expect(webhook?.body).toMatchObject({
      type: 'message.delivered',
      source: 'service',
      simulated: false,
      workspace: { reference: 'shop' },
      data: { message: { id: answer.body.data.message.id, idempotency_key: 'one', recipient: 'ada@example.com' } },
    });
    expect(webhook?.headers.accept).toBe('application/json, */*');
    const timestamp = webhook?.headers['service-webhook-timestamp'];
    const mac = createHmac('sha256', secret).update(`${timestamp}.${webhook?.raw}`).digest('hex');
    expect(webhook?.headers['service-webhook-signature']).toBe(`${secretId}=${mac}`);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const standard = createHmac('sha256', key)
      .update(`${webhook?.headers['webhook-id']}.${webhook?.headers['webhook-timestamp']}.${webhook?.raw}`)
      .digest('base64');
    expect(webhook?.headers['webhook-signature']).toBe(`v1,${standard}`);
  });

  test('the simulator plays a delivery, a bounce and a complaint, and sends nothing', async () => {
    const beta = await service.platform('Beta');
    const hooks = await service.webhookSink();
    await beta.rest('POST', '/webhook-endpoints', { url: hooks.url, types: messageTypes });
    const sent = service.mail.mails.length;
    for (const name of ['delivered', 'bounce', 'complaint']) {
      const { status } = await beta.rest('POST', '/workspaces/ref:shop/events', emit(name, `${name}@simulator.test`));
      expect(status).toBe(202);
    }
    const webhooks = await hooks.received(4);
    expect(webhooks.every(({ body }) => body.simulated)).toBe(true);
    const played = webhooks.map(({ body }) => `${body.data.message.idempotency_key} ${body.type}`).sort();
    expect(played).toEqual([
      'bounce message.bounced',
      'complaint message.complained',
      'complaint message.delivered',
      'delivered message.delivered',
    ]);
    expect(webhooks.find(({ body }) => body.type === 'message.bounced')?.body.data.bounce).toBe('hard');
    expect(service.mail.mails).toHaveLength(sent);
  });

  test('the simulator plays the rest: a soft bounce, a suppressed address, an expiry and a delay', async () => {
    const beta = await service.platform('Rest');
    const hooks = await service.webhookSink();
    await beta.rest('POST', '/webhook-endpoints', { url: hooks.url, types: messageTypes });
    const sent = service.mail.mails.length;
    const states = new Map<string, string>();
    for (const name of ['soft-bounce', 'suppressed', 'expired', 'delayed+a']) {
      const answer = await beta.rest('POST', '/workspaces/ref:shop/events', emit(name, `${name}@simulator.test`));
      states.set(name, answer.body.data.message.state);
    }
    expect(Object.fromEntries(states)).toEqual({
      'soft-bounce': 'queued',
      suppressed: 'suppressed',
      expired: 'queued',
      'delayed+a': 'queued',
    });
    const webhooks = await hooks.received(3);
    expect(webhooks.every(({ body }) => body.simulated)).toBe(true);
    const played = webhooks.map(({ body }) => `${body.data.message.idempotency_key} ${body.type}`).sort();
    expect(played).toEqual(['expired message.expired', 'soft-bounce message.bounced', 'suppressed message.suppressed']);
    expect(webhooks.find(({ body }) => body.type === 'message.bounced')?.body.data.bounce).toBe('soft');
    const { body } = await beta.rest('GET', '/workspaces/ref:shop/messages?key=delayed%2Ba');
    await expect
      .poll(async () => (await beta.rest('GET', `/workspaces/ref:shop/messages/${body.data[0].id}`)).body.data)
      .toMatchObject({
        state: 'queued',
        attempts: [{ transport: 'simulator', outcome: 'temporary', reply_code: 451 }],
      });
    // Nothing simulated suppresses.
    expect((await beta.rest('GET', '/workspaces/ref:shop/suppressions')).body.data).toEqual([]);
    const again = await beta.rest('POST', '/workspaces/ref:shop/events', emit('again', 'soft-bounce@simulator.test'));
    expect(again.body.data.message.state).toBe('queued');
    expect(service.mail.mails).toHaveLength(sent);
  });

  test('an address that the other side does not know bounces, and the next emit to it is suppressed', async () => {
    const gamma = await service.platform('Gamma');
    const hooks = await service.webhookSink();
    await gamma.rest('POST', '/webhook-endpoints', { url: hooks.url, types: messageTypes });
    const detailed = await service.webhookSink();
    const scope = { workspace: 'ref:shop', event_types: ['order.shipped'], version: 2 };
    await gamma.rest('POST', '/webhook-endpoints', { url: detailed.url, types: ['message.bounced'], ...scope });
    service.mail.refuse('nobody@example.com', [{ code: 550, text: '5.1.1 No such user here' }]);
    await gamma.rest('POST', '/workspaces/ref:shop/events', emit('first', 'nobody@example.com'));
    const [bounced] = await hooks.received(1);
    expect(bounced?.body).toMatchObject({ type: 'message.bounced', data: { bounce: 'hard' } });
    expect(bounced?.body.data).not.toHaveProperty('refusal');
    const [told] = await detailed.received(1);
    expect(told?.body.data.refusal).toMatchObject({ code: 550, enhanced: '5.1.1', category: 'recipient' });
    const second = await gamma.rest('POST', '/workspaces/ref:shop/events', emit('second', 'nobody@example.com'));
    expect(second.body.data.message.state).toBe('suppressed');
    const webhooks = await hooks.received(2);
    expect(webhooks[1]?.body).toMatchObject({
      type: 'message.suppressed',
      data: { message: { idempotency_key: 'second' } },
    });
  });

  test('the same emit fifty times at once is one mail', async () => {
    const delta = await service.platform('Delta');
    const body = emit('fifty', 'fifty@example.com');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => delta.rest('POST', '/workspaces/ref:shop/events', body)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body)))).toHaveLength(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
    await delta.rest('POST', '/workspaces/ref:shop/events', emit('last', 'last@example.com'));
    await expect.poll(() => service.mail.mails.some(({ to }) => to.includes('last@example.com'))).toBe(true);
    expect(service.mail.mails.filter(({ to }) => to.includes('fifty@example.com'))).toHaveLength(1);
  });
});
