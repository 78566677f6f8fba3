import { describe, expect, it } from 'vitest';
import { classifyReply, parseReply, type Reply } from '../../src/transport/classify-reply.ts';
import { replyRules } from '../../src/transport/reply-rules.ts';

const classify = (reply: string, stage?: Reply['stage']) => classifyReply({ ...parseReply(reply), stage });

describe('reply rules', () => {
  it.each(replyRules.map(({ sample, reason }) => [sample, reason] as const))('read "%s" as %s', (sample, reason) => {
    // Without its codes, so that the rule alone decides.
    expect(classifyReply({ code: 550, enhancedCode: null, text: sample }).reason).toBe(reason);
  });
});

describe('parseReply', () => {
  it.each([
    ['550 5.1.1 <a@b.c>: User unknown', 550, '5.1.1'],
    ['550-5.7.26 Unauthenticated\r\n550 5.7.26 mail', 550, '5.7.26'],
    ['421 closing', 421, null],
    ['sorry, no mailbox here by that name. (#5.1.1)', null, '5.1.1'],
    ['connect to mx[192.0.2.5]:25: timed out', null, null],
  ])('takes the codes out of "%s"', (text, code, enhancedCode) => {
    expect(parseReply(text)).toEqual({ code, enhancedCode, text });
  });
});

describe('classifyReply', () => {
  it.each<[string, Reply['stage'], boolean, string]>([
    ['550 5.1.1 User unknown', 'rcpt', true, 'recipient'],
    ['550 5.1.1 No', 'rcpt', true, 'recipient'],
    ['550 5.7.1 <x@example.com>: Recipient address rejected: User unknown', 'rcpt', true, 'recipient'],
    ['550 5.1.1 <x@example.com>: mailbox is full', 'rcpt', false, 'recipient'],
    ['550 5.2.1 The email account that you tried to reach is disabled.', 'rcpt', true, 'recipient'],
    ['550 5.2.1 <x@example.com>... User Unknown', 'rcpt', true, 'recipient'],
    ['550 5.2.1 The account is inactive', 'rcpt', false, 'recipient'],
    ['550 5.2.1 Not now', 'rcpt', false, 'recipient'],
    ['550 5.1.2 Host unknown', 'rcpt', true, 'recipient'],
    ['556 5.1.10 Recipient address has null MX', 'rcpt', true, 'recipient'],
    ['551 5.1.6 User has moved', 'rcpt', true, 'recipient'],
    ['552 5.2.2 Over quota', 'rcpt', false, 'recipient'],
    ['552 5.3.4 Message too big', 'data', false, 'size'],
    ['550 5.7.1 Message rejected as spam', 'data', false, 'content'],
    ['550 5.7.26 This mail is unauthenticated', 'data', false, 'policy'],
    ['554 5.7.1 Client host [192.0.2.1] blocked using zen.example.org; user unknown', 'rcpt', false, 'policy'],
    ['550 User unknown', 'data', false, 'policy'],
    ['550 5.1.1 User unknown', 'data', true, 'recipient'],
    ['550 5.1.0 Sender unknown', 'mail', false, 'policy'],
    ['550 Rejected', 'rcpt', false, 'policy'],
  ])('%s at %s: hard %s, about %s', (reply, stage, hard, category) => {
    expect(classify(reply, stage)).toMatchObject({ temporary: false, hard, category });
  });

  it.each([
    ['450 4.1.1 User unknown', 'recipient'],
    ['450 4.2.0 Greylisted, try again later', 'temporary'],
    ['452 4.2.2 Mailbox full', 'recipient'],
    ['421 4.7.0 Too many connections', 'temporary'],
    ['451 Something', 'temporary'],
    ['451 4.3.0 queue file write error', 'infrastructure'],
  ])('counts %s as passing, about %s', (reply, category) => {
    expect(classify(reply, 'rcpt')).toMatchObject({ temporary: true, hard: false, category });
  });

  it('answers quickly whatever it is given', () => {
    const started = performance.now();
    for (const text of ['a '.repeat(500_000), '550 '.repeat(200_000), 'user '.repeat(200_000), '-'.repeat(1_000_000)]) {
      classify(text);
    }
    // Time that grows with the square of the length would be minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
