/** The body hash is the same however the body is cut into pieces, and whatever stands at the cuts. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { relaxedBodyHash } from '../../../src/transport/mail/relaxed-body-hash.ts';

/** RFC 6376, 3.4.4, written as the RFC says it. */
function reference(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const relaxed = lines.join('\r\n').replace(/(\r\n)+$/, '');
  const ended = relaxed === '' ? '' : `${relaxed}\r\n`;
  return createHash('sha256').update(ended).digest('base64');
}

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const parts = ['a', 'word', 'x'.repeat(70), ' ', '  ', '\t', ' \t ', '\r\n', '\r\n\r\n', ' \r\n', '=3D', '.'];

test.each(Array.from({ length: 40 }, (_none, seed) => seed))('body %i', async (seed) => {
  const next = numbers(seed);
  // Most bodies have few blanks that change, as mails do.
  const usual = seed % 4 === 0 ? parts.length : 4;
  let body = '';
  while (body.length < 12_000) {
    const among = next() < 0.01 ? parts.length : usual;
    body += `${parts[Math.floor(next() * among)]}${next() < 0.02 ? '\r\n' : ''}`;
  }
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const length = 1 + Math.floor(next() * (next() < 0.5 ? 10 : 5_000));
    pieces.push(bytes.subarray(from, from + length));
    from += length;
  }
  expect(await relaxedBodyHash(pieces)).toBe(reference(body));
  expect(await relaxedBodyHash([bytes])).toBe(reference(body));
});

test.each(['', '\r\n', ' \r\n\r\n', 'a', 'a\r\n', 'a \r\n\r\n\r\n', '\r\na', ' a', '\t\ta'])('%j', async (body) => {
  expect(await relaxedBodyHash([Buffer.from(body)])).toBe(reference(body));
  expect(await relaxedBodyHash([...Buffer.from(body)].map((byte) => Buffer.of(byte)))).toBe(reference(body));
});
