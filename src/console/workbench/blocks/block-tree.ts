/** The blocks of a composition as the form shows them. The composition may be any JSON: what is no block is left out. */
import { isObject, type JsonPath, valueAt } from '../json-at.ts';

export interface ShownBlock {
  readonly id: string;
  readonly type: string;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly path: JsonPath;
  readonly lists: readonly ShownList[];
}

/** Blocks from top to bottom: those of the document, of a block, or of a column. */
export interface ShownList {
  readonly path: JsonPath;
  /** The column that holds the list; null for other lists. */
  readonly column: ShownColumn | null;
  readonly blocks: readonly ShownBlock[];
}

export interface ShownColumn {
  readonly id: string;
  readonly path: JsonPath;
  readonly width: unknown;
  readonly attrs: Readonly<Record<string, unknown>>;
}

export const documentPath: JsonPath = ['document', 'blocks'];

export function readBlocks(composition: unknown): ShownList {
  return readList(composition, documentPath, null);
}

function readList(root: unknown, path: JsonPath, column: ShownColumn | null): ShownList {
  const written = valueAt(root, path);
  const blocks = Array.isArray(written)
    ? written.flatMap((block, index) => (isObject(block) ? [readBlock(root, block, [...path, index])] : []))
    : [];
  return { path, column, blocks };
}

function readBlock(root: unknown, block: Readonly<Record<string, unknown>>, path: JsonPath): ShownBlock {
  const { id, type, attrs, columns } = block;
  const hasColumns = Array.isArray(columns);
  const lists = hasColumns
    ? columns.map((column: unknown, index) => {
        const place = [...path, 'columns', index];
        return readList(root, [...place, 'children'], readColumn(column, place));
      })
    : [readList(root, [...path, 'children'], null)];
  return {
    id: typeof id === 'string' ? id : path.join('-'),
    type: typeof type === 'string' ? type : '',
    attrs: isObject(attrs) ? attrs : {},
    path,
    lists,
  };
}

function readColumn(written: unknown, path: JsonPath): ShownColumn {
  const { id, width, attrs } = isObject(written) ? written : {};
  return { id: typeof id === 'string' ? id : path.join('-'), path, width, attrs: isObject(attrs) ? attrs : {} };
}

/** The ids of blocks and columns in the list, those inside of others included. */
export function idsIn(list: ShownList): readonly string[] {
  return [...(list.column ? [list.column.id] : []), ...list.blocks.flatMap(idsOf)];
}

export function idsOf(block: ShownBlock): readonly string[] {
  return [block.id, ...block.lists.flatMap(idsIn)];
}

/** Every block, each before the blocks inside of it. */
export function allBlocks(list: ShownList): readonly ShownBlock[] {
  return list.blocks.flatMap((block) => [block, ...block.lists.flatMap(allBlocks)]);
}
