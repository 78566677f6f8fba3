/** What axe-core finds on a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Names elements that violate a rule; of the others it names one for each rule, which takes less of its time.
  resultTypes: ['violations'],
  // Frames show mails of others. They have no axe-core of their own, for whose answer it would wait.
  iframes: false,
} satisfies axe.RunOptions;

/** Characters of an element that a fault shows. */
const shownMax = 200;

export interface Looked {
  /** Rules that the page keeps. */
  readonly passed: number;
  /** Each with its rule, the way to the element and its HTML. */
  readonly faults: readonly string[];
}

export async function lookWithAxe(page: Page): Promise<Looked> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source);
  return page.evaluate(
    async ([asked, length]) => {
      const { passes, violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(asked);
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, length)}`),
      );
      return { passed: passes.length, faults };
    },
    [options, shownMax] as const,
  );
}
