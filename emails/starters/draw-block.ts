/** A block as a picture of the documentation shows it: its example, as the code that sends renders it (docs/rules.md#drawn-blocks). */
import type { Steps } from '../../src/ground/steps.ts';
import { compileInSteps } from '../compile/compile.tsx';
import { exampleIn } from '../language/example-in.ts';
import { fallbacksOf } from '../language/fallbacks.ts';
import { renderInSteps } from '../render/render.ts';
import { sampleValues } from '../render/sample-values.ts';
import { blockStarter } from './catalogue.ts';
import { withExamplePictures } from './example-pictures.ts';
import { type Starter, starterContent } from './starter.ts';

export const blockViews = ['light', 'dark', 'rtl'] as const;
/** `rtl`: in a language that is read from the right. */
export type BlockView = (typeof blockViews)[number];

/** Returns a page of HTML that loads nothing and leads nowhere; null where there is no such block. */
export function* drawBlockInSteps(type: string, view: BlockView): Steps<string | null> {
  const starter = blockStarter(type);
  if (starter === null) return null;
  const { html } = yield* renderExampleInSteps(starter, view === 'rtl' ? 'ar' : 'en');
  return withoutLinks(withExamplePictures(inScheme(html, view === 'dark' ? 'dark' : 'light')));
}

/** Renders a mail of the catalogue with its own values. */
export function* renderExampleInSteps(starter: Starter, locale: string) {
  const content = starterContent(starter);
  yield;
  const compiled = yield* compileInSteps(content, locale, null);
  const values = { ...sampleValues(starter.fields, []), event: exampleIn(starter.examples, locale)?.payload ?? {} };
  return yield* renderInSteps(compiled, values, { locale, timezone: 'UTC', fallbacks: fallbacksOf(starter.fields) });
}

/** The mail in one scheme, whatever the reader's screen has: a picture of the dark one is dark in light pages too. */
function inScheme(html: string, scheme: 'light' | 'dark'): string {
  return html
    .replaceAll('@media (prefers-color-scheme:dark)', scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('color-schemes:light dark', `color-schemes:${scheme}`)
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`)
    .replaceAll('content="light dark"', `content="${scheme}"`);
}

function withoutLinks(html: string): string {
  return html.replace(/ href="[^"]*"/g, '');
}
