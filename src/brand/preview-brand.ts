/** What a brand makes of a starter, before it is saved (docs/rules.md#brand). */
import type { Brand, CompositionBlock, RenderedTemplate, TemplateContent } from '../../emails/index.ts';
import { renderBranded, type StarterName, starterNames } from '../../emails/starters.ts';
import type { Ctx } from '../context.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { readBrand } from './brand-input.ts';

export type { Brand, StarterName };

/** The mails that can be shown with a brand. */
export const brandedStarters = starterNames;

type Document = TemplateContent['composition']['document'];

/** Renders a starter with a brand as saved, which need not be saved. Rejects with `validation_failed`, as the save does. */
export function previewBrand(
  { platformId }: Ctx,
  { input, starter }: { readonly input: unknown; readonly starter: StarterName },
): Promise<RenderedTemplate> {
  const brand = readBrand(input);
  return giveWayFairly(
    platformId,
    renderBranded(starter, brand, (document) => branded(document, brand)),
  );
}

/** The starter as a template would be written for a brand: its look, its name or logo, its small print. */
function branded(document: Document, brand: Brand): Document {
  return {
    ...document,
    theme: { ...document.theme, brand: true },
    blocks: document.blocks.map((block) => brandedBlock(block, brand)),
  };
}

function brandedBlock(
  block: CompositionBlock,
  { logo_url, dark_logo_url, address, legal_line }: Brand,
): CompositionBlock {
  if (block.type === 'header') {
    const logo = logo_url ? { logo: '{{ brand.logo_url }}' } : {};
    const darkLogo = logo_url && dark_logo_url ? { dark_logo: '{{ brand.dark_logo_url }}' } : {};
    return { ...block, attrs: { ...block.attrs, name: '{{ brand.name }}', ...logo, ...darkLogo } };
  }
  if (block.type !== 'footer') return block;
  const print = [
    '{{ brand.name }}',
    ...(address ? ['{{ brand.address }}'] : []),
    ...(legal_line ? ['{{ brand.legal_line }}'] : []),
  ];
  return { ...block, attrs: { ...block.attrs, text: print.join('\n') } };
}
