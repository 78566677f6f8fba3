/** Changes of the blocks of a composition: added, moved, duplicated, removed, with the translations of their texts. */
import { isObject, type JsonPath, valueAt, withValueAt } from '../json-at.ts';
import { idsIn, idsOf, readBlocks, type ShownBlock } from './block-tree.ts';

/** By language, then by field id. */
export type Translations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Content {
  readonly composition: unknown;
  readonly translations: Translations;
}

export function insertBlock(content: Content, list: JsonPath, index: number, block: unknown): Content {
  const blocks = listAt(content, list);
  return { ...content, composition: withList(content, list, blocks.toSpliced(index, 0, block)) };
}

/** Removes a block, and the translations of its texts, which would be texts of nothing. */
export function removeBlock({ translations, ...content }: Content, block: ShownBlock): Content {
  const gone = new Set(idsOf(block));
  return {
    ...takeBlock({ translations, ...content }, block.path).rest,
    translations: mapLanguages(translations, (texts) =>
      Object.fromEntries(Object.entries(texts).filter(([fieldId]) => !gone.has(blockOf(fieldId)))),
    ),
  };
}

/** Moves a block to another place of its own list. */
export function shiftBlock(content: Content, path: JsonPath, by: -1 | 1): Content {
  const { list, index } = placeOf(path);
  const { block, rest } = takeBlock(content, path);
  return insertBlock(rest, list, index + by, block);
}

/** Moves a block out of the one around it, below it. */
export function moveOut(content: Content, path: JsonPath): Content {
  const parent = parentOf(path);
  if (parent === null) return content;
  const { block, rest } = takeBlock(content, path);
  const { list, index } = placeOf(parent);
  return insertBlock(rest, list, index + 1, block);
}

/** Moves a block to the end of a list that comes before it. */
export function moveInto(content: Content, path: JsonPath, list: JsonPath): Content {
  const { block, rest } = takeBlock(content, path);
  return insertBlock(rest, list, listAt(rest, list).length, block);
}

/** Puts a copy with ids of its own below a block; the copy has the same translations. */
export function duplicateBlock(content: Content, path: JsonPath): { readonly content: Content; readonly id: string } {
  const { list, index } = placeOf(path);
  const { copy, names } = withFreshIds(content.composition, valueAt(content.composition, path));
  const inserted = insertBlock(content, list, index + 1, copy);
  const translations = mapLanguages(content.translations, (texts) => ({
    ...texts,
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([fieldId, text]) => {
        const id = names.get(blockOf(fieldId));
        return id === undefined ? [] : [[`${id}${fieldId.slice(blockOf(fieldId).length)}`, text]];
      }),
    ),
  }));
  return { content: { ...inserted, translations }, id: isObject(copy) ? String(copy.id) : '' };
}

/** Gives a block, and those inside of it, ids that the composition does not have. `names`: new ids by old. */
export function withFreshIds(composition: unknown, block: unknown) {
  const taken = new Set(idsIn(readBlocks(composition)));
  const names = new Map<string, string>();
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isObject(value)) return value;
    const { id, children, columns } = value;
    const own = typeof id === 'string' ? { id: fresh(id) } : {};
    return {
      ...value,
      ...own,
      ...(children === undefined ? {} : { children: renamed(children) }),
      ...(columns === undefined ? {} : { columns: renamed(columns) }),
    };
  };
  const fresh = (id: string): string => {
    const stem = id.replace(/-\d{1,6}$/, '');
    let name = id;
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}`;
    taken.add(name);
    names.set(id, name);
    return name;
  };
  return { copy: renamed(block), names };
}

/** The path of the block around the one at `path`; null at the top level. */
export function parentOf(path: JsonPath): JsonPath | null {
  const around = path.slice(0, -2);
  const end = around.at(-2) === 'columns' ? around.slice(0, -2) : around;
  return end.length > 2 ? end : null;
}

function placeOf(path: JsonPath): { readonly list: JsonPath; readonly index: number } {
  return { list: path.slice(0, -1), index: Number(path.at(-1)) };
}

function takeBlock(content: Content, path: JsonPath): { readonly block: unknown; readonly rest: Content } {
  const { list, index } = placeOf(path);
  const blocks = listAt(content, list);
  return {
    block: blocks[index],
    rest: { ...content, composition: withList(content, list, blocks.toSpliced(index, 1)) },
  };
}

function listAt({ composition }: Content, list: JsonPath): readonly unknown[] {
  const blocks = valueAt(composition, list);
  return Array.isArray(blocks) ? blocks : [];
}

function withList({ composition }: Content, list: JsonPath, blocks: readonly unknown[]): unknown {
  return withValueAt(composition, list, blocks);
}

/** The block of a field id such as `title.text`. */
function blockOf(fieldId: string): string {
  return fieldId.split('.')[0] ?? '';
}

function mapLanguages(
  translations: Translations,
  change: (texts: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Translations {
  return Object.fromEntries(Object.entries(translations).map(([locale, texts]) => [locale, change(texts)]));
}
