/** The types of blocks to choose from, in a menu. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { isObject, type JsonPath } from '../json-at.ts';
import { iconOf } from './block-icons.ts';
import { typeName } from './block-names.ts';
import { elementIds, useBlocks } from './blocks-context.ts';
import { insertBlock } from './change-blocks.ts';
import type { BlockType } from './format.ts';
import { newBlock } from './new-block.ts';

const text = words.blocks;

interface TypeItemsProps {
  readonly list: JsonPath;
  /** The place of the new block in its list. */
  readonly index: number;
}

export function TypeItems({ list, index }: TypeItemsProps): ReactNode {
  const { forms, content, change } = useBlocks();
  const add = (type: BlockType) => {
    const block = newBlock(content.composition, type, forms);
    const id = isObject(block) ? String(block.id) : '';
    change({
      content: insertBlock(content, list, index, block),
      told: text.added(typeName(type.type)),
      opens: id,
      focus: elementIds.block(id),
      byMenu: true,
    });
  };
  return forms.format.blocks.map((type) => {
    const Icon = iconOf(type.type);
    return (
      <DropdownMenu.Item
        key={type.type}
        className="type-item"
        textValue={typeName(type.type)}
        onSelect={() => add(type)}
      >
        <Icon size={15} aria-hidden />
        <span>
          {typeName(type.type)}
          <span className="hint">{type.purpose}</span>
        </span>
      </DropdownMenu.Item>
    );
  });
}
