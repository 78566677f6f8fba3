/** Answers in the running service: from the mail that asks for them to the webhook (docs/rules.md#reply-address). */
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';

/** Milliseconds. */
const patience = { timeout: 20_000 };

let service: TestService;
let acme: Backend;
let hooks: WebhookSink;
beforeAll(async () => {
  service = await startTestService();
  acme = await service.platform('Acme', 'acme.test');
  hooks = await service.webhookSink();
  const types = ['message.replied', 'message.delivered'];
  expect((await acme.rest('POST', '/webhook-endpoints', { url: hooks.url, types })).status).toBe(201);
});
afterAll(() => service.stop());

async function emit(key: string, email: string, more: object = {}, backend: Backend = acme) {
  const answer = await backend.rest('POST', '/workspaces/ref:shop/events', {
    type: 'order.shipped',
    idempotency_key: key,
    recipient: { email },
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body.data.message.id as string;
}

async function mailTo(address: string) {
  const theirs = () => service.mail.mails.findLast(({ to }) => to.includes(address));
  await expect.poll(theirs, patience).toBeDefined();
  const parsed = await PostalMime.parse(theirs()?.raw ?? '');
  return { messageId: parsed.messageId, replyTo: parsed.replyTo?.[0]?.address ?? null };
}

async function send(to: string, raw: string, from = 'ada@example.com'): Promise<string> {
  const { inbound } = service.service;
  const client = createTransport({ host: inbound?.host, port: inbound?.port, ignoreTLS: true });
  try {
    return (await client.sendMail({ envelope: { from, to }, raw: raw.replace(/\r?\n/g, '\r\n') })).response;
  } catch (error) {
    return String((error as { response?: string }).response);
  } finally {
    client.close();
  }
}

const told = (type: string, id: string) =>
  hooks.taken.filter(({ body }) => body.type === type && JSON.stringify(body.data).includes(id));

test('mail names no reply address until the platform wants answers', async () => {
  await emit('before', 'before@example.com');
  expect((await mailTo('before@example.com')).replyTo).toBeNull();
  const { body } = await acme.rest('GET', '/sending-domain');
  expect(Object.keys(body.data)).not.toContain('reply_domain');
});

describe('with answers', () => {
  beforeAll(async () => {
    const { status, body } = await acme.rest('PUT', '/sending-domain', { domain: 'acme.test', replies: true });
    expect([status, body.data.reply_domain]).toEqual([200, 'reply.acme.test']);
  });

  test('what a person answers comes as a webhook, is listed, and its file can be read', async () => {
    const id = await emit('order-1', 'ada@example.com', { metadata: { order: '1' } });
    const { messageId, replyTo } = await mailTo('ada@example.com');
    expect(replyTo).toMatch(/^r\+[0-9A-Z]{26}\.[a-z2-7]{24}@reply\.acme\.test$/);
    const raw = `From: Ada <ada@example.com>
Subject: Re: Order
Message-ID: <reply-1@example.com>
In-Reply-To: ${messageId}
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Leave it with my neighbour.

On Mon, 2 Mar 2026 at 10:00, Shop <orders@acme.test> wrote:
> Your order
--b
Content-Type: image/png; name=door.png
Content-Transfer-Encoding: base64

AQID
--b--
`;
    expect(await send(replyTo ?? '', raw)).toMatch(/^250/);
    await expect.poll(() => told('message.replied', id).length, patience).toBe(1);
    const [webhook] = told('message.replied', id);
    expect(webhook?.body).toMatchObject({
      source: 'recipient',
      simulated: false,
      data: {
        message: { id, idempotency_key: 'order-1', recipient: 'ada@example.com', metadata: { order: '1' } },
        reply: {
          from: { address: 'ada@example.com', name: 'Ada', is_recipient: true },
          answer: 'Leave it with my neighbour.',
          in_reply_to: messageId,
          attachments: [{ position: 1, filename: 'door.png', media_type: 'image/png', bytes: 3 }],
          spam: null,
        },
      },
    });
    const path = `/workspaces/ref:shop/messages/${id}/replies`;
    const list = await acme.rest('GET', path);
    const replyId = webhook?.body.data.reply.id;
    expect(list.body.data).toMatchObject([{ id: replyId, message_id: id, automatic: false }]);
    const file = await acme.rest('GET', `${path}/${replyId}/attachments/1`);
    expect(file.body.data).toMatchObject({ filename: 'door.png', content: 'AQID' });
    // It is said again: the same mail, after a reply of SMTP that was lost.
    expect(await send(replyTo ?? '', raw)).toMatch(/^250/);
    expect((await acme.rest('GET', path)).body.data).toHaveLength(1);
    const { body: shown } = await acme.rest('GET', `/workspaces/ref:shop/messages/${id}`);
    const entries = shown.data.timeline.filter(({ kind }: { readonly kind: string }) => kind === 'replied');
    expect(entries).toMatchObject([{ reply_id: replyId, automatic: false }]);
    expect(shown.data).not.toHaveProperty('replies');
    const content = await acme.rest('GET', `/workspaces/ref:shop/messages/${id}/content`);
    const shownTo = content.body.data.headers.find(({ name }: { readonly name: string }) => name === 'Reply-To');
    // Whoever has its code can answer for the recipient.
    expect(shownTo.value).toBe(`r+${id}.…@reply.acme.test`);
  });

  test('a note of absence is shown, and sends no webhook', async () => {
    const id = await emit('order-2', 'away@example.com');
    const { replyTo } = await mailTo('away@example.com');
    const raw = 'From: away@example.com\nSubject: Out of office\nAuto-Submitted: auto-replied\n\nI am away.';
    expect(await send(replyTo ?? '', raw, '')).toMatch(/^250/);
    const list = await acme.rest('GET', `/workspaces/ref:shop/messages/${id}/replies`);
    expect(list.body.data).toMatchObject([{ automatic: true, answer: 'I am away.' }]);
    const { rows } = await service.service.app.db.pool.query(
      "SELECT FROM webhooks WHERE message_id = $1 AND type = 'message.replied'",
      [id],
    );
    expect(rows).toEqual([]);
  });

  test('an emit, a template and a type with content of no days have none of ours', async () => {
    await emit('own', 'own@example.com', { reply_to: 'help@acme.test' });
    expect((await mailTo('own@example.com')).replyTo).toBe('help@acme.test');
    const { data: type } = (await acme.rest('GET', '/event-types/order.shipped')).body;
    const changed = { fields: type.fields, content_days: 0 };
    const { status, body } = await acme.rest('PUT', '/event-types/order.shipped', changed);
    expect(status, JSON.stringify(body)).toBe(200);
    await emit('medical', 'medical@example.com');
    expect((await mailTo('medical@example.com')).replyTo).toBeNull();
  });

  test('each copy of a mail has an address of its own', async () => {
    await acme.rest('PUT', '/event-types/order.viewed', { fields: [] });
    const document = { blocks: [{ id: 'a', type: 'text', attrs: { text: 'Hello' } }] };
    const composition = { editorVersion: 3, target: 'email', document };
    const plain = { subject: 'Plain', from_local_part: 'orders', composition };
    expect((await acme.rest('PUT', '/event-types/order.viewed/template', plain)).status).toBe(201);
    const answer = await acme.rest('POST', '/workspaces/ref:shop/events', {
      type: 'order.viewed',
      idempotency_key: 'copies',
      recipient: { email: 'first@example.com' },
      cc: ['second@example.com'],
      payload: {},
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const [first, second] = [await mailTo('first@example.com'), await mailTo('second@example.com')];
    expect(first.messageId).toBe(second.messageId);
    expect(first.replyTo).not.toBe(second.replyTo);
    await send(second.replyTo ?? '', `From: second@example.com\nIn-Reply-To: ${second.messageId}\n\nMe too.`);
    const copy = answer.body.data.copies[0].id;
    const list = await acme.rest('GET', `/workspaces/ref:shop/messages/${copy}/replies`);
    expect(list.body.data).toMatchObject([{ message_id: copy, answer: 'Me too.' }]);
  });
});

test('the simulator answers, without a reply domain', async () => {
  const other = await service.platform('Other');
  const sink = await service.webhookSink();
  await other.rest('POST', '/webhook-endpoints', { url: sink.url, types: ['message.delivered', 'message.replied'] });
  const id = await emit('simulated', 'reply+label@simulator.test', {}, other);
  const both = await sink.received(2);
  const inOrder = both.map(({ body }) => body).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  expect(inOrder.map(({ type, simulated }) => [type, simulated])).toEqual([
    ['message.delivered', true],
    ['message.replied', true],
  ]);
  expect(inOrder[1].data).toMatchObject({
    message: { id },
    reply: {
      from: { address: 'reply+label@simulator.test', is_recipient: true },
      answer: 'Thank you! The simulator wrote this answer.',
    },
  });
  const { body } = await other.rest('GET', `/workspaces/ref:shop/messages/${id}`);
  expect(body.data.state).toBe('delivered');
});
