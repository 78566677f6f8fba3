/**
 * A block: its schema, its texts, its React Email component, its plain text, one example. Each block is one file in
 * blocks/ and one line of blocks/index.ts.
 */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Align, Pieces } from '../compile/pieces.ts';
import type { CalendarTexts } from '../made/calendar-file.ts';
import type { BrandColors } from './brand.ts';
import type { CompositionBlock } from './composition.ts';
import type { Direction } from './locales.ts';
import type { Theme } from './theme.ts';

/**
 * One text of a block that can hold merge tags. `plain` is a text, `inline` a text with marks, `items` a text of
 * items, one a line, `html` markup, `href` and `src` links.
 */
export interface TextSlot {
  /** Below `attrs`: `label`, `columns.0.cell`. With the block's id before it, the field id of a translation. */
  readonly path: string;
  readonly kind: 'plain' | 'inline' | 'items' | 'html' | 'href' | 'src';
  readonly value: string;
  /** Whether the text is inside the block's own repeat, so that it can read the item. */
  readonly perItem: boolean;
  /** Set for a text that programs read, which is the same in every language as links are. */
  readonly forPrograms?: true;
}

export function slot(kind: TextSlot['kind'], path: string, value: string): TextSlot {
  return { path, kind, value, perItem: false };
}

/** A text that programs read, such as the time of an appointment. */
export function programSlot(path: string, value: string): TextSlot {
  return { ...slot('plain', path, value), forPrograms: true };
}

/** Links are the same in every language. */
export function isLocalizable(text: TextSlot): boolean {
  return text.kind !== 'href' && text.kind !== 'src' && text.forPrograms !== true;
}

/** Settings that all blocks of a document share. */
export interface Look {
  readonly theme: Theme;
  /** Dark colours that a brand gives; those that are absent are made of the light ones. */
  readonly dark: BrandColors;
  readonly locale: string;
  readonly direction: Direction;
  /** Width of the whole mail; pixels. */
  readonly width: number;
  /** Whether any text of the template reads `system.unsubscribe_url`. */
  readonly unsubscribes: boolean;
  /** Set where the block reaches the edges of the mail. */
  readonly edge?: Edge;
  /** Whether no block is above this one in its place. */
  readonly isFirst: boolean;
  /** Whether the block is on a section with the tint of the ground. */
  readonly onTint?: boolean | undefined;
}

/** Which edges of the mail a block reaches beside the left and the right one. */
export interface Edge {
  readonly top: boolean;
  readonly bottom: boolean;
}

/** Rules of a block's own in the style sheet, of values that passed their schema; each is written once in a mail. */
export interface OwnStyles {
  /** For narrow screens. */
  readonly narrow?: string;
  /** For dark screens. */
  readonly dark?: string;
}

/** What a component writes with: the block's own texts by path, and its child blocks. */
export interface Write {
  text(path: string): ReactNode;
  /** A large text, whose phrases stay whole. */
  heading(path: string): ReactNode;
  /** A text in a cell, where long words alone break. */
  cell(path: string): ReactNode;
  items(path: string): readonly ReactNode[];
  /** A one-time code, with a box around each character. */
  boxes(path: string, box: (character: string) => ReactNode): ReactNode;
  attribute(path: string): string;
  /** Undefined when the link is not allowed. */
  link(path: string): string | undefined;
  /** The address of the QR code of a text; undefined where there is none. */
  code(path: string): string | undefined;
  /** Puts a calendar of the block's texts beside the mail, and shows nothing. */
  calendar(paths: CalendarPaths): ReactNode;
  html(path: string): string;
  /** `look`: that of the place which the block makes for them; its own by default. */
  children(look?: Look): ReactNode;
  column(index: number): ReactNode;
  /** Writes `body` once for each item of the block's list, with the item in scope. */
  repeat(body: (write: Write) => ReactNode): ReactNode;
  /** Writes `body` if the block's condition holds. */
  when(body: ReactNode): ReactNode;
  /** Writes `body` if the first merge tag of a text has a value, or the text has none; else `otherwise`. */
  whenPresent(path: string, body: ReactNode, otherwise?: ReactNode): ReactNode;
  /**
   * Writes `body` with the unsubscribe link, where the template reads that link and the block's own text does not show
   * it.
   */
  unsubscribe(path: string, body: (href: string | undefined) => ReactNode): ReactNode;
}

/** Which text of a block says what in a calendar; what is left out is empty. */
export type CalendarPaths = Partial<Readonly<Record<keyof CalendarTexts, string>>>;

/** The same for the text part, which consists of pieces instead of React elements. */
export interface Speak {
  text(path: string): Pieces;
  items(path: string): readonly Pieces[];
  /** A link that is not allowed is left out with the text before and after it. */
  link(path: string, before: string, after?: string): Pieces;
  html(path: string): Pieces;
  children(): Pieces;
  column(index: number): Pieces;
  repeat(body: Pieces): Pieces;
  when(body: Pieces): Pieces;
  whenPresent(path: string, body: Pieces): Pieces;
  table(labels: readonly Pieces[], cells: readonly Pieces[], aligns: readonly Align[]): Pieces;
  unsubscribe(path: string, body: (link: (before: string) => Pieces) => Pieces): Pieces;
}

/** A repeat as written: a path, the item's name, and the largest number of items. */
export interface WrittenEach {
  readonly each: string;
  readonly as: string;
  readonly limit: number | null;
}

/** A condition as written. */
export interface WrittenCondition {
  readonly when: string;
  readonly is: 'present' | 'absent' | 'equals' | 'not_equals';
  readonly value: string;
}

export interface ColumnShape {
  /** Per cent; null: a share of the rest. */
  readonly width: number | null;
  readonly attrs: unknown;
}

export interface ComponentProps<A> {
  readonly attrs: A;
  readonly look: Look;
  readonly write: Write;
  /** For a block with columns. */
  readonly columns: readonly ColumnShape[];
}

export interface PlainProps<A> {
  readonly attrs: A;
  readonly look: Look;
  readonly speak: Speak;
  readonly columns: readonly ColumnShape[];
}

export interface BlockSpec<A> {
  readonly type: string;
  /** What the block shows, as a sentence for authors of templates. */
  readonly purpose: string;
  readonly holds: 'nothing' | 'children' | 'columns';
  readonly attrs: z.ZodType<A>;
  /** For a block with columns: the attributes of one column. */
  readonly columnAttrs?: z.ZodType;
  readonly texts: (attrs: A) => readonly TextSlot[];
  readonly each?: (attrs: A) => WrittenEach;
  readonly condition?: (attrs: A) => WrittenCondition;
  readonly styles?: (attrs: A) => OwnStyles;
  /** Whether the block reaches the edges of the mail where it is inside no other. */
  readonly edgeToEdge?: true;
  /** Whether such a block ends with words on the paper of the mail, which keep their own distance from what follows. */
  readonly endsInWords?: (attrs: A) => boolean;
  readonly component: (props: ComponentProps<A>) => ReactNode;
  readonly plain: (props: PlainProps<A>) => Pieces;
  readonly example: CompositionBlock;
}

/** A block whose attributes passed its schema, bound to the functions that need their type. */
export interface BoundBlock {
  readonly texts: readonly TextSlot[];
  readonly each: WrittenEach | null;
  readonly condition: WrittenCondition | null;
  readonly styles: OwnStyles;
  readonly edgeToEdge: boolean;
  readonly endsInWords: boolean;
  readonly component: (look: Look, write: Write, columns: readonly ColumnShape[]) => ReactNode;
  readonly plain: (look: Look, speak: Speak, columns: readonly ColumnShape[]) => Pieces;
}

export interface BlockType {
  readonly type: string;
  readonly purpose: string;
  readonly holds: 'nothing' | 'children' | 'columns';
  /** The schema of `attrs`. */
  readonly attrs: z.ZodType;
  readonly columnAttrs: z.ZodType | null;
  /** Whether the child blocks are repeated, with a name for each item. */
  readonly repeats: boolean;
  readonly example: CompositionBlock;
  readonly bind: (attrs: unknown) => { readonly bound: BoundBlock } | { readonly issues: readonly z.core.$ZodIssue[] };
}

export function defineBlock<A>(spec: BlockSpec<A>): BlockType {
  return {
    type: spec.type,
    purpose: spec.purpose,
    holds: spec.holds,
    attrs: spec.attrs,
    columnAttrs: spec.columnAttrs ?? null,
    repeats: spec.each !== undefined,
    example: spec.example,
    bind: (written) => {
      const parsed = spec.attrs.safeParse(written);
      if (!parsed.success) return { issues: parsed.error.issues };
      const attrs = parsed.data;
      return {
        bound: {
          texts: spec.texts(attrs),
          each: spec.each?.(attrs) ?? null,
          condition: spec.condition?.(attrs) ?? null,
          styles: spec.styles?.(attrs) ?? {},
          edgeToEdge: spec.edgeToEdge ?? false,
          endsInWords: spec.endsInWords?.(attrs) ?? false,
          component: (look, write, columns) => spec.component({ attrs, look, write, columns }),
          plain: (look, speak, columns) => spec.plain({ attrs, look, speak, columns }),
        },
      };
    },
  };
}
