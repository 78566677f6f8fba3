import { describe, expect, it } from 'vitest';
import { classifyReply, parseReply, type Reply } from '../../../src/transport/replies/classify-reply.ts';
import { replyRules } from '../../../src/transport/replies/reply-rules.ts';
import { threadTime } from '../../support/thread-time.ts';

const classify = (reply: string, stage?: Reply['stage']) => classifyReply({ ...parseReply(reply), stage });

describe('reply rules', () => {
  it.each(replyRules.map(({ sample, reason }) => [sample, reason] as const))('read "%s" as %s', (sample, reason) => {
    // Without its codes, so that the rule alone decides.
    const read = classifyReply({ code: 550, enhancedCode: null, text: sample }).reason;
    expect(read).toBe(reason === 'unavailable' ? 'userunknown' : reason);
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
    ['550 User unknown', 'data', true, 'recipient'],
    ['550 5.2.1 User unknown', 'data', true, 'recipient'],
    ['550 User unknown', 'mail', false, 'sender'],
    ['550 5.1.1 User unknown', 'data', true, 'recipient'],
    ['550 5.1.0 Sender unknown', 'mail', false, 'sender'],
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

  it.each([
    // The innermost reply outranks its wrappers.
    ['550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 : No such user', true],
    ['550 5.0.350 Remote server returned an error -> 552 5.2.2 Mailbox full', false],
    ['550 5.1.1 Invalid address; host mx.example.net said: 552 5.2.2 Mailbox full', false],
    ['554 5.7.1 Service unavailable <smtp; 550 5.1.1 no such account>', true],
    // For good, whatever the code.
    ['525 5.7.13 <x@example.com>: Recipient address rejected: User account disabled', true],
    ['554 Sorry, this account has been disabled or discontinued [#102]', true],
    ['550 5.2.1 The mailbox is inactive, see https://support.mail.example/?p=DisabledUser', true],
    ['550 The person is no longer here', true],
    ["554 delivery error: dd This user doesn't have a mail.example account (x@mail.example) [0]", true],
    ['550 x@example.com has no account on this server', true],
    ['550 This mailbox was closed at the request of its owner', true],
    // For now, whatever the code.
    ['550 5.1.1 This account is locked for now', false],
    ['550 5.1.1 User temporarily disabled', false],
    ['550 5.1.1 Account disabled temporarily for exceeding receiving limits', false],
    ['550 5.2.1 The account is suspended', false],
    ['550 5.1.1 Too many messages for this user in an hour, rate limit exceeded', false],
    // No exchanger, and a lookup that failed.
    ['550 5.4.4 No MX for example.com', true],
    ['550 Domain example.com does not accept mail (nullMX)', true],
    ["DNS Error: DNS type 'mx' lookup of example.com responded with code NXDOMAIN: Domain name not found", true],
    ['Name service error for name=example.com type=AAAA: Host found but no data record of requested type', true],
    ['Name service error for name=example.com type=MX: Host not found, try again', false],
    ["DNS Error: DNS type 'mx' lookup of example.com responded with code SERVFAIL", false],
    ['CNAME lookup failed temporarily. (#4.4.3)', false],
    // A possibility proves nothing; the statement beside it does.
    ['550 The address was not found, or the server did not accept the message', false],
    ['550 The group may not exist, or you may not have permission to post', false],
    ['550 No such user here. Please check the address, the mailbox could be full', true],
    ['550 Rejected. If the user does not exist, ask the recipient for a new address', false],
    // The sender's.
    ['553 sorry, your envelope sender domain must exist (#5.7.1)', false],
    ['550 5.7.27 Sender address has null MX', false],
    ['554 5.7.1 <mx.example.org>: Helo command rejected: Host not found', false],
    ['550 5.2.0 From: Domain is invalid', false],
  ])('%s: hard %s', (reply, hard) => {
    expect(classify(reply)).toMatchObject({ hard });
  });

  it('answers quickly whatever it is given', () => {
    const started = threadTime();
    for (const text of ['a '.repeat(500_000), '550 '.repeat(200_000), 'user '.repeat(200_000), '-'.repeat(1_000_000)]) {
      classify(text);
    }
    // Time that grows with the square of the length would be minutes.
    expect(threadTime() - started).toBeLessThan(10_000);
  });
});
