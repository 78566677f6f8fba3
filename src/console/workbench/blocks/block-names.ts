/** How blocks and their fields are called. The service may know more than the console has words for. */
import { words } from '../../words.ts';
import { isObject } from '../json-at.ts';
import type { ShownBlock } from './block-tree.ts';
import type { BlockType } from './format.ts';

const names: Readonly<Record<string, string>> = words.blocks.names;

export function typeName(type: string): string {
  return names[type] ?? sentence(type);
}

/** `vertical_align` as `Vertical align`. */
export function sentence(name: string): string {
  const text = name.replaceAll(/[_.]/g, ' ').trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The first words of a block, or what it depends on. */
export function summaryOf({ attrs }: ShownBlock, type: BlockType | undefined): string {
  const text = type?.texts.find(({ localizable }) => localizable) ?? type?.texts[0];
  const written = text && attrs[text.path];
  if (typeof written === 'string' && written !== '') return written;
  const path = attrs.when ?? attrs.each;
  if (typeof path !== 'string') return entriesOf(attrs, text?.path ?? '');
  const { is, value } = attrs;
  return typeof is === 'string' ? words.blocks.comparisons(path, is, String(value ?? '')) : path;
}

/** The texts of a list, such as the labels of totals. */
function entriesOf(attrs: ShownBlock['attrs'], path: string): string {
  const [list = '', member = ''] = path.split('.');
  const items = attrs[list];
  if (!Array.isArray(items)) return '';
  return items.flatMap((item) => (isObject(item) && typeof item[member] === 'string' ? [item[member]] : [])).join(', ');
}
