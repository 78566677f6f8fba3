/** A layout: the header and the footer that templates share (docs/rules.md#layouts). */
import type { CompositionBlock } from './composition.ts';
import type { TemplateContent } from './template.ts';

/** The content of one version of a layout. */
export interface LayoutContent {
  /** The language tag of the layout's own texts. */
  readonly locale: string;
  /** Blocks before those of the template. */
  readonly header: readonly CompositionBlock[];
  /** Blocks after those of the template. */
  readonly footer: readonly CompositionBlock[];
  /** By locale, then by field id, `<block id>.<attr>`. */
  readonly translations: TemplateContent['translations'];
}

/** The layout as a template of its blocks alone: what works on templates works on it. */
export function asTemplate({ locale, header, footer, translations }: LayoutContent): TemplateContent {
  return {
    subject: 'Layout',
    displayName: null,
    replyTo: null,
    locale,
    composition: { editorVersion: 3, target: 'email', document: { blocks: [...header, ...footer] } },
    translations,
  };
}
