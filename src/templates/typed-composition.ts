/**
 * Compositions in the form of GraphQL (docs/rules.md#typed-compositions): names in camelCase, attributes beside the id
 * of their block, and a document read as one list of blocks that name their parents.
 */
import { describeComposition, type TemplateContent, themeValues } from '../../emails/index.ts';

type Fields = Readonly<Record<string, unknown>>;
type Block = TemplateContent['composition']['document']['blocks'][number];

/** One block of a document, apart from the blocks inside it. */
export interface FlatBlock {
  readonly id: string;
  readonly type: string;
  /** The block around it; null: the document itself. */
  readonly parentId: string | null;
  /** The column of its parent; null where the parent has no columns. */
  readonly columnId: string | null;
  readonly attrs: Fields;
  readonly columns: readonly FlatColumn[];
}

export interface FlatColumn {
  readonly id: string;
  readonly width: number | null;
  readonly attrs: Fields;
}

/** Returns the blocks of a saved document in the order of the mail, each before the blocks inside it. */
export function flattenBlocks({ document }: TemplateContent['composition']): readonly FlatBlock[] {
  return flattenList(document.blocks);
}

/** The same of blocks that stand for themselves, such as the header of a layout. */
export function flattenList(
  blocks: readonly Block[],
  parentId: string | null = null,
  columnId: string | null = null,
): readonly FlatBlock[] {
  return blocks.flatMap(({ id, type, attrs, children = [], columns = [] }) => [
    {
      id,
      type,
      parentId,
      columnId,
      attrs,
      columns: columns.map((column) => ({ id: column.id, width: column.width ?? null, attrs: column.attrs ?? {} })),
    },
    ...flattenList(children, id, null),
    ...columns.flatMap((column) => flattenList(column.children ?? [], id, column.id)),
  ]);
}

/** The theme of a saved document, with the values of its look. */
export function savedTheme({ theme }: TemplateContent['composition']['document']): Fields {
  return { ...themeValues(theme) };
}

/** A document as GraphQL has checked it: `blocks` are objects with one member, the type of the block. */
export interface DocumentInput {
  readonly settings?: Fields | null | undefined;
  readonly theme?: Fields | null | undefined;
  readonly blocks: readonly Fields[];
}

/** Returns the composition that a save takes. */
export function compositionFrom({ settings, theme, blocks }: DocumentInput): Fields {
  return {
    editorVersion: 3,
    target: 'email',
    document: {
      ...(settings == null ? {} : { settings: asWritten(settings) }),
      ...(theme == null ? {} : { theme: asWritten(theme) }),
      blocks: blocksFrom(blocks),
    },
  };
}

/** Returns the blocks as a save takes them. */
export function blocksFrom(blocks: readonly Fields[]): readonly Fields[] {
  return blocks.map(blockFrom);
}

function blockFrom(input: Fields): Fields {
  const [[type, member] = ['', {}]] = Object.entries(input).filter(([, value]) => value != null);
  const { id, children, columns, ...attrs } = member as Fields;
  // The columns of a table are an attribute of the block.
  const holds = describeComposition().blocks.find((block) => camelCase(block.type) === type)?.holds ?? 'nothing';
  const ownColumns = holds === 'columns' ? {} : { columns };
  return {
    id,
    type: snakeCase(type),
    attrs: asWritten({ ...attrs, ...ownColumns }),
    ...(children == null ? {} : { children: blocksFrom(children as readonly Fields[]) }),
    ...(holds === 'columns' && columns != null ? { columns: (columns as readonly Fields[]).map(columnFrom) } : {}),
  };
}

function columnFrom({ id, width, children, ...attrs }: Fields): Fields {
  return {
    id,
    ...(width == null ? {} : { width }),
    ...(Object.keys(attrs).length === 0 ? {} : { attrs: asWritten(attrs) }),
    ...(children == null ? {} : { children: blocksFrom(children as readonly Fields[]) }),
  };
}

/** Names in snake_case; null stands for a member that is left out. */
function asWritten(members: Fields): Fields {
  const given = Object.entries(members).filter(([, value]) => value != null);
  return Object.fromEntries(given.map(([name, value]) => [snakeCase(name), listAsWritten(value)]));
}

function listAsWritten(value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => asWritten(item as Fields)) : value;
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_sign, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
