import { describe, expect, it } from 'vitest';
import { classifyReply, parseReply } from '../../../src/transport/replies/classify-reply.ts';
import { decodeReply, readableText } from '../../../src/transport/replies/decode-reply.ts';

/** Replies as their servers send them; each character is a byte. */
const bytes = (hex: string) => `550 ${Buffer.from(hex, 'hex').toString('latin1')}`;

describe('decodeReply', () => {
  it.each([
    ['GBK', 'd3c3bba7b2bbb4e6d4da', '用户不存在'],
    ['Big5', 'ab48bd63a4a3a673a662', '信箱不存在'],
    ['Shift_JIS', '8386815b8355815b82aa91b68ddd82b582dc82b982f1', 'ユーザーが存在しません'],
    ['EUC-JP', 'a5e6a1bca5b6a1bca4aca4bfb8bac0dfa4b7a4dea4bba4f3', null],
    ['EUC-KR', 'bbe7bfebc0dab0a120beb8bdc0b4cfb4d9', null],
    ['windows-1251', 'cfeeebfce7eee2e0f2e5ebfc20ede520ede0e9e4e5ed', 'Пользователь не найден'],
    ['KOI8-R', 'f0cfccd8dacfd7c1d4c5ccd820cec520cec1cac4c5ce', 'Пользователь не найден'],
    ['UTF-8', 'e794a8e688b7e4b88de5ad98e59ca8', '用户不存在'],
    ['Latin-1', '456d7066e46e67657220756e62656b616e6e74', 'Empfänger unbekannt'],
  ])('finds out %s', (_set, hex, text) => {
    const decoded = decodeReply(bytes(hex));
    expect(decoded.readable).toBe(true);
    if (text !== null) expect(decoded.text).toBe(`550 ${text}`);
  });

  it.each([
    ['GBK', 'd3c3bba7b2bbb4e6d4da'],
    ['Big5', 'ab48bd63a4a3a673a662'],
    ['Shift_JIS', '8386815b8355815b82aa91b68ddd82b582dc82b982f1'],
    ['windows-1251', 'cfeeebfce7eee2e0f2e5ebfc20ede520ede0e9e4e5ed'],
    ['KOI8-R', 'f0cfccd8dacfd7c1d4c5ccd820cec520cec1cac4c5ce'],
  ])('judges an unknown user in %s as hard', (_set, hex) => {
    expect(classifyReply(parseReply(bytes(hex)))).toMatchObject({ hard: true, category: 'recipient' });
  });

  it('says that a reply could not be read, and judges it by its code alone', () => {
    const garbage = '\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xff\x81\x8d\x90\x9d';
    expect(classifyReply(parseReply(`550 ${garbage}`))).toMatchObject({ reason: 'unreadable', hard: false });
    expect(classifyReply(parseReply(`550 5.1.1 ${garbage}`))).toMatchObject({ reason: 'userunknown', hard: true });
    expect(classifyReply(parseReply('550 \ufffd\ufffd\ufffd\ufffd'))).toMatchObject({ reason: 'unreadable' });
  });

  it('leaves what was decoded as it is', () => {
    for (const text of ['550 Empfänger unbekannt', '550 boîte créée', '550 用户不存在', '550 User unknown']) {
      expect(readableText(text)).toEqual({ text, readable: true });
    }
  });
});
