/** The reading of DATA beside that of smtp-server: every text of ten bytes over a dot, CR, LF and a letter. */
import { expect, test } from 'vitest';
import { compareOnEveryText, originalFeed, ourFeed, readerOf } from '../transport/support/every-text.ts';
import { isWhole } from './share.ts';

/** Bytes; one more takes five times as long. */
const lengthMax = isWhole ? 10 : 8;

test('both readers agree on every text, whole and in every two chunks', () => {
  const began = performance.now();
  const { texts, cuts, ends, differences } = compareOnEveryText(readerOf(originalFeed), readerOf(ourFeed), lengthMax);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${texts} texts, ${cuts} cuts, ${ends} ends of a mail, ${seconds} s\n`);
  expect(differences).toEqual([]);
  expect(texts).toBe((4 ** (lengthMax + 1) - 4) / 3);
});
