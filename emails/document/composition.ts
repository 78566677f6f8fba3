/** Composition format, editorVersion 3: the document as a save sends it. */
import { z } from 'zod';
import { pixels, type ThemeInput, themeSchema } from './theme.ts';

/** Bounds on a document, so that no save can block a process (docs/rules.md#composition-limits). */
export const MAX_BLOCKS = 500;
/** Levels of blocks; the document's own blocks are the first. */
export const MAX_DEPTH = 8;
/** Characters of one text. */
export const MAX_TEXT = 20_000;
/** Merge tags, inline marks and line breaks of all texts in one language. */
export const MAX_PARTS = 50_000;
/** Of these, what is kept for a layout: a template that names one has the rest (docs/rules.md#layouts). */
export const MAX_LAYOUT_BLOCKS = 50;
export const MAX_LAYOUT_PARTS = 5_000;
/** Nested elements of one html block: mail clients, and programs that convert HTML to text, go no deeper. */
export const MAX_HTML_DEPTH = 100;
/** Signs `<` in one html block: tags and comments. Sanitising 10,000 takes about 20 ms without a pause. */
export const MAX_HTML_TAGS = 10_000;
/** Characters of one html block. */
export const MAX_HTML = 100_000;
/** RFC 5322, 2.1.1: the longest line of a mail. */
export const MAX_SUBJECT = 998;

/** How much a document may hold. */
export interface DocumentRoom {
  readonly blocks: number;
  readonly parts: number;
}

export const wholeRoom: DocumentRoom = { blocks: MAX_BLOCKS, parts: MAX_PARTS };
export const layoutRoom: DocumentRoom = { blocks: MAX_LAYOUT_BLOCKS, parts: MAX_LAYOUT_PARTS };
/** The room of a template that names a layout, so that no change of the layout makes the mail too large. */
export const besideLayout: DocumentRoom = {
  blocks: MAX_BLOCKS - MAX_LAYOUT_BLOCKS,
  parts: MAX_PARTS - MAX_LAYOUT_PARTS,
};

export function tooManyParts({ parts }: DocumentRoom): string {
  return `The texts may hold at most ${parts} merge tags, marks and line breaks in one language.`;
}

/** Characters of a layout's name. */
export const MAX_LAYOUT_NAME = 64;
export const LAYOUT_NAME = /^[a-z0-9][a-z0-9_-]*$/;
export const LAYOUT_NAME_FAULT = 'must be lower-case letters, digits, _ or -, and begin with a letter or digit';

export const settingsSchema = z.strictObject({
  layout: z
    .string()
    .min(1)
    .max(MAX_LAYOUT_NAME)
    .regex(LAYOUT_NAME, LAYOUT_NAME_FAULT)
    .optional()
    .describe('Name of the layout whose header and footer stand around the blocks; none by default.'),
  preheader: z
    .string()
    .max(MAX_TEXT)
    .default('')
    .describe('Text that inboxes show after the subject; can be translated.'),
  width: pixels(320, 800).default(600).describe('Width of the content, in pixels.'),
  direction: z
    .enum(['ltr', 'rtl', 'auto'])
    .default('auto')
    .describe('Direction of the text; `auto` follows the language of the mail.'),
});

export type SettingsInput = z.input<typeof settingsSchema>;
export type Settings = z.output<typeof settingsSchema>;

export interface CompositionColumn {
  readonly id: string;
  /** Per cent of the row; columns without a width share the rest. */
  readonly width?: number;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly children?: readonly CompositionBlock[];
}

export interface CompositionBlock {
  readonly id: string;
  readonly type: string;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly children?: readonly CompositionBlock[];
  readonly columns?: readonly CompositionColumn[];
}

export interface Composition {
  readonly editorVersion: 3;
  readonly target: 'email';
  readonly document: {
    readonly settings?: SettingsInput;
    readonly theme?: ThemeInput;
    readonly blocks: readonly CompositionBlock[];
  };
}

/** The composition around its blocks; each block is checked by the schema of its own type. */
export const compositionSchema = z.strictObject({
  editorVersion: z.literal(3),
  target: z.literal('email'),
  document: z.strictObject({
    settings: settingsSchema.optional(),
    theme: themeSchema.optional(),
    blocks: z.array(z.unknown()).max(MAX_BLOCKS),
  }),
});

/** Ids of blocks and columns are parts of field ids and error paths. */
const blockId = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 letters, digits, dots, colons, _ or -');

/** A block around its attributes; `children` and `columns` may be empty on a block that takes none. */
export const blockSchema = z.strictObject({
  id: blockId,
  type: z.string(),
  attrs: z.record(z.string(), z.unknown()),
  children: z.array(z.unknown()).optional(),
  columns: z.array(z.unknown()).optional(),
});

export const columnSchema = z.strictObject({
  id: blockId,
  width: z.number().min(1).max(100).optional(),
  attrs: z.record(z.string(), z.unknown()).optional(),
  children: z.array(z.unknown()).optional(),
});
