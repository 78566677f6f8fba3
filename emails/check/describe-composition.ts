/** The composition format as data: what a template consists of, from the schemas that check it. */
import type { BlockType, TextSlot } from '../document/block.ts';
import { isLocalizable } from '../document/block.ts';
import { blockTypes } from '../document/blocks/index.ts';
import {
  MAX_BLOCKS,
  MAX_DEPTH,
  MAX_HTML,
  MAX_HTML_DEPTH,
  MAX_HTML_TAGS,
  MAX_PARTS,
  MAX_TEXT,
  settingsSchema,
} from '../document/composition.ts';
import { themeSchema } from '../document/theme.ts';
import { MAX_COLUMNS } from '../read/read-blocks.ts';
import { headerSchema } from './check-template.ts';
import { MAX_LOCALES } from './check-translations.ts';
import { type DescribedField, describeFields } from './describe-field.ts';

/** One text of a block that can hold merge tags. */
export interface DescribedText {
  /** Path below `attrs`, without positions: `label`, `columns.cell`. */
  readonly path: string;
  readonly kind: TextSlot['kind'];
  readonly localizable: boolean;
  /** Whether merge tags of the text can read the item of the block's own list. */
  readonly readsItem: boolean;
}

export interface DescribedBlock extends Pick<BlockType, 'type' | 'purpose' | 'holds' | 'repeats' | 'example'> {
  readonly attributes: readonly DescribedField[];
  /** The attributes of each column; null for a block without columns. */
  readonly columnAttributes: readonly DescribedField[] | null;
  readonly texts: readonly DescribedText[];
}

export interface DescribedComposition {
  readonly headers: readonly DescribedField[];
  readonly settings: readonly DescribedField[];
  readonly theme: readonly DescribedField[];
  readonly blocks: readonly DescribedBlock[];
  readonly limits: typeof limits;
}

const limits = {
  blocks: MAX_BLOCKS,
  depth: MAX_DEPTH,
  columns: MAX_COLUMNS,
  textLength: MAX_TEXT,
  parts: MAX_PARTS,
  htmlLength: MAX_HTML,
  htmlDepth: MAX_HTML_DEPTH,
  htmlTags: MAX_HTML_TAGS,
  locales: MAX_LOCALES,
} as const;

// State of the process: the format is the same for everybody.
let described: DescribedComposition | undefined;

/** Returns the format; made when it is first wanted, since nothing else than an editor wants it. */
export function describeComposition(): DescribedComposition {
  described ??= {
    headers: describeFields(headerSchema),
    settings: describeFields(settingsSchema),
    theme: describeFields(themeSchema),
    blocks: blockTypes.map(describeBlock),
    limits,
  };
  return described;
}

function describeBlock({ attrs, columnAttrs, bind, ...block }: BlockType): DescribedBlock {
  const bound = bind(block.example.attrs);
  if ('issues' in bound) throw new Error(`The example of the block ${block.type} is not valid`);
  const texts = new Map(bound.bound.texts.map((slot) => [pathOf(slot), describeText(slot)]));
  return {
    ...block,
    attributes: describeFields(attrs),
    columnAttributes: columnAttrs === null ? null : describeFields(columnAttrs),
    texts: [...texts.values()],
  };
}

function describeText(slot: TextSlot): DescribedText {
  return { path: pathOf(slot), kind: slot.kind, localizable: isLocalizable(slot), readsItem: slot.perItem };
}

function pathOf({ path }: TextSlot): string {
  return path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.');
}
