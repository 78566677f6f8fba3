/** What people do, and what is learnt about their addresses, as the receiver hears of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import { abuseReport, deliveryReport } from '../support/reports.ts';
import type { SunkMail } from '../support/smtp-sink.ts';
import { minutes } from './ground.ts';
import { bodies, type ContactName, type Hearing, openHearing } from './hearing.ts';

let hearing: Hearing;

beforeAll(async () => {
  hearing = await openHearing('People', { BOUNCE_HOST: 'mx.tidings.example' });
});
afterAll(() => hearing.stop());

const recipient = { source: 'recipient' };

/** What the person finds in the mail: for the page and for the mail app it is one link. */
async function wayOut(reference: string): Promise<string> {
  await hearing.emit(`mail-${reference}`, { contact: `ref:${reference}` });
  const mail = await (await hearing.mailTo(`${reference}@example.com`)).parse();
  const link = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return /<(http[^>]+)>/.exec(link)?.[1] ?? '';
}

async function subscribe(reference: string): Promise<void> {
  const at = new Date(hearing.clock.now().getTime() - 1_000).toISOString();
  const body = { marketing: { state: 'subscribed', at } };
  expect((await hearing.shop.rest('PUT', `/workspaces/ref:shop/contacts/ref:${reference}`, body)).status).toBe(200);
}

const post = async (url: string, form: Record<string, string>) =>
  expect((await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).status).toBe(200);

describe('leaving marketing', () => {
  test.each([
    ['page', {}],
    ['mail-app', { 'List-Unsubscribe': 'One-Click' }],
  ])('by the %s is told once, and so is its undoing within ten minutes', async (name, form) => {
    const person = await hearing.contact(name);
    await subscribe(name);
    const link = await wayOut(name);
    await hearing.heard(person.id, 1);
    const from = hearing.taken().length;

    // Scanners follow links; who looks has not left.
    expect((await fetch(link)).status).toBe(200);
    expect(await hearing.since(from)).toEqual([]);

    const left = hearing.about('contact.left_marketing', { contact: person }, recipient);
    const rejoined = hearing.about('contact.rejoined_marketing', { contact: person }, recipient);
    hearing.clock.advance(minutes(1));
    const leftAt = hearing.clock.now().toISOString();
    await post(link, form);
    await post(link, form);
    hearing.clock.advance(minutes(9));
    await post(link, { action: 'undo' });
    await post(link, { action: 'undo' });
    const told = async () =>
      (await hearing.since(from))
        .filter(({ raw }) => raw.includes(person.id))
        .toSorted((a, b) => (a.body.created_at < b.body.created_at ? -1 : 1));
    const both = await told();
    expect(bodies(both)).toEqual([
      { ...left, created_at: leftAt },
      { ...rejoined, created_at: hearing.clock.now().toISOString() },
    ]);
    for (const { raw } of both) expect(raw).not.toContain('@');

    // After the ten minutes there is nothing to take back.
    await post(link, form);
    hearing.clock.advance(minutes(10) + 1);
    await post(link, { action: 'undo' });
    expect(bodies((await told()).slice(2))).toEqual([left]);
  });

  test('by the caller’s word is told to nobody, and neither is a way out that stands for nobody', async () => {
    await hearing.contact('told');
    await subscribe('told');
    const from = hearing.taken().length;
    const marketing = { state: 'unsubscribed', at: hearing.clock.now().toISOString() };
    await hearing.shop.rest('PUT', '/workspaces/ref:shop/contacts/ref:told', { marketing });
    const forged = (await wayOut('told')).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await fetch(forged, { method: 'POST' })).status).toBe(404);
    expect((await hearing.since(from)).map(({ body }) => body.type)).toEqual(['message.delivered']);
  });

  test('by a simulated contact is marked as simulated', async () => {
    const email = 'delivered+leaver@simulator.test';
    const { body } = await hearing.shop.rest('PUT', '/workspaces/ref:shop/contacts/ref:leaver', { email });
    const { app } = hearing.service.service;
    await post(unsubscribeUrl(app, { workspaceId: hearing.workspace.id, id: body.data.id }), {});
    const contact = { id: body.data.id, reference: 'leaver' };
    expect(bodies(await hearing.heard(body.data.id, 1))).toEqual([
      hearing.about('contact.left_marketing', { contact }, { ...recipient, simulated: true }),
    ]);
  });
});

function complaintAbout({ raw }: SunkMail): string {
  const [head = ''] = raw.toString('utf8').split(/\r?\n\r?\n/);
  return abuseReport('abuse', `${head.replace(/\r/g, '')}\n`);
}

const unknownUser = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown';

const suppressed = (contact: ContactName, reason: string, blocks: string, change: object = {}) =>
  hearing.about('contact.suppressed', { contact, reason, blocks: [blocks] }, change);

describe('what reports teach', () => {
  test('a complaint is the recipient’s word: the message is complained of and its contact blocked for marketing, once', async () => {
    const person = await hearing.contact('annoyed');
    const id = await hearing.emit('complained', { contact: 'ref:annoyed' });
    await hearing.heard(id, 1);
    const mail = await hearing.mailTo('annoyed@example.com');
    await hearing.report('abuse@mx.tidings.example', complaintAbout(mail));
    await hearing.report('abuse@mx.tidings.example', complaintAbout(mail));
    const message = { id, idempotency_key: 'complained', contact: person };
    const told = await hearing.heard(person.id, 3);
    expect(bodies(told)).toEqual([
      suppressed(person, 'complaint', 'marketing', recipient),
      hearing.about('message.complained', { message }, recipient),
      hearing.about('message.delivered', { message }),
    ]);
    for (const { raw } of told) expect(raw).not.toContain('@');
    expect(await hearing.since(hearing.taken().length)).toEqual([]);
  });

  test('a complaint of somebody who is no contact names the address, and suppresses nobody whom the caller knows', async () => {
    const id = await hearing.emit('complained-bare', { email: 'passer@example.com' });
    await hearing.heard(id, 1);
    await hearing.report('abuse@mx.tidings.example', complaintAbout(await hearing.mailTo('passer@example.com')));
    const message = { id, idempotency_key: 'complained-bare', recipient: 'passer@example.com' };
    expect(bodies(await hearing.heard('passer@example.com', 2))).toEqual([
      hearing.about('message.complained', { message }, recipient),
      hearing.about('message.delivered', { message }),
    ]);
  });

  test('a late hard bounce suppresses the contacts of every workspace of the platform that hold the address', async () => {
    for (const reference of ['second', 'third']) {
      await hearing.shop.rest('POST', '/workspaces', { name: reference, reference });
    }
    const here = await hearing.contact('late');
    const there = await hearing.contact('late', 'second');
    await hearing.contact('other', 'third');
    const { body } = await hearing.shop.rest('GET', '/workspaces/ref:second');
    const id = await hearing.emit('late-bounce', { contact: 'ref:late' });
    await hearing.heard(id, 1);
    const from = hearing.taken().length;
    const { from: returnPath } = await hearing.mailTo('late@example.com');
    await hearing.report(returnPath, deliveryReport(unknownUser, undefined, 'late@example.com'));
    await hearing.heard(id, 2);
    const told = await hearing.since(from);
    const wanted = [
      hearing.about('message.bounced', {
        message: { id, idempotency_key: 'late-bounce', contact: here },
        bounce: 'hard',
      }),
      suppressed(here, 'hard_bounce', 'all'),
      suppressed(there, 'hard_bounce', 'all', { workspace: { id: body.data.id, reference: 'second' } }),
    ];
    expect(bodies(told)).toHaveLength(wanted.length);
    expect(bodies(told)).toEqual(expect.arrayContaining(wanted));
  });

  test('a mailbox that is full on five different days suppresses its contact on the fifth', async () => {
    const person = await hearing.contact('full');
    for (let day = 1; day <= 5; day += 1) {
      hearing.service.mail.refuse('full@example.com', [{ code: 552, text: '5.2.2 Mailbox full' }]);
      const id = await hearing.emit(`full-${day}`, { contact: 'ref:full' });
      const message = { id, idempotency_key: `full-${day}`, contact: person };
      expect(bodies(await hearing.heard(id, 1))).toEqual([
        hearing.about('message.bounced', { message, bounce: 'soft' }),
      ]);
      if (day < 5) expect(hearing.taken().filter(({ raw }) => raw.includes(person.id))).toHaveLength(day);
      hearing.clock.advance(minutes(24 * 60));
    }
    expect(bodies(await hearing.heard(person.id, 6))[0]).toEqual(suppressed(person, 'soft_bounces', 'all'));
  });
});
