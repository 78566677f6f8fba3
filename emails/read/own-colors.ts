/** Colours that a document's blocks have of their own, which the dark mode of the layout must know. */
import { ownRule } from '../document/theme.ts';

/** A block that was read, as far as its colours go. */
interface Colored {
  readonly background: string | null;
  readonly rule: string | null;
  readonly ink: string | null;
  readonly children: readonly Colored[];
  readonly columns: readonly Pick<Colored, 'background' | 'children'>[];
}

type Attributes = Readonly<Record<string, unknown>>;

/** A block's or column's own background. */
export function backgroundOf({ background_color }: Attributes): string | null {
  return typeof background_color === 'string' ? background_color : null;
}

/** The colour that a section's border or a divider names. */
export function ruleOf({ border, color }: Attributes): string | null {
  return ownRule(border ?? color);
}

/** The colour of a text's own. */
export function inkOf({ text_color }: Attributes): string | null {
  return typeof text_color === 'string' ? text_color : null;
}

/** Returns every background of the document, once. */
export function backgroundsOf(blocks: readonly Colored[]): readonly string[] {
  return [...new Set([...allBackgrounds(blocks)])];
}

/** Returns every colour of lines of the document, once. */
export function rulesOf(blocks: readonly Colored[]): readonly string[] {
  return [...new Set([...allOf(blocks, ({ rule }) => rule)])];
}

/** Returns every colour of texts of the document, once. */
export function inksOf(blocks: readonly Colored[]): readonly string[] {
  return [...new Set([...allOf(blocks, ({ ink }) => ink)])];
}

function* allBackgrounds(blocks: readonly Colored[]): Generator<string> {
  for (const { background, children, columns } of blocks) {
    if (background !== null) yield background;
    yield* allBackgrounds(children);
    for (const column of columns) {
      if (column.background !== null) yield column.background;
      yield* allBackgrounds(column.children);
    }
  }
}

function* allOf(blocks: readonly Colored[], colorOf: (block: Colored) => string | null): Generator<string> {
  for (const block of blocks) {
    const color = colorOf(block);
    if (color !== null) yield color.toLowerCase();
    yield* allOf(block.children, colorOf);
    for (const { children } of block.columns) yield* allOf(children, colorOf);
  }
}
