/** Waits for what a page does by itself. */
import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Resolves once the page has been drawn twice more: what it does with an answer or an event is done then. */
export async function drawnTwice(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** Resolves once the document of a frame has loaded, or has been refused, all that it names. */
export async function becomesWhole(page: Page, frame: FrameLocator): Promise<void> {
  const state = () => frame.locator('body').evaluate(({ ownerDocument }) => ownerDocument.readyState);
  await expect.poll(state).toBe('complete');
  await drawnTwice(page);
}
