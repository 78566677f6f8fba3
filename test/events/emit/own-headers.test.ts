/** Reply-To and header fields of one emit (docs/rules.md#headers-of-an-emit). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { ownHeaders } from '../../../src/events/emit/own-headers.ts';
import { resendMessage } from '../../../src/events/resend/resend-message.ts';
import { day } from '../../../src/ground/time/durations.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { eraseTurn } from '../../../src/people/erase-turn.ts';
import { stripContent } from '../../../src/retention/strip-content.ts';
import { findInDatabase } from '../../people/find-in-database.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

/** Faults under their paths; null for fields that an emit may have. */
function faults(given: unknown): Readonly<Record<string, string>> | null {
  const parsed = ownHeaders.safeParse(given);
  if (parsed.success) return null;
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('fields', () => {
  test('of these names and texts are taken', () => {
    for (const name of ['X-Order', 'x-order-id', 'X-1', `X-${'a'.repeat(62)}`, 'Organization', 'keywords', 'X-Token']) {
      expect(faults({ [name]: 'text' }), name).toBeNull();
    }
    for (const none of [null, undefined, {}]) expect(ownHeaders.parse(none)).toBeNull();
    expect(ownHeaders.parse({ 'X-B': '  two   words ', 'X-A': 'Grüße', References: '<1@a>  <2@b>' })).toEqual([
      ['X-B', 'two words'],
      ['X-A', 'Grüße'],
      ['References', '<1@a> <2@b>'],
    ]);
    expect(faults(Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`X-${at}`, 'x'.repeat(998)])))).toBeNull();
  });

  test('that the service writes, signs or leaves to mail servers are refused', () => {
    const ours = ['From', 'To', 'Cc', 'Bcc', 'Reply-To', 'Sender', 'Subject', 'Date', 'Message-ID', 'MIME-Version'];
    const signed = ['Content-Type', 'List-Unsubscribe', 'List-Id', 'Feedback-ID', 'CFBL-Address', 'Tidings-Message'];
    const others = ['DKIM-Signature', 'Return-Path', 'Received', 'Precedence', 'Disposition-Notification-To', 'Order'];
    const broken = ['X-', 'X--a', 'X-a-', 'X-a_b', 'X-a:', 'X-a b', 'X-ü', 'X-a\r\nBcc', '', `X-${'a'.repeat(63)}`];
    for (const name of [...ours, ...signed, ...others, ...broken]) {
      expect(faults({ [name]: 'text' }), name).toEqual({ [name]: expect.stringMatching(/^must be X- with up to 62/) });
    }
    const steering = ['X-SES-CONFIGURATION-SET', 'X-MS-Exchange-Organization-SCL', 'X-Spam-Status', 'x-smtpapi'];
    for (const name of [...steering, 'X-Tidings-Message', 'X-Sender', 'X-Loop', 'X-PM-Message-Stream']) {
      expect(faults({ [name]: 'text' }), name).toEqual({ [name]: expect.stringMatching(/^tells mail servers/) });
    }
  });

  test('with other texts are refused under their names', () => {
    for (const value of [1, null, {}, ['a']]) expect(faults({ 'X-A': value })).toEqual({ 'X-A': 'must be a string' });
    expect(faults({ 'X-A': ' ' })).toEqual({ 'X-A': 'must not be empty' });
    expect(faults({ 'X-A': 'x'.repeat(999) })).toEqual({ 'X-A': 'must have at most 998 characters' });
    for (const value of ['a\r\nBcc: eve@example.com', 'a\nb', 'a\0', 'a\tb', 'a\u2028b', 'a\u0085b', '\ud800']) {
      const message = 'must be one line without control characters';
      expect(faults({ 'X-A': value }), JSON.stringify(value)).toEqual({ 'X-A': message });
    }
    for (const value of [
      '1001@example.com',
      '<a@b>,<c@d>',
      '<a b@c>',
      '<a@b',
      `<${'a'.repeat(201)}>`,
      '<=?utf-8?q?a?=>',
    ]) {
      expect(faults({ 'In-Reply-To': value }), value).toEqual({ 'In-Reply-To': expect.stringMatching(/^must be ids/) });
    }
    expect(faults({ 'X-A': 'a', 'x-a': 'b' })).toEqual({ 'x-a': 'is there twice' });
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`X-${at}`, 'x']));
    expect(faults(many)).toEqual({ '': 'must have at most 10 fields' });
    const long = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`X-${at}`, 'x'.repeat(998)]));
    expect(faults(long)).toEqual({ '': 'must have at most 8192 bytes in all' });
    for (const given of ['X-A: b', 7, [], [['X-A', 'b']]]) expect(faults(given)).toEqual({ '': 'must be an object' });
  });
});

describe('a mail', () => {
  let world: SendingWorld;
  let shop: SendingWorkspace;
  beforeAll(async () => {
    world = await createSendingWorld();
    shop = await world.workspace();
  });
  afterAll(() => world.close());

  let keys = 0;
  function emit(email: string, change: object) {
    keys += 1;
    return emitEvent(shop.ctx, shop.id, {
      type: 'order.shipped',
      idempotencyKey: `key-${keys}`,
      recipient: { email },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      ...change,
    });
  }
  const own = {
    replyTo: 'in.charge@example.net',
    headers: { 'X-Order': 'Grüße 1001', 'In-Reply-To': '<first@shop.test>' },
  };
  const headerOf = (email: string) => {
    const raw = world.sink.mails.findLast(({ to }) => to.includes(email))?.raw.toString('latin1') ?? '';
    return raw.slice(0, raw.indexOf('\r\n\r\n'));
  };
  const valuesOf = async (id: string | undefined) =>
    (await world.app.db.pool.query('SELECT values FROM messages WHERE id = $1', [id])).rows[0]?.values;

  test('has them, signed where they name other mails', async () => {
    const [email = ''] = people(1);
    await emit(email, own);
    await shop.send();
    const header = headerOf(email);
    expect(header).toContain('\r\nReply-To: in.charge@example.net\r\n');
    expect(header).toContain(`\r\nX-Order: =?UTF-8?B?${Buffer.from('Grüße 1001').toString('base64')}?=\r\n`);
    expect(header).toContain('\r\nIn-Reply-To: <first@shop.test>\r\n');
    const [, signed = ''] = /\bh=([^;]+);/.exec(header.replaceAll(/\s/g, '')) ?? [];
    expect(signed.split(':')).toContain('in-reply-to');
    // Once more than it is there.
    expect(signed.split(':').filter((name) => name === 'reply-to')).toHaveLength(2);
    expect(signed).not.toContain('x-order');
  });

  test('has them when it is sent again', async () => {
    const [email = ''] = people(1);
    world.sink.refuse(email, [{ code: 554, text: '5.7.1 Message content rejected' }]);
    const { record } = await emit(email, own);
    await shop.send();
    await resendMessage(shop.ctx, shop.id, record.message?.id ?? '');
    await shop.send();
    expect(headerOf(email)).toContain('\r\nReply-To: in.charge@example.net\r\n');
    expect(headerOf(email)).toContain('\r\nIn-Reply-To: <first@shop.test>\r\n');
  });

  test('without them has nothing of them, nor has its row', async () => {
    for (const none of [{}, { replyTo: null, headers: null }, { headers: {} }]) {
      const [email = ''] = people(1);
      const { record } = await emit(email, none);
      expect(Object.keys(await valuesOf(record.message?.id)).sort()).toEqual(['attributes', 'contact', 'system']);
      await shop.send();
      expect(headerOf(email)).not.toMatch(/^(?:reply-to|x-|in-reply-to)/im);
      expect(headerOf(email).replaceAll(/\s/g, '')).not.toContain('references');
    }
  });

  test('loses them with its content and with its person', async () => {
    const [kept = '', erased = ''] = people(2);
    const both = [await emit(kept, own), await emit(erased, own)];
    await shop.send();
    const { id } = await erasePerson(shop.ctx, shop.id, { email: erased });
    await eraseTurn(world.app, { platformId: shop.ctx.platformId, id });
    expect(await valuesOf(both[1]?.record.message?.id)).toBeUndefined();
    expect((await valuesOf(both[0]?.record.message?.id)).mail.replyTo).toBe(own.replyTo);
    const later = new Date(world.app.clock.now().getTime() + 31 * day);
    while (await world.app.db.transaction((client) => stripContent(world.app, client, later)));
    expect(await findInDatabase(world.app.db.pool, [own.replyTo])).toEqual([]);
  });
});
