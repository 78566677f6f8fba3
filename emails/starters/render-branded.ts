import type { Steps } from '../../src/ground/steps.ts';
import { compileInSteps } from '../compile/compile.tsx';
import type { Brand } from '../document/brand.ts';
import type { TemplateContent } from '../document/template.ts';
import { fallbacksOf } from '../language/fallbacks.ts';
import { type RenderedTemplate, renderInSteps } from '../render/render.ts';
import { sampleValues } from '../render/sample-values.ts';
import { type StarterName, starters } from './index.ts';
import { readStarter, starterContent } from './starter.ts';

type Document = TemplateContent['composition']['document'];

/** Renders a starter with its first example and a brand, after `change` of its document. */
export function* renderBranded(
  name: StarterName,
  brand: Brand,
  change: (document: Document) => Document,
): Steps<RenderedTemplate> {
  const starter = readStarter(starters[name]);
  const { composition, ...content } = starterContent(starter);
  yield;
  const changed = { ...content, composition: { ...composition, document: change(composition.document) } };
  const { locale } = changed;
  const compiled = yield* compileInSteps(changed, locale, brand);
  const values = { ...sampleValues(starter.fields, []), event: starter.examples[0].payload };
  return yield* renderInSteps(compiled, values, { locale, timezone: 'UTC', fallbacks: fallbacksOf(starter.fields) });
}
