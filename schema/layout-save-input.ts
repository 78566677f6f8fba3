/** The content of a layout, as it is saved and previewed. */
import { invalid } from '../src/ground/errors/errors.ts';
import { blocksFrom } from '../src/templates/typed-composition.ts';
import { builder } from './builder.ts';
import { BlockInput } from './composition-input.ts';
import { versionedSave } from './versioned-save.ts';

export const LayoutSaveInput = builder.inputType('LayoutSaveInput', {
  description: 'The whole layout, and how to treat conflicts. At most 50 blocks and 131,072 bytes of JSON.',
  fields: (t) => ({
    locale: t.string({ description: 'Language tag of these texts; en when left out.' }),
    header: t.field({
      type: 'JSON',
      description: 'List of blocks before those of a template, as in `document.blocks`; none when left out.',
    }),
    headerBlocks: t.field({
      type: [BlockInput],
      description: 'The same in types, instead of `header`. Errors name paths of the JSON form.',
    }),
    footer: t.field({
      type: 'JSON',
      description: 'List of blocks after those of a template, as in `document.blocks`; none when left out.',
    }),
    footerBlocks: t.field({
      type: [BlockInput],
      description: 'The same in types, instead of `footer`. Errors name paths of the JSON form.',
    }),
    translations: t.field({
      type: 'JSON',
      description: 'Translations by locale, then by field id, `<block id>.<attr>`: {text, source}.',
    }),
    ...versionedSave(t),
    acceptBreaks: t.boolean({
      description: 'Whether to save what would break mails of templates that use the layout. Default: false.',
    }),
  }),
});

type Blocks = readonly Readonly<Record<string, unknown>>[] | null | undefined;

interface WithBlocks {
  readonly header?: unknown;
  readonly headerBlocks?: Blocks;
  readonly footer?: unknown;
  readonly footerBlocks?: Blocks;
}

/** Returns the input with its typed blocks as those that the verbs take. */
export function layoutInputOf({ headerBlocks, footerBlocks, ...input }: WithBlocks): object {
  if (headerBlocks != null && input.header != null) throw twice('headerBlocks', 'header');
  if (footerBlocks != null && input.footer != null) throw twice('footerBlocks', 'footer');
  return {
    ...input,
    // GraphQL has checked the shape.
    ...(headerBlocks == null ? {} : { header: blocksFrom(headerBlocks) }),
    ...(footerBlocks == null ? {} : { footer: blocksFrom(footerBlocks) }),
  };
}

const twice = (typed: string, json: string) => invalid({ [typed]: [`must not be sent together with ${json}`] });
