/** Values whose letters run against the mail's, in a browser: what stands beside them stays where it belongs. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { rendered, text } from '../emails/sample.ts';
import { contextOfTest } from './programs/chromium.ts';

/** Where the first and the last character of `words` stand on the page, in pixels from its left. */
function placesOf(page: Page, words: string): Promise<{ readonly first: number; readonly last: number }> {
  return page.evaluate((wanted) => {
    const paragraph = document.querySelector('p') ?? document.body;
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = (node.nodeValue ?? '').indexOf(wanted);
      if (at < 0) continue;
      const [first = 0, last = 0] = [at, at + wanted.length - 1].map((offset) => {
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        return range.getBoundingClientRect().left;
      });
      return { first, last };
    }
    throw new Error(`There is no ${wanted} on the page.`);
  }, words);
}

it.each([
  { direction: 'rtl', note: 'Ada', runs: 'ltr' },
  { direction: 'rtl', note: '+39 06 12', runs: 'ltr' },
  { direction: 'ltr', note: '\u05d0\u05d1\u05d2', runs: 'rtl' },
  { direction: 'ltr', note: '\u202eevil', runs: 'ltr' },
])('$note in a mail that runs $direction moves no number beside it', async ({ direction, note, runs }) => {
  const { html } = await rendered({ blocks: [text('#{{ event.note }}, 47')], settings: { direction } }, { note });
  const page = await (await contextOfTest()).newPage();
  await page.setContent(html);
  const value = await placesOf(page, note);
  const after = await placesOf(page, '47');
  // An override does what it likes within the value, and not beyond.
  if (!note.startsWith('\u202e')) expect(value.first < value.last).toBe(runs === 'ltr');
  if (direction === 'rtl') expect(after.last).toBeLessThan(Math.min(value.first, value.last));
  else expect(after.first).toBeGreaterThan(Math.max(value.first, value.last));
  expect(after.first).toBeLessThan(after.last);
});
