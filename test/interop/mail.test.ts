/** Real mail among programs written by others: Postfix, dnsmasq, dkimpy, swaks. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleIn } from '../../emails/language/example-in.ts';
import { type StarterName, starterNames, starters } from '../../emails/starters/index.ts';
import { type MailWorld, type Sender, startMailWorld } from './programs/mail-world.ts';
import { arrived } from './programs/postfix.ts';
import { insistOn, run } from './programs/run.ts';
import { scoreMails } from './programs/spamassassin.ts';

const verifier = fileURLToPath(new URL('./programs/verify-dkim.py', import.meta.url));

let world: MailWorld;
let sender: Sender;

beforeAll(async () => {
  world = await startMailWorld();
  sender = world.direct;
});

afterAll(() => world?.stop());

async function inState(by: Sender, id: string, state: string) {
  await expect.poll(async () => (await by.message(id)).state, { timeout: 30_000, interval: 200 }).toBe(state);
  return by.message(id);
}

/** Scores that spamassassin gives without asking anybody else; 5 and above is spam to most. */
const scoreAllowed = 0.5;

const headerOf = (mail: Buffer, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(mail.toString('latin1'))?.[1]?.replace(/\r?\n[ \t]/g, '');

const swaks = (to: string, ...more: readonly string[]) =>
  run('swaks', [
    '--server',
    `127.0.0.1:${sender.inboundPort}`,
    '--from',
    '<>',
    '--to',
    to,
    '--helo',
    'mx.inbox.test',
    ...more,
  ]);

describe('straight to the exchanger', () => {
  test('a user that Postfix knows gets the mail, signed by DKIM as dkimpy sees it, over TLS', async () => {
    const id = await sender.emit('known@inbox.test');
    const [mail = Buffer.alloc(0)] = await arrived(world.exchanger, 'known@inbox.test');
    const message = await inState(sender, id, 'delivered');
    expect(message).toMatchObject({ evidence: 'exchanger' });
    expect(message.attempts).toMatchObject([{ outcome: 'delivered', exchanger: 'mx.inbox.test', replyCode: 250 }]);
    expect(message.attempts[0].tlsVersion).toMatch(/^TLSv1\.[23]$/);
    expect(await sender.webhooks(id)).toEqual(['message.delivered']);
    expect(headerOf(mail, 'Return-Path')).toMatch(
      new RegExp(`^<b\\+${id}\\.[a-z0-9]+@bounces\\.direct\\.example\\.com>$`, 'i'),
    );
    expect(headerOf(mail, 'Message-ID')).toBe(`<${id}@direct.example.com>`);
    // Postfix put its own fields before the mail; the signature is over ours.
    const said = await insistOn('/usr/bin/python3', [verifier, String(world.dns.port)], mail);
    expect(said).toMatch(/^direct\.example\.com .*\bfrom\b/);
    for (const field of ['from', 'to', 'subject', 'message-id', 'date']) expect(said).toContain(field);
    const forged = Buffer.from(mail.toString('latin1').replace('Good', 'Gold'), 'latin1');
    expect((await run('/usr/bin/python3', [verifier, String(world.dns.port)], forged)).code).not.toBe(0);
  });

  test('a user that Postfix does not know bounces hard in the session, and is suppressed', async () => {
    const id = await sender.emit('nobody@inbox.test');
    const message = await inState(sender, id, 'bounced');
    expect(message).toMatchObject({
      bounce: 'hard',
      attempts: [{ replyCode: 550, enhancedCode: '5.1.1', category: 'recipient' }],
    });
    expect(message.attempts[0].reply).not.toContain('nobody');
    expect(await sender.webhooks(id)).toEqual(['message.bounced']);
    const next = await sender.emit('nobody@inbox.test');
    expect(await sender.message(next)).toMatchObject({ state: 'suppressed', attempts: [] });
    expect(await sender.webhooks(next)).toEqual(['message.suppressed']);
  });

  test('what Postfix takes and bounces later is bounced once its report comes through the listener', async () => {
    const id = await sender.emit('later@inbox.test');
    const message = await inState(sender, id, 'bounced');
    expect(message).toMatchObject({
      bounce: 'hard',
      attempts: [{ outcome: 'delivered' }],
      reports: [{ kind: 'bounce', hard: true }],
    });
    expect(await sender.webhooks(id)).toEqual(['message.delivered', 'message.bounced']);
    expect(await sender.message(await sender.emit('later@inbox.test'))).toMatchObject({ state: 'suppressed' });
  });

  test('greylisted mail waits a minute and arrives on the retry, with the same Message-ID', async () => {
    const id = await sender.emit('greylisted@inbox.test');
    await expect.poll(async () => (await sender.message(id)).attempts.length, { timeout: 20_000 }).toBe(1);
    const waiting = await inState(sender, id, 'queued');
    expect(waiting.attempts).toMatchObject([{ outcome: 'temporary', replyCode: 450 }]);
    expect(waiting.nextAttemptAt).not.toBeNull();
    sender.advance(60_000);
    const message = await inState(sender, id, 'delivered');
    expect(message.attempts).toMatchObject([{ outcome: 'temporary' }, { outcome: 'delivered' }]);
    const [mail = Buffer.alloc(0)] = await arrived(world.exchanger, 'greylisted@inbox.test');
    expect(headerOf(mail, 'Message-ID')).toBe(`<${id}@direct.example.com>`);
  });

  test('what dnsmasq knows to take no mail, or not to exist, bounces hard and nobody is asked', async () => {
    const [none, unknown] = [await sender.emit('ada@nomail.test'), await sender.emit('ada@nowhere.test')];
    expect(await inState(sender, none, 'bounced')).toMatchObject({
      bounce: 'hard',
      attempts: [{ enhancedCode: '5.1.10', exchanger: null }],
    });
    expect(await inState(sender, unknown, 'bounced')).toMatchObject({
      bounce: 'hard',
      attempts: [{ enhancedCode: '5.1.2' }],
    });
  });
});

describe('through a relay', () => {
  test('Postfix promises a report: the message is sent, and delivered once the report says so', async () => {
    const id = await world.relayed.emit('known@inbox.test');
    const message = await inState(world.relayed, id, 'delivered');
    expect(message).toMatchObject({
      evidence: 'report',
      attempts: [{ outcome: 'relayed', exchanger: '127.0.0.1' }],
      reports: [{ kind: 'delivered' }],
    });
    expect(await world.relayed.webhooks(id)).toEqual(['message.delivered']);
    const mail = (await arrived(world.exchanger, 'known@inbox.test')).find(
      (each) => headerOf(each, 'Message-ID') === `<${id}@relayed.example.com>`,
    );
    const said = await insistOn('/usr/bin/python3', [verifier, String(world.dns.port)], mail);
    expect(said).toMatch(/^relayed\.example\.com /);
  });

  test('a user whom the far side does not know bounces by the relay report', async () => {
    const id = await world.relayed.emit('nobody@inbox.test');
    const message = await inState(world.relayed, id, 'bounced');
    expect(message).toMatchObject({ bounce: 'hard', reports: [{ kind: 'bounce', hard: true, enhancedCode: '5.1.1' }] });
    expect(await world.relayed.webhooks(id)).toEqual(['message.bounced']);
    expect(await world.relayed.message(await world.relayed.emit('nobody@inbox.test'))).toMatchObject({
      state: 'suppressed',
    });
  });
});

describe('swaks as a hostile client of the listener', () => {
  const report = (to: string) =>
    [
      'From: MAILER-DAEMON@mx.inbox.test',
      `To: ${to}`,
      'Subject: Undelivered Mail Returned to Sender',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'The mail could not be delivered.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.inbox.test',
      '',
      'Final-Recipient: rfc822; forged@inbox.test',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
      '--b--',
      '',
    ].join('\\n');

  test('a forged report changes nothing, whether its signature is wrong, missing or of another message', async () => {
    const id = await sender.emit('forged@inbox.test');
    await inState(sender, id, 'delivered');
    const [mail = Buffer.alloc(0)] = await arrived(world.exchanger, 'forged@inbox.test');
    const path = headerOf(mail, 'Return-Path')?.replace(/[<>]/g, '') ?? '';
    const [local = '', domain = ''] = path.split('@');
    const mac = local.slice(local.indexOf('.') + 1);
    const wrong = mac.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const other = await sender.emit('known@inbox.test');
    const forgeries = [
      `b+${id}.${wrong}@${domain}`,
      `b+${id}@${domain}`,
      `b+${id}.@${domain}`,
      `b+${other}.${mac}@${domain}`,
      `${id}@${domain}`,
    ];
    for (const to of forgeries) {
      const { code, output } = await swaks(to, '--data', report(to));
      expect(code, output).not.toBe(0);
      expect(output).toMatch(/<\*\* 5\d\d/);
    }
    // To the mailbox for abuse reports, naming the message without our header.
    await swaks('abuse@bounces.tidings.test', '--data', report('abuse@bounces.tidings.test'));
    expect(await sender.message(id)).toMatchObject({ state: 'delivered', reports: [] });

    // The same words at the signed path are believed, in any letter case: relays lower it.
    const { code, output } = await swaks(path.toLowerCase(), '--data', report(path), '--tls');
    expect(code, output).toBe(0);
    expect(output).toContain('TLS started');
    await inState(sender, id, 'bounced');
  });

  test('it relays nothing for anybody', async () => {
    for (const to of [
      'known@inbox.test',
      'postmaster@example.com',
      'abuse%inbox.test@direct.example.com',
      '"a@b"@inbox.test',
    ]) {
      const { code, output } = await swaks(to, '--body', 'Buy now');
      expect(code, output).not.toBe(0);
      expect(output).toMatch(/<\*\* 5\d\d/);
    }
  });

  test('an abuse report is a complaint: no marketing any more, transactional mail goes on', async () => {
    const email = 'complainer@inbox.test';
    const { body } = await sender.backend.rest('PUT', '/workspaces/ref:shop/contacts/ref:complainer', { email });
    const id = await sender.emit(email);
    await inState(sender, id, 'delivered');
    const [mail = Buffer.alloc(0)] = await arrived(world.exchanger, email);
    const feedback = [
      'From: feedback@inbox.test',
      'To: abuse@bounces.tidings.test',
      'Subject: Complaint',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'This is an abuse report.',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: Somebody/1.0',
      'Version: 1',
      '',
      '--b',
      'Content-Type: message/rfc822',
      '',
      mail.toString('latin1').replace(/\r?\n/g, '\n'),
      '--b--',
      '',
    ].join('\n');
    const { code, output } = await run(
      'swaks',
      [
        ...['--server', `127.0.0.1:${sender.inboundPort}`, '--from', 'feedback@inbox.test'],
        ...['--to', 'abuse@bounces.tidings.test', '--data', '-'],
      ],
      feedback,
    );
    expect(code, output).toBe(0);
    await inState(sender, id, 'complained');
    expect(await sender.webhooks(id)).toEqual(['message.delivered', 'message.complained']);
    const told = await sender.backend.rest('GET', '/webhooks?type=contact.suppressed');
    const about = told.body.data.map((webhook: { body: { data: unknown } }) => webhook.body.data);
    expect(about).toContainEqual({
      contact: { id: body.data.id, reference: 'complainer' },
      reason: 'complaint',
      blocks: ['marketing'],
    });
    const next = await sender.emit(email);
    await inState(sender, next, 'delivered');
    expect(await arrived(world.exchanger, email, 2)).toHaveLength(2);
  });
});

describe('spamassassin', () => {
  const languagesOf = (name: StarterName) => {
    const { locale, translations } = starters[name].template;
    return [locale, ...Object.keys(translations)];
  };

  async function insist(method: string, path: string, body: object) {
    const { status, body: answer } = await sender.backend.rest(method, path, body);
    expect([status < 300, answer], path).toEqual([true, answer]);
    return answer;
  }

  async function saveStarter(name: StarterName): Promise<void> {
    const { fields, template } = starters[name];
    await insist('PUT', `/event-types/starter.${name}`, { fields });
    await insist('PUT', `/event-types/starter.${name}/template`, template);
  }

  async function sendStarter(name: StarterName, locale: string): Promise<Buffer> {
    // One address gets 30 emits an hour.
    const email = `${name}@inbox.test`;
    const contact = `ref:starter-${name}`;
    await insist('PUT', `/workspaces/ref:shop/contacts/${contact}`, { email, locale });
    const emitted = await insist('POST', '/workspaces/ref:shop/events', {
      type: `starter.${name}`,
      idempotency_key: `starter-${name}-${locale}`,
      recipient: { contact },
      payload: exampleIn(starters[name].examples, locale)?.payload,
    });
    const { id } = emitted.data.message;
    await inState(sender, id, 'delivered');
    return withMessageId(email, id);
  }

  async function withMessageId(email: string, id: string): Promise<Buffer> {
    let found: Buffer | undefined;
    await expect
      .poll(async () => {
        const mails = await world.exchanger.mails(email);
        found = mails.find((mail) => headerOf(mail, 'Message-ID') === `<${id}@direct.example.com>`);
        return found !== undefined;
      })
      .toBe(true);
    return found ?? Buffer.alloc(0);
  }

  test('gives each starter half a point at most, in each of its languages', async () => {
    const names: string[] = [];
    const mails: Buffer[] = [];
    await Promise.all(starterNames.map(saveStarter));
    // All starters at once, in one language after the other: a contact has one.
    for (let at = 0; at < Math.max(...starterNames.map((name) => languagesOf(name).length)); at += 1) {
      const next = starterNames.flatMap((name) =>
        languagesOf(name)
          .slice(at, at + 1)
          .map((locale) => ({ name, locale })),
      );
      names.push(...next.map(({ name, locale }) => `${name} ${locale}`));
      mails.push(...(await Promise.all(next.map(({ name, locale }) => sendStarter(name, locale)))));
    }
    const scores = await scoreMails(mails);
    expect(scores).toHaveLength(names.length);
    for (const [at, { score, report }] of scores.entries()) {
      expect(score, `${names[at]}\n${report}`).toBeLessThanOrEqual(scoreAllowed);
    }
  }, 600_000);
});
