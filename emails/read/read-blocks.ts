/** Reads the blocks of a composition: attributes by their schema, texts in one language, tags at their place. */

import type { Steps } from '../../src/ground/steps.ts';
import { reportIssues } from '../check/report-issues.ts';
import type { Condition, Each } from '../compile/pieces.ts';
import type { BlockType, BoundBlock, ColumnShape, TextSlot } from '../document/block.ts';
import { isLocalizable } from '../document/block.ts';
import { readBlockShape } from '../document/block-shape.ts';
import { blockTypeNames, blockTypeOf } from '../document/blocks/index.ts';
import { columnSchema, MAX_BLOCKS, MAX_DEPTH } from '../document/composition.ts';
import { hint } from '../language/hint.ts';
import { parsePath } from '../language/parse-path.ts';
import { isRootName, OUTERMOST, resolve, type Scope, type Source } from '../language/sources.ts';
import { backgroundOf, inkOf, ruleOf } from './own-colors.ts';
import { type ReadText, unknownVariable } from './read-text.ts';
import { type Reader, readSlotText } from './reader.ts';

export interface ReadBlock {
  readonly id: string;
  readonly bound: BoundBlock;
  readonly texts: ReadonlyMap<string, ReadText>;
  readonly each: Each | null;
  readonly condition: Condition | null;
  readonly background: string | null;
  /** The colour of a line of the block's own. */
  readonly rule: string | null;
  /** The colour of a text of the block's own. */
  readonly ink: string | null;
  readonly children: readonly ReadBlock[];
  readonly columns: readonly ReadColumn[];
}

export interface ReadColumn extends ColumnShape {
  readonly background: string | null;
  readonly children: readonly ReadBlock[];
}

interface BlockPlace {
  readonly path: string;
  readonly scope: Scope;
  readonly depth: number;
}

export const BLOCKS_PATH = 'composition.document.blocks';

/** One step for each block. */
export function readBlocks(blocks: readonly unknown[], reader: Reader): Steps<readonly ReadBlock[]> {
  return new BlockReader(reader).readAll(blocks, { path: BLOCKS_PATH, scope: OUTERMOST, depth: 1 });
}

class BlockReader {
  private readonly ids = new Set<string>();
  private count = 0;
  private readonly most: number;

  constructor(private readonly reader: Reader) {
    this.most = reader.mostBlocks ?? MAX_BLOCKS;
  }

  *readAll(written: readonly unknown[], place: BlockPlace): Steps<readonly ReadBlock[]> {
    if (place.depth > MAX_DEPTH && written.length > 0) {
      this.reader.fault(place.path, `Blocks may stand at most ${MAX_DEPTH} levels deep.`);
      return [];
    }
    const blocks: ReadBlock[] = [];
    for (const [index, one] of written.entries()) {
      if (this.reader.enough()) return blocks;
      this.count += 1;
      if (this.count > this.most) {
        if (this.count === this.most + 1) this.reader.fault(place.path, `There may be at most ${this.most} blocks.`);
        return blocks;
      }
      yield;
      const block = yield* this.read(one, { ...place, path: `${place.path}.${index}` });
      if (block !== null) blocks.push(block);
    }
    return blocks;
  }

  private *read(written: unknown, place: BlockPlace): Steps<ReadBlock | null> {
    const block = readBlockShape(written, place.path, this.reader);
    if (block === null) return this.skip();
    const { id, type, attrs, children, columns } = block;
    if (id !== null) this.takeId(id, place.path);
    const blockType = blockTypeOf(type);
    if (blockType === null) {
      this.reader.fault(`${place.path}.type`, `Unknown block type.${hint(type, blockTypeNames)}`);
      return this.skip();
    }
    this.checkHolds(blockType, children, columns, place.path);
    const result = attrs === null ? { issues: [] } : blockType.bind(attrs);
    if ('issues' in result) {
      reportIssues(result.issues, `${place.path}.attrs`, this.reader, blockType.attrs);
      // The child blocks are read all the same, unless they read items of an unknown list.
      if (!blockType.repeats) yield* this.readInside(children, columns, blockType, place);
      return this.skip();
    }
    const { bound } = result;
    const each = this.readEach(bound, place);
    const inner = each === null ? place.scope : [...place.scope, { as: bound.each?.as ?? '', list: each.list }];
    const texts = new Map(
      bound.texts.map((slot) => [
        slot.path,
        this.readSlot(id ?? '', slot, slot.perItem ? inner : place.scope, place.path),
      ]),
    );
    return {
      id: id ?? '',
      bound,
      each,
      background: backgroundOf(attrs ?? {}),
      rule: ruleOf(attrs ?? {}),
      ink: inkOf(attrs ?? {}),
      condition: this.readCondition(bound, place),
      texts,
      ...(yield* this.readInside(children, columns, blockType, { ...place, scope: inner })),
    };
  }

  private *readInside(
    children: readonly unknown[],
    columns: readonly unknown[],
    blockType: BlockType,
    place: BlockPlace,
  ): Steps<Pick<ReadBlock, 'children' | 'columns'>> {
    return {
      children: yield* this.readAll(children, { ...place, depth: place.depth + 1, path: `${place.path}.children` }),
      columns: yield* this.readColumns(columns, blockType, place),
    };
  }

  private skip(): null {
    this.reader.skips();
    return null;
  }

  private *readColumns(
    columns: readonly unknown[],
    blockType: BlockType,
    place: BlockPlace,
  ): Steps<readonly ReadColumn[]> {
    const read: ReadColumn[] = [];
    for (const [index, column] of columns.slice(0, MAX_COLUMNS).entries()) {
      read.push(...(yield* this.readColumn(column, blockType, { ...place, path: `${place.path}.columns.${index}` })));
    }
    return read;
  }

  private *readColumn(written: unknown, blockType: BlockType, place: BlockPlace): Steps<readonly ReadColumn[]> {
    const parsed = columnSchema.safeParse(written);
    if (!parsed.success) {
      reportIssues(parsed.error.issues, place.path, this.reader, columnSchema);
      this.reader.skips();
      return [];
    }
    const { id, width = null, attrs = {}, children = [] } = parsed.data;
    this.takeId(id, place.path);
    const shape = blockType.columnAttrs?.safeParse(attrs);
    if (shape?.success === false && blockType.columnAttrs)
      reportIssues(shape.error.issues, `${place.path}.attrs`, this.reader, blockType.columnAttrs);
    const read = yield* this.readAll(children, { ...place, path: `${place.path}.children`, depth: place.depth + 1 });
    return [{ width, attrs: shape?.data, background: backgroundOf(attrs), children: read }];
  }

  private readSlot(blockId: string, slot: TextSlot, scope: Scope, path: string): ReadText {
    const fieldId = `${blockId}.${slot.path}`;
    const localizable = isLocalizable(slot);
    if (localizable) this.reader.localizable(fieldId, slot, scope);
    const { languages } = this.reader;
    const translated = localizable ? this.reader.translate(fieldId) : null;
    const locale = translated === null ? languages.own : languages.translated;
    const value = translated ?? slot.value;
    return readSlotText(slot.kind, value, { scope, locale }, `${path}.attrs.${slot.path}`, this.reader);
  }

  private readEach({ each }: BoundBlock, place: BlockPlace): Each | null {
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

  private readCondition({ condition }: BoundBlock, place: BlockPlace): Condition | null {
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
    const name = written.slice(0, 80);
    if (written.includes('{')) this.reader.fault(path, withoutBraces(written));
    else if (source === null) this.reader.fault(path, unknownVariable(name) + this.reader.suggest(name, scope));
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

/** Columns of a block (docs/rules.md#block-rules). */
export const MAX_COLUMNS = 4;

function widthOf(column: unknown): number {
  const width = typeof column === 'object' && column !== null && 'width' in column ? column.width : 0;
  return typeof width === 'number' ? width : 0;
}

/** Says of a variable that is written as in a text how it is written here. */
function withoutBraces(written: string): string {
  const bare = written.replaceAll(/[{}]/g, '').trim();
  const example = bare.length <= 80 && parsePath(bare) !== null ? bare : 'event.items';
  return `A variable stands here without braces, such as \`${example}\`.`;
}
