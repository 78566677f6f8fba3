/** The links of a mail for its person: unsubscribing, in body and header under the signature, and the open pixel. */

import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../support/open-shop.ts';
import { startTestService, type TestService } from '../support/service.ts';
import type { SunkMail } from '../support/smtp-sink.ts';

let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service, 'Acme');
});
afterAll(() => service.stop());

async function mailTo(address: string, count = 1): Promise<SunkMail> {
  const theirs = () => service.mail.mails.filter(({ to }) => to.includes(address));
  await expect.poll(() => theirs().length).toBe(count);
  const mail = theirs().at(-1);
  if (!mail) throw new Error('The mail did not come');
  return mail;
}

async function firstMail(address: string): Promise<SunkMail> {
  const mail = service.mail.mails.find(({ to }) => to.includes(address));
  if (!mail) throw new Error('The mail did not come');
  return mail;
}

const header = async (mail: SunkMail, name: string) =>
  (await mail.parse()).headers.find(({ key }) => key === name)?.value;
const linkIn = async (mail: SunkMail, path: string) =>
  new RegExp(`http://[^"]*/${path}/[^"]*`).exec((await mail.parse()).html ?? '')?.[0];

async function signature(mail: SunkMail) {
  const { rows } = await service.service.app.db.pool.query(
    'SELECT dkim_public_key AS key FROM sending_domains WHERE platform_id = $1',
    [shop.platformId],
  );
  const { results } = await dkimVerify(mail.raw, {
    resolver: async (name: string) => (name.includes('._domainkey.') ? [[`v=DKIM1; k=rsa; p=${rows[0].key}`]] : []),
  });
  return results[0];
}

describe('the way out', () => {
  test('is in the body and, for the mail app, in the header, and DKIM covers both fields', async () => {
    const contact = await shop.putContact('ada');
    await shop.emit('one', { contact: 'ref:ada' });
    const mail = await mailTo('ada@example.com');
    const link = await linkIn(mail, 'unsubscribe');
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/unsubscribe\/[0-9A-Za-z_-]{72}$/);
    expect(await header(mail, 'list-unsubscribe')).toMatch(
      /^<http:\/\/[^>]+>, <mailto:u\+[0-9A-Z]{26}\.[a-z2-7]{24}@bounces\.[a-z.]+\?subject=unsubscribe>$/,
    );
    expect(await header(mail, 'list-unsubscribe')).toContain(`<${link}>`);
    expect(await header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    // Text shows an underscore at the end of a link as %5F: mail apps would cut it off.
    expect(decodeURIComponent((await mail.parse()).text ?? '')).toContain(link);
    const signed = await signature(mail);
    expect(signed?.status.result).toBe('pass');
    const covered = String(signed?.signingHeaders?.keys)
      .toLowerCase()
      .split(/[:,\s]+/);
    expect(covered).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
    expect(link).not.toContain('ada');

    // As a mail app does it: no cookies, no redirect, the body that the header names.
    const answer = await fetch(link ?? '', {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    const { body } = await shop.rest('GET', `/workspaces/ref:shop/contacts/${contact.body.data.id}`);
    expect(body.data.status).toBe('unsubscribed');
    // Transactional email does not depend on it.
    expect((await shop.emit('two', { contact: 'ref:ada' })).body.data.message.state).toBe('queued');
    await mailTo('ada@example.com', 2);
  });

  test('is an address too, and a mail to it unsubscribes the person who got the message', async () => {
    const contact = await shop.putContact('cleo');
    await shop.emit('by-mail', { contact: 'ref:cleo' });
    const field = (await header(await mailTo('cleo@example.com'), 'list-unsubscribe')) ?? '';
    const to = /<mailto:([^?>]+)\?/.exec(field)?.[1] ?? '';
    const { inbound } = service.service;
    const client = createTransport({ host: inbound?.host, port: inbound?.port, ignoreTLS: true });
    await client.sendMail({ envelope: { from: 'cleo@example.com', to }, raw: 'Subject: unsubscribe\r\n\r\n' });
    client.close();
    const { body } = await shop.rest('GET', `/workspaces/ref:shop/contacts/${contact.body.data.id}`);
    expect(body.data.status).toBe('unsubscribed');
  });

  test('complaints come back to an address that the signature covers, and providers tell senders apart by ids', async () => {
    const mail = await mailTo('cleo@example.com');
    expect(await header(mail, 'cfbl-address')).toMatch(/^fbl@bounces\.[a-z.]+; report=arf$/);
    expect(await header(mail, 'cfbl-feedback-id')).toMatch(/^[0-9A-Z]{26}\.[a-z2-7]{24}$/);
    expect(await header(mail, 'feedback-id')).toMatch(/^(?:[0-9A-Z]{26}:){3}tidings$/);
    expect(await header(mail, 'feedback-id')).toContain(`:${shop.platformId}:`);
    const signed = await signature(mail);
    expect(signed?.status.result).toBe('pass');
    const covered = String(signed?.signingHeaders?.keys).toLowerCase();
    for (const name of ['feedback-id', 'cfbl-address', 'cfbl-feedback-id']) expect(covered).toContain(name);
  });

  test('broken by a changed header breaks the signature', async () => {
    const mail = await mailTo('ada@example.com', 2);
    const raw = Buffer.from(mail.raw.toString('latin1').replace('/unsubscribe/', '/unsubscribed/'), 'latin1');
    expect((await signature({ ...mail, raw }))?.status.result).not.toBe('pass');
  });

  test('is not promised where no contact receives the mail, which then tells so', async () => {
    const { body } = await shop.emit('bare', { email: 'bare@example.com' });
    expect(body.data.message.fell_back).toEqual(['system.unsubscribe_url']);
    const mail = await mailTo('bare@example.com');
    expect(await header(mail, 'list-unsubscribe')).toBeUndefined();
    expect(await header(mail, 'list-unsubscribe-post')).toBeUndefined();
    expect((await mail.parse()).html).not.toContain('/unsubscribe/');
  });

  test('is in no header of a mail whose template does not read it', async () => {
    const plain = await service.platform('Plain');
    await plain.rest('PUT', '/workspaces/ref:shop/contacts/ref:bob', { email: 'bob@example.com' });
    await plain.rest('POST', '/workspaces/ref:shop/events', {
      type: 'order.shipped',
      idempotency_key: 'plain',
      recipient: { contact: 'ref:bob' },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    });
    expect(await header(await mailTo('bob@example.com'), 'list-unsubscribe')).toBeUndefined();
  });
});

describe('the open pixel', () => {
  const opens = async (eventId: string) => {
    const { body } = await shop.graphql(
      'query ($id: ID!) { event(workspace: "ref:shop", id: $id) { message { opens { at machine } } } }',
      { id: eventId },
    );
    return body.data.event.message.opens.map(({ machine }: { machine: boolean }) => machine);
  };
  const consent = { pixel_consent_at: '2026-01-02T03:04:05Z' };
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const fetchPixel = async (url: string | undefined, agent = firefox) => {
    const response = await fetch(url ?? '', { headers: { 'user-agent': agent } });
    return `${response.status} ${response.headers.get('content-type')} ${(await response.arrayBuffer()).byteLength}`;
  };
  const image = '200 image/gif 42';

  test('is in no mail without consent, and in none to an address that no contact holds', async () => {
    await shop.putContact('silent');
    await shop.emit('silent', { contact: 'ref:silent' });
    expect(await linkIn(await mailTo('silent@example.com'), 'open')).toBeUndefined();
    expect(await linkIn(await mailTo('bare@example.com'), 'open')).toBeUndefined();
  });

  test('keeps opens while the consent lasts, also of mails already sent, and marks those of machines', async () => {
    await shop.putContact('eve', consent);
    const { body } = await shop.emit('eve', { contact: 'ref:eve' });
    const { id } = body.data;
    const pixel = await linkIn(await mailTo('eve@example.com'), 'open');
    expect(pixel).not.toContain('eve');
    expect(await fetchPixel(pixel)).toBe(image);
    expect(await opens(id)).toEqual([false]);
    for (const proxy of [
      'Mozilla/5.0',
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    ]) {
      await fetchPixel(pixel, proxy);
    }
    expect(await opens(id)).toEqual([false, true, true, true]);
    await fetch(pixel ?? '', { method: 'HEAD' });
    expect(await opens(id)).toHaveLength(4);

    await shop.putContact('eve', { pixel_consent_at: null });
    expect(await fetchPixel(pixel)).toBe(image);
    expect(await opens(id)).toHaveLength(4);
    await shop.emit('eve-2', { contact: 'ref:eve' });
    expect(await linkIn(await mailTo('eve@example.com', 2), 'open')).toBeUndefined();
    // A renewed consent applies to a mail with a pixel.
    await shop.putContact('eve', consent);
    await fetchPixel(pixel);
    expect(await opens(id)).toHaveLength(5);
  });

  test('is the same image for every token, and keeps nothing for a forged one', async () => {
    const mail = await firstMail('eve@example.com');
    const [pixel = '', out = ''] = await Promise.all([linkIn(mail, 'open'), linkIn(mail, 'unsubscribe')]);
    const before = await service.service.app.db.pool.query('SELECT FROM message_opens');
    const token = pixel.split('/').at(-1)?.replace('.gif', '') ?? '';
    const base = pixel.slice(0, pixel.lastIndexOf('/'));
    for (const forged of [
      '',
      'x',
      token.slice(0, -1),
      `${token.slice(0, 27)}${'a'.repeat(24)}`,
      out.split('/').at(-1),
    ]) {
      expect(await fetchPixel(`${base}/${forged}.gif`), forged).toBe(image);
    }
    expect((await service.service.app.db.pool.query('SELECT FROM message_opens')).rowCount).toBe(before.rowCount);
  });

  test('keeps a hundred opens of a message and no more', async () => {
    const pixel = await linkIn(await firstMail('eve@example.com'), 'open');
    for (let n = 1; n <= 105; n += 1) await fetchPixel(pixel);
    const { rows } = await service.service.app.db.pool.query('SELECT count(*)::int AS n FROM message_opens');
    expect(rows[0].n).toBe(100);
  });

  test('of a message is no other platform\u2019s to see', async () => {
    const { body } = await shop.emit('eve', { contact: 'ref:eve' });
    const other = await service.platform('Other');
    const answer = await other.graphql(
      'query ($id: ID!) { event(workspace: "ref:shop", id: $id) { message { opens { at } } } }',
      { id: body.data.id },
    );
    expect(answer.body.errors[0].extensions.code).toBe('not_found');
  });
});
