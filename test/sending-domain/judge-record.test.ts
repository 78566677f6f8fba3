import { describe, expect, test } from 'vitest';
import { judgeDkim, judgeDmarc, judgeReturnPath, judgeSpf } from '../../src/sending-domain/judge-record.ts';

describe('a DKIM record', () => {
  test.each([
    ['as it was asked for', ['v=DKIM1; k=rsa; p=MIIB'], 'verified'],
    ['without the tags that have defaults', ['p=MIIB'], 'verified'],
    ['folded by a zone editor', ['v=DKIM1;k=rsa;p=MI IB\t;'], 'verified'],
    ['in its test period', ['v=DKIM1; t=y; p=MIIB'], 'verified'],
    ['that allows our hash and service by name', ['v=DKIM1; h=sha1:sha256; s=email:other; p=MIIB'], 'verified'],
    ['with another key', ['v=DKIM1; k=rsa; p=MIIC'], 'mismatched'],
    ['that was revoked', ['v=DKIM1; p='], 'mismatched'],
    ['of another kind of key', ['v=DKIM1; k=ed25519; p=MIIB'], 'mismatched'],
    ['of another version', ['v=DKIM2; p=MIIB'], 'mismatched'],
    ['that allows another hash alone', ['v=DKIM1; h=sha1; p=MIIB'], 'mismatched'],
    ['that is for another service', ['v=DKIM1; s=other; p=MIIB'], 'mismatched'],
    ['beside another, which of the two counts being left to chance', ['p=MIIB', 'p=MIIC'], 'mismatched'],
    ['that is no key', ['hello'], 'mismatched'],
    ['that is not there', [], 'missing'],
  ])('%s', (_kind, published, status) => {
    expect(judgeDkim(published, 'MIIB').status).toBe(status);
  });
});

describe('a return path', () => {
  const mx = (...pairs: readonly [priority: number, exchange: string][]) =>
    pairs.map(([priority, exchange]) => ({ priority, exchange }));

  test.each([
    ['that comes to us', mx([10, 'bounces.example.com']), 'verified'],
    ['in another spelling', mx([5, 'Bounces.Example.Com.']), 'verified'],
    ['with another to fall back on', mx([20, 'backup.example.net'], [10, 'bounces.example.com']), 'verified'],
    ['that comes to another first', mx([5, 'mx.example.net'], [10, 'bounces.example.com']), 'mismatched'],
    ['that comes to another as often', mx([10, 'mx.example.net'], [10, 'bounces.example.com']), 'mismatched'],
    ['that takes no mail', mx([0, '']), 'mismatched'],
    ['that is not there', [], 'missing'],
  ])('%s', (_kind, published, status) => {
    expect(judgeReturnPath(published, 'bounces.example.com').status).toBe(status);
  });

  test('is shown in the order in which exchangers are tried', () => {
    const published = mx([20, 'b.example.com'], [10, 'a.example.com']);
    expect(judgeReturnPath(published, 'a.example.com').found).toBe('10 a.example.com\n20 b.example.com');
  });
});

describe('an SPF record', () => {
  const wanted = 'include:spf.example.com ip4:192.0.2.1';

  test.each([
    ['as it was asked for', ['v=spf1 include:spf.example.com ip4:192.0.2.1 ~all'], 'verified'],
    ['with more in it, in another order', ['v=spf1 a ip4:192.0.2.1 +include:SPF.example.com -all'], 'verified'],
    ['without an end', ['V=SPF1 include:spf.example.com ip4:192.0.2.1'], 'verified'],
    ['beside texts that are no SPF', ['token=1', 'v=spf1 include:spf.example.com ip4:192.0.2.1 ~all'], 'verified'],
    ['that lacks a term', ['v=spf1 include:spf.example.com ~all'], 'mismatched'],
    ['that has ended before', ['v=spf1 -all include:spf.example.com ip4:192.0.2.1'], 'mismatched'],
    ['that refuses what was asked for', ['v=spf1 -include:spf.example.com ip4:192.0.2.1 ~all'], 'mismatched'],
    [
      'beside another, which makes both void',
      ['v=spf1 include:spf.example.com ip4:192.0.2.1 ~all', 'v=spf1 -all'],
      'mismatched',
    ],
    ['that is something else', ['v=spf10 include:spf.example.com', 'token=1'], 'missing'],
    ['that is not there', [], 'missing'],
  ])('%s', (_kind, published, status) => {
    expect(judgeSpf(published, wanted).status).toBe(status);
  });

  test('needs no term where the deployment has none', () => {
    expect(judgeSpf(['v=spf1 ~all'], null).status).toBe('verified');
  });
});

describe('a DMARC record', () => {
  test.each([
    ['that asks for nothing', ['v=DMARC1; p=none'], 'verified'],
    ['that asks for much', ['v=DMARC1;p=reject;rua=mailto:dmarc@example.com'], 'verified'],
    ['in odd spacing', ['v = DMARC1 ; P=x; p = Quarantine'], 'verified'],
    ['without a policy', ['v=DMARC1; rua=mailto:dmarc@example.com'], 'mismatched'],
    ['with a policy that is none', ['v=DMARC1; p=drop'], 'mismatched'],
    ['beside another', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'mismatched'],
    ['that is something else', ['v=DMARC10; p=none', 'hello'], 'missing'],
    ['that is not there', [], 'missing'],
  ])('%s', (_kind, published, status) => {
    expect(judgeDmarc(published).status).toBe(status);
  });
});

test('what strangers publish is kept so far as it can be', () => {
  const { status, found } = judgeDkim([`\0${'\u{1F4E7}'.repeat(2_000)}`], 'MIIB');
  expect(status).toBe('mismatched');
  expect([found?.length, found?.isWellFormed(), found?.includes('\0')]).toEqual([2_000, true, false]);
});
