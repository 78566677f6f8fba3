/** Erasure in the running service: what goes, what stays, and that nothing leaves afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../support/open-shop.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTestClock } from '../support/test-clock.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';
import { findInDatabase } from './find-in-database.ts';

const minute = 60_000;
const everyType = [
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.suppressed',
  'message.failed',
  'message.expired',
  'contact.left_marketing',
  'contact.rejoined_marketing',
  'contact.suppressed',
];

const clock = createTestClock(new Date());
let service: TestService;
let shop: Shop;
let hooks: WebhookSink;
let sentinels = 0;

beforeAll(async () => {
  service = await startTestService({ clock });
  shop = await openShop(service, 'Acme');
  hooks = await service.webhookSink();
  await shop.rest('POST', '/webhook-endpoints', { url: hooks.url, types: everyType });
});
afterAll(() => service.stop());

const mailsOf = (address: string) =>
  service.mail.mails.filter(({ to }) => to.some((one) => one.toLowerCase() === address.toLowerCase()));
const mailsTo = (address: string) => mailsOf(address).length;
const delivered = (address: string, count = 1) => expect.poll(() => mailsTo(address)).toBe(count);
const db = () => service.service.app.db.pool;
const rows = async (text: string, values: readonly unknown[] = []) => (await db().query(text, [...values])).rows;

/** Whatever was due before has gone out once this has. */
async function everythingDueIsOut(): Promise<void> {
  sentinels += 1;
  await shop.emit(`sentinel-${sentinels}`, { email: `sentinel-${sentinels}@example.com` });
  await delivered(`sentinel-${sentinels}@example.com`);
}

describe('a person of whom everything is held', () => {
  const reference = 'customer-lovelace';
  const address = 'Ada.Lovelace@Example.com';
  const words = [address, 'ada.lovelace', 'Lovelace', reference];
  const key = `shipped:${address.toLowerCase()}:1`;

  test('is found all over the database, and after the erasure nowhere but as a keyed hash', async () => {
    await shop.graphql(`mutation { attributeDefinitionCreate(input: { key: "name", name: "Name", type: string }) {
      attributeDefinition { key } } }`);
    const contact = await shop.putContact(reference, {
      email: address,
      attributes: { name: 'Ada Lovelace' },
      tags: ['Friends of Lovelace', 'Everybody'],
      marketing: { state: 'subscribed', at: clock.now().toISOString() },
      pixel_consent_at: clock.now().toISOString(),
    });
    expect(contact.status).toBe(201);
    await shop.putContact('bystander', { tags: ['Everybody'] });
    const first = await shop.emit(key, { contact: `ref:${reference}` });
    expect(first.body.data.contact).toMatchObject({ reference });
    await delivered(address);
    await shop.emit('plain-key', { email: address });
    await delivered(address, 2);
    const refused = await shop.emit(`refused:${key}`, { contact: `ref:${reference}` }, { unknown: 'Lovelace' });
    expect(refused.status).toBe(422);
    await service.service.app.parts.refusedEmits.settled();
    await shop.emit('bystander', { contact: 'ref:bystander' }, { customer_name: 'Bob' });
    await delivered('bystander@example.com');
    await hooks.received(3);
    const { messageId, contactId } = { messageId: first.body.data.message.id, contactId: contact.body.data.id };
    const [message] = await rows('SELECT platform_id, workspace_id, address_hash FROM messages WHERE id = $1', [
      messageId,
    ]);
    const { platform_id, workspace_id, address_hash } = message;
    const html = (await mailsOf(address)[0]?.parse())?.html ?? '';
    const [pixel = ''] = /http[^"]*\/open\/[^"]*/.exec(html) ?? [];
    await fetch(pixel, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140' } });
    const [out = ''] = /http[^"]*\/unsubscribe\/[^"]*/.exec(html) ?? [];
    expect((await fetch(out, { method: 'POST' })).status).toBe(200);
    await hooks.received(4);
    await db().query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       VALUES ($1, 'S1', $2, $3, $4, 'complaint', 'marketing', now()), ($1, 'S2', NULL, $3, $4, 'hard_bounce', 'all', now())`,
      [platform_id, workspace_id, address, address_hash],
    );
    expect(await rows('SELECT FROM refused_emits WHERE address_hash = $1', [address_hash])).toHaveLength(1);
    await db().query(
      'INSERT INTO mailbox_fault_days (workspace_id, address_hash, day, at) VALUES ($1, $2, now(), now())',
      [workspace_id, address_hash],
    );
    // Not committed before it was found: a sweep takes the files of mail that has ended.
    const client = await db().connect();
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO attachments (workspace_id, message_id, position, filename, media_type, content)
       VALUES ($1, $2, 0, 'lovelace.pdf', 'application/pdf', 'for ada.lovelace')`,
      [workspace_id, messageId],
    );
    const everywhere = await findInDatabase(client, words);
    await client.query('COMMIT');
    client.release();
    expect(everywhere).toEqual(
      expect.arrayContaining([
        'public.attachments.content',
        'public.attachments.filename',
        'public.contacts.attributes',
        'public.contacts.email',
        'public.contacts.reference',
        'public.events.contact_reference',
        'public.events.idempotency_key',
        'public.events.payload',
        'public.idempotency_keys.answer',
        'public.idempotency_keys.key',
        'public.messages.recipient',
        'public.messages.values',
        'public.refused_emits.idempotency_key',
        'public.suppressions.email',
        'public.tags.name',
        'public.webhooks.contact_reference',
      ]),
    );

    await shop.erased(await shop.erase({ contact: `ref:${reference}` }));

    expect(await findInDatabase(db(), [...words, contactId])).toEqual([]);
    const hash = address_hash.toString('hex');
    expect(await findInDatabase(db(), [hash])).toEqual([
      'public.emit_rates.address_hash',
      'public.erased_addresses.address_hash',
      'public.platform_blocks.address_hash',
      'public.suppressions.address_hash',
    ]);
    const about = [workspace_id, messageId];
    for (const [table, column] of [
      ['messages', 'id'],
      ['message_attempts', 'message_id'],
      ['message_opens', 'message_id'],
      ['attachments', 'message_id'],
      ['webhooks', 'message_id'],
    ]) {
      expect(await rows(`SELECT FROM ${table} WHERE workspace_id = $1 AND ${column} = $2`, about), table).toEqual([]);
    }
    expect(await rows('SELECT FROM mailbox_fault_days WHERE workspace_id = $1', [workspace_id])).toEqual([]);
    expect(
      await rows('SELECT email, blocks FROM suppressions WHERE platform_id = $1 ORDER BY id', [platform_id]),
    ).toEqual([
      { email: null, blocks: 'marketing' },
      { email: null, blocks: 'all' },
    ]);
    // Other contacts keep a shared tag and their mail.
    const bystander = await shop.rest('GET', '/workspaces/ref:shop/contacts/ref:bystander');
    expect(bystander.body.data.tags).toMatchObject([{ name: 'Everybody' }]);
    expect(await rows('SELECT FROM messages WHERE recipient = $1', ['bystander@example.com'])).toHaveLength(1);
  });

  test('has the records of the emits left, bare, and late replays get the first answer without contact', async () => {
    for (const [replayed, recipient] of [
      [key, { contact: `ref:${reference}` }],
      ['plain-key', { email: address }],
    ] as const) {
      const answer = await shop.emit(replayed, recipient);
      expect(answer.status).toBe(202);
      expect(answer.headers.get('idempotent-replayed')).toBe('true');
      expect(answer.body.data).toMatchObject({
        type: 'order.shipped',
        idempotency_key: replayed,
        contact: null,
        message: { state: 'queued', fell_back: [], simulated: false },
      });
      const { body } = await shop.rest('GET', `/workspaces/ref:shop/events/${answer.body.data.id}`);
      expect(body.data).toMatchObject({ id: answer.body.data.id, contact: null, message: null });
    }
    const other = await shop.emit(key, { contact: `ref:${reference}` }, { order_number: '2' });
    expect(other.body.code).toBe('idempotency_key_reused');
    await everythingDueIsOut();
    expect(mailsTo(address)).toBe(2);
  });

  test('is kept from marketing but by a consent dated after the erasure', async () => {
    const [{ erased_at }] = await rows('SELECT erased_at FROM erased_addresses');
    clock.advance(minute);
    const subscribe = (offset: number) =>
      shop.putContact(reference, {
        email: address,
        marketing: { state: 'subscribed', at: new Date(erased_at.getTime() + offset).toISOString() },
      });
    for (const offset of [-1, 0]) expect((await subscribe(offset)).body.code).toBe('consent_older_than_opt_out');
    const again = await subscribe(1);
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject({ status: 'subscribed', attributes: {}, tags: [] });
    await shop.erased(await shop.erase({ contact: `ref:${reference}` }));
  });
});

describe('mail of somebody who is being erased', () => {
  test('that waits for its next try never goes out', async () => {
    service.mail.refuse('retried@example.com', [{ code: 451, text: '4.7.1 Try again later' }]);
    const { body } = await shop.emit('retried', { email: 'retried@example.com' });
    await expect
      .poll(() => rows('SELECT FROM message_attempts WHERE message_id = $1', [body.data.message.id]))
      .toHaveLength(1);
    await shop.erased(await shop.erase({ email: 'RETRIED@example.com' }));
    clock.advance(2 * minute);
    await everythingDueIsOut();
    expect(mailsTo('retried@example.com')).toBe(0);
    expect(await rows('SELECT FROM messages WHERE id = $1', [body.data.message.id])).toEqual([]);
  });

  test('that is queued never goes out', async () => {
    const health = (state: string) =>
      db().query('UPDATE workspace_health SET state = $2::health_state WHERE platform_id = $1', [
        shop.platformId,
        state,
      ]);
    // A paused workspace takes emits and sends nothing.
    await health('paused');
    await shop.emit('queued', { email: 'queued@example.com' });
    await shop.erased(await shop.erase({ email: 'queued@example.com' }));
    await health('ramping');
    await everythingDueIsOut();
    expect(mailsTo('queued@example.com')).toBe(0);
  });

  test('that is being sent goes to its end, and only then the erasure has run', async () => {
    const held = service.mail.hold('sending@example.com');
    const { body } = await shop.emit('sending', { email: 'sending@example.com' });
    await held.reached;
    const erasure = await shop.erase({ email: 'sending@example.com' });
    await everythingDueIsOut();
    expect(await shop.finished(erasure)).toBe(false);
    held.release();
    await shop.erased(erasure);
    expect(mailsTo('sending@example.com')).toBe(1);
    expect(await rows('SELECT FROM messages WHERE id = $1', [body.data.message.id])).toEqual([]);
    expect(await findInDatabase(db(), ['sending@example.com'])).toEqual([]);
    await everythingDueIsOut();
    expect(hooks.taken.filter((taken) => taken.body.data.message?.id === body.data.message.id)).toEqual([]);
  });

  test.each([
    { answer: 'refused for now', reply: { code: 451, text: '4.3.0 Later' } },
    { answer: 'refused for good', reply: { code: 550, text: '5.1.1 No such user' } },
  ])('that is being sent and is $answer leaves no trace and is not tried again', async ({ answer, reply }) => {
    const address = `${answer.replaceAll(' ', '-')}@example.com`;
    const held = service.mail.hold(address);
    service.mail.refuse(address, [reply], 'data');
    await shop.emit(answer.replaceAll(' ', '-'), { email: address });
    await held.reached;
    const erasure = await shop.erase({ email: address });
    held.release();
    await shop.erased(erasure);
    clock.advance(2 * minute);
    await everythingDueIsOut();
    expect(mailsTo(address)).toBe(0);
    expect(await findInDatabase(db(), [address])).toEqual([]);
  });

  test('has its pending webhooks go with it', async () => {
    const beta = await openShop(service, 'Beta');
    const failing = await service.webhookSink();
    failing.answerAlways(500);
    await beta.rest('POST', '/webhook-endpoints', { url: failing.url, types: everyType });
    await beta.emit('hooked', { email: 'hooked@example.com' });
    await failing.received(1);
    await beta.erased(await beta.erase({ email: 'hooked@example.com' }));
    expect((await beta.rest('GET', '/webhooks')).body.data).toEqual([]);
    const taken = failing.taken.length;
    failing.answerAlways(204);
    clock.advance(10 * minute);
    await beta.emit('after', { email: 'after@example.com' });
    await failing.received(taken + 1);
    expect(failing.taken.at(-1)?.body.data.message.recipient).toBe('after@example.com');
  });
});

describe('an erasure that races emits of the same address', () => {
  test.each(['contact', 'email'] as const)('by %s: each emit is wholly before or wholly after it', async (by) => {
    for (let round = 1; round <= 3; round += 1) {
      const reference = `racer-${by}-${round}`;
      const address = `${reference}@example.com`;
      await shop.putContact(reference);
      const whom = by === 'contact' ? { contact: `ref:${reference}` } : { email: address };
      let erasure = '';
      const answers = await Promise.all(
        Array.from({ length: 25 }, async (_, n) => {
          if (n === 12) erasure = await shop.erase(whom);
          return n === 12 ? null : shop.emit(`${reference}-${n}`, whom);
        }),
      );
      await shop.erased(erasure);
      const sent = mailsTo(address);
      const accepted = answers.flatMap((answer) => (answer?.status === 202 ? [answer.body.data] : []));
      const refused = answers.filter((answer) => answer !== null && answer.status !== 202);
      expect(refused.every((answer) => by === 'contact' && answer?.body.errors['recipient.contact'])).toBe(true);
      await everythingDueIsOut();
      const left = await rows('SELECT event_id, contact_id FROM messages WHERE event_id = ANY($1)', [
        accepted.map(({ id }) => id),
      ]);
      // Later emits to the bare address are new and have no contact; earlier ones never go out any more.
      expect(left.every(({ contact_id }) => contact_id === null)).toBe(true);
      if (by === 'contact') expect([left.length, mailsTo(address)]).toEqual([0, sent]);
      else expect(mailsTo(address)).toBeLessThanOrEqual(sent + left.length);
      const named = accepted.filter(({ contact }) => contact !== null).map(({ id }) => id);
      expect(await rows('SELECT FROM events WHERE id = ANY($1) AND payload IS NOT NULL', [named])).toEqual([]);
    }
  });
});
