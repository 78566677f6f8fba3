/** The blocks of a composition, read: attributes by their schema, texts in one language, tags at their place. */
import type { z } from 'zod';
import type { BlockType, BoundBlock, ColumnShape, TextSlot } from './block.ts';
import { isLocalizable } from './block.ts';
import { blockTypeOf } from './blocks/index.ts';
import { blockSchema, columnSchema, MAX_BLOCKS, MAX_DEPTH } from './composition.ts';
import { parsePath } from './merge-tags.ts';
import type { BoundTag, Condition, Each } from './pieces.ts';
import { type ReadText, readText, unknownVariable } from './read-text.ts';
import { isRootName, OUTERMOST, resolve, type Scope, type Source } from './sources.ts';
import type { Steps } from './steps.ts';

export interface ReadBlock {
  readonly id: string;
  readonly bound: BoundBlock;
  readonly texts: ReadonlyMap<string, ReadText>;
  readonly each: Each | null;
  readonly condition: Condition | null;
  readonly background: string | null;
  readonly children: readonly ReadBlock[];
  readonly columns: readonly ReadColumn[];
}

export interface ReadColumn extends ColumnShape {
  readonly background: string | null;
  readonly children: readonly ReadBlock[];
}

/** What reading tells whoever asked for it. */
export interface Reader {
  /** Where the texts come from: a translation by field id, or null for the template's own text. */
  translate(fieldId: string): string | null;
  fault(path: string, message: string): void;
  /** Whether so many faults were told that the rest need not be read. */
  enough(): boolean;
  /** A text was read that holds so many merge tags, marks and line breaks. */
  holds(parts: number): void;
  /** A text that can be translated, with the place it stands in. */
  localizable(fieldId: string, slot: TextSlot, scope: Scope): void;
  /** A path that is read, and what for. */
  reads(source: Source, use: 'text' | 'list' | 'condition', scope: Scope, path: string): void;
}

interface Place {
  readonly path: string;
  readonly scope: Scope;
  readonly depth: number;
}

export const BLOCKS_PATH = 'composition.document.blocks';

/** A step for each block. */
export function readBlocks(blocks: readonly unknown[], reader: Reader): Steps<readonly ReadBlock[]> {
  return new BlockReader(reader).readAll(blocks, { path: BLOCKS_PATH, scope: OUTERMOST, depth: 1 });
}

/** Each fault of a schema under the path of what is wrong, unknown keys under their own. */
export function reportIssues(issues: readonly z.core.$ZodIssue[], path: string, reader: Pick<Reader, 'fault'>): void {
  for (const issue of issues) {
    const at = [path, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) reader.fault(`${at === '' ? '' : `${at}.`}${key}`, 'Unknown key.');
    } else reader.fault(at, issue.message);
  }
}

class BlockReader {
  private readonly ids = new Set<string>();
  private count = 0;

  constructor(private readonly reader: Reader) {}

  *readAll(written: readonly unknown[], place: Place): Steps<readonly ReadBlock[]> {
    if (place.depth > MAX_DEPTH && written.length > 0) {
      this.reader.fault(place.path, `Blocks may stand at most ${MAX_DEPTH} levels deep.`);
      return [];
    }
    const blocks: ReadBlock[] = [];
    for (const [index, one] of written.entries()) {
      if (this.reader.enough()) return blocks;
      this.count += 1;
      if (this.count > MAX_BLOCKS) {
        if (this.count === MAX_BLOCKS + 1) this.reader.fault(place.path, `There may be at most ${MAX_BLOCKS} blocks.`);
        return blocks;
      }
      yield;
      const block = yield* this.read(one, { ...place, path: `${place.path}.${index}` });
      if (block !== null) blocks.push(block);
    }
    return blocks;
  }

  private *read(written: unknown, place: Place): Steps<ReadBlock | null> {
    const parsed = blockSchema.safeParse(written);
    if (!parsed.success) {
      reportIssues(parsed.error.issues, place.path, this.reader);
      return null;
    }
    const { id, type, attrs, children = [], columns = [] } = parsed.data;
    this.takeId(id, place.path);
    const blockType = blockTypeOf(type);
    if (blockType === null) {
      this.reader.fault(`${place.path}.type`, 'Unknown block type.');
      return null;
    }
    this.checkHolds(blockType, children, columns, place.path);
    const result = blockType.bind(attrs);
    if ('issues' in result) {
      reportIssues(result.issues, `${place.path}.attrs`, this.reader);
      return null;
    }
    const { bound } = result;
    const each = this.readEach(bound, place);
    const inner = each === null ? place.scope : [...place.scope, { as: bound.each?.as ?? '', list: each.list }];
    const texts = new Map(
      bound.texts.map((slot) => [slot.path, this.readSlot(id, slot, slot.perItem ? inner : place.scope, place.path)]),
    );
    const below = { scope: inner, depth: place.depth + 1 };
    return {
      id,
      bound,
      each,
      background: backgroundOf(attrs),
      condition: this.readCondition(bound, place),
      texts,
      children: yield* this.readAll(children, { ...below, path: `${place.path}.children` }),
      columns: yield* this.readColumns(columns, blockType, { ...place, scope: inner }),
    };
  }

  private *readColumns(columns: readonly unknown[], blockType: BlockType, place: Place): Steps<readonly ReadColumn[]> {
    const read: ReadColumn[] = [];
    for (const [index, column] of columns.slice(0, MAX_COLUMNS).entries()) {
      read.push(...(yield* this.readColumn(column, blockType, { ...place, path: `${place.path}.columns.${index}` })));
    }
    return read;
  }

  private *readColumn(written: unknown, blockType: BlockType, place: Place): Steps<readonly ReadColumn[]> {
    const parsed = columnSchema.safeParse(written);
    if (!parsed.success) {
      reportIssues(parsed.error.issues, place.path, this.reader);
      return [];
    }
    const { id, width = null, attrs = {}, children = [] } = parsed.data;
    this.takeId(id, place.path);
    const shape = blockType.columnAttrs?.safeParse(attrs);
    if (shape?.success === false) reportIssues(shape.error.issues, `${place.path}.attrs`, this.reader);
    const read = yield* this.readAll(children, { ...place, path: `${place.path}.children`, depth: place.depth + 1 });
    return [{ width, attrs: shape?.data, background: backgroundOf(attrs), children: read }];
  }

  private readSlot(blockId: string, slot: TextSlot, scope: Scope, path: string): ReadText {
    const fieldId = `${blockId}.${slot.path}`;
    const localizable = isLocalizable(slot);
    if (localizable) this.reader.localizable(fieldId, slot, scope);
    const value = (localizable ? this.reader.translate(fieldId) : null) ?? slot.value;
    return readSlotText(slot.kind, value, scope, `${path}.attrs.${slot.path}`, this.reader);
  }

  private readEach({ each }: BoundBlock, place: Place): Each | null {
    if (each === null) return null;
    const path = `${place.path}.attrs.each`;
    const list = this.readPath(each.each, place.scope, path);
    if (isRootName(each.as) || place.scope.some((repeated) => repeated.as === each.as)) {
      this.reader.fault(`${place.path}.attrs.as`, 'This name already means something else here.');
    }
    if (list === null) return null;
    this.reader.reads(list, 'list', place.scope, path);
    return { list, limit: each.limit };
  }

  private readCondition({ condition }: BoundBlock, place: Place): Condition | null {
    if (condition === null) return null;
    const path = `${place.path}.attrs.when`;
    const source = this.readPath(condition.when, place.scope, path);
    if (source === null) return null;
    this.reader.reads(source, 'condition', place.scope, path);
    return { source, is: condition.is, value: condition.value };
  }

  private readPath(written: string, scope: Scope, path: string): Source | null {
    const parsed = parsePath(written);
    const source = parsed === null ? null : resolve(parsed, scope);
    if (source === null) this.reader.fault(path, unknownVariable(written.slice(0, 80)));
    return source;
  }

  private takeId(id: string, path: string): void {
    if (this.ids.has(id)) this.reader.fault(`${path}.id`, 'This id is used more than once in the document.');
    this.ids.add(id);
  }

  private checkHolds(
    { holds }: BlockType,
    children: readonly unknown[],
    columns: readonly unknown[],
    path: string,
  ): void {
    if (holds !== 'children' && children.length > 0)
      this.reader.fault(`${path}.children`, 'This block holds no children.');
    if (holds !== 'columns' && columns.length > 0) this.reader.fault(`${path}.columns`, 'This block holds no columns.');
    if (holds !== 'columns') return;
    if (columns.length < 1 || columns.length > MAX_COLUMNS) {
      this.reader.fault(`${path}.columns`, `There must be 1 to ${MAX_COLUMNS} columns.`);
    }
    const width = columns.slice(0, MAX_COLUMNS).reduce<number>((sum, column) => sum + widthOf(column), 0);
    if (width > 100) this.reader.fault(`${path}.columns`, 'The widths of the columns make more than 100 per cent.');
  }
}

/** Decisions, section 5. */
const MAX_COLUMNS = 4;

/** A background that a block or column chose for itself: the dark mode of the layout must know it. */
function backgroundOf(attrs: Readonly<Record<string, unknown>>): string | null {
  return typeof attrs.background_color === 'string' ? attrs.background_color : null;
}

/** Every such background of the document, once. */
export function backgroundsOf(blocks: readonly ReadBlock[]): readonly string[] {
  const all = blocks.flatMap((block): readonly (string | null)[] => [
    block.background,
    ...backgroundsOf(block.children),
    ...block.columns.flatMap((column) => [column.background, ...backgroundsOf(column.children)]),
  ]);
  return [...new Set(all.filter((background) => background !== null))];
}

function widthOf(column: unknown): number {
  const width = typeof column === 'object' && column !== null && 'width' in column ? column.width : 0;
  return typeof width === 'number' ? width : 0;
}

/** Reads one text and tells the reader of its faults and of what it reads. */
export function readSlotText(
  kind: TextSlot['kind'],
  value: string,
  scope: Scope,
  path: string,
  reader: Pick<Reader, 'fault' | 'reads' | 'holds'>,
): ReadText {
  const { text, faults, parts } = readText(kind, value, scope);
  reader.holds(parts);
  for (const fault of faults) reader.fault(path, fault);
  for (const tag of text.tags) reader.reads((tag satisfies BoundTag).source, 'text', scope, path);
  return text;
}
