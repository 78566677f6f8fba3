import type { Steps } from '../../src/ground/steps.ts';
import { compileInSteps } from '../compile/compile.tsx';
import type { Brand } from '../document/brand.ts';
import type { LayoutContent } from '../document/layout-content.ts';
import { fallbacksOf } from '../language/fallbacks.ts';
import { type RenderedTemplate, renderInSteps } from '../render/render.ts';
import { sampleValues } from '../render/sample-values.ts';
import { type StarterName, starters } from './index.ts';
import { readStarter, starterContent } from './starter.ts';

/** Blocks of a starter whose place a layout takes. */
const taken = ['header', 'footer'];

/** Renders a starter with its first example inside a layout. */
export function* renderInLayout(
  name: StarterName,
  layout: LayoutContent,
  brand: Brand | null,
): Steps<RenderedTemplate> {
  const starter = readStarter(starters[name]);
  const { composition, ...content } = starterContent(starter);
  yield;
  const { document } = composition;
  const blocks = document.blocks.filter(({ type }) => !taken.includes(type));
  const inside = { ...content, composition: { ...composition, document: { ...document, blocks } } };
  const { locale } = inside;
  const compiled = yield* compileInSteps(inside, locale, brand, layout);
  const values = { ...sampleValues(starter.fields, []), event: starter.examples[0].payload };
  return yield* renderInSteps(compiled, values, { locale, timezone: 'UTC', fallbacks: fallbacksOf(starter.fields) });
}
