/** A block to begin with, made of the example of its type. */
import { isObject } from '../json-at.ts';
import { withFreshIds } from './change-blocks.ts';
import type { BlockType, Forms, MergeTag } from './format.ts';

/** Where a link leads until its author says otherwise. */
const firstLink = 'https://example.com';
const tag = /\{\{([^{}]*)\}\}/g;

/** The example without merge tags that the event type does not have, under ids that the composition does not have. */
export function newBlock(composition: unknown, type: BlockType, forms: Forms): unknown {
  return withFreshIds(composition, fitted(type.example, forms)).copy;
}

function fitted(example: unknown, forms: Forms): unknown {
  if (!isObject(example)) return example;
  const { type, attrs, children, columns } = example;
  const blockType = typeof type === 'string' ? forms.typeOf(type) : undefined;
  const inside = (list: unknown) => (Array.isArray(list) ? list.map((each) => fitted(each, forms)) : list);
  return {
    ...example,
    ...(isObject(attrs) && blockType ? { attrs: fittedAttrs(attrs, blockType, forms) } : {}),
    ...(children === undefined ? {} : { children: inside(children) }),
    ...(columns === undefined ? {} : { columns: inside(columns) }),
  };
}

function fittedAttrs(attrs: Readonly<Record<string, unknown>>, { attributes, texts }: BlockType, { tags }: Forms) {
  return Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => {
      const format = attributes.find((field) => field.name === name)?.forms[0]?.format;
      if (format === 'list') return [name, knownPath(value, tags, 'list')];
      if (format === 'variable') return [name, knownPath(value, tags, 'condition')];
      if (Array.isArray(value)) return [name, value.map((item) => fittedItem(item, name, texts, tags))];
      return [name, withoutUnknown(value, tags, insteadOf(texts.find(({ path }) => path === name)))];
    }),
  );
}

/** An entry of a list, such as a row of totals. Entries that read the items of the block's own list stay. */
function fittedItem(item: unknown, list: string, texts: BlockType['texts'], tags: readonly MergeTag[]): unknown {
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      const text = texts.find(({ path }) => path === `${list}.${name}`);
      return [name, text?.readsItem ? value : withoutUnknown(value, tags, insteadOf(text))];
    }),
  );
}

function insteadOf(text: BlockType['texts'][number] | undefined): string {
  return text?.kind === 'href' || text?.kind === 'src' ? firstLink : '…';
}

/** The path where the event type has it, else the first of the kind that it has. */
function knownPath(value: unknown, tags: readonly MergeTag[], use: 'list' | 'condition'): unknown {
  const suitable = tags.filter(({ uses, repeats }) => uses.includes(use) && repeats.length === 0);
  return suitable.some(({ written }) => written === value) ? value : (suitable[0]?.written ?? value);
}

/** Takes unknown merge tags out of a text. Items of lists are known by the names that their blocks give. */
function withoutUnknown(value: unknown, tags: readonly MergeTag[], instead: string): unknown {
  if (typeof value !== 'string') return value;
  const left = value.replace(tag, (whole, inside: string) => {
    const [path = ''] = inside.split('|');
    return tags.some(({ written }) => written === path.trim()) ? whole : '';
  });
  if (left === value) return value;
  return left.replace(/\*\*\s*\*\*/g, '').replace(/(?<![\s,:])[\s,:]+$/, '') || instead;
}
