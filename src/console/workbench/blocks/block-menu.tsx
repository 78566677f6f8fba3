/** What can be done with a block beside moving it up and down. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { ChevronRight, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { typeName } from './block-names.ts';
import type { ShownBlock, ShownList } from './block-tree.ts';
import { type Change, elementIds, useBlocks } from './blocks-context.ts';
import { duplicateBlock, moveInto, moveOut, parentOf, removeBlock } from './change-blocks.ts';
import { TypeItems } from './type-menu.tsx';

const text = words.blocks;

interface BlockMenuProps {
  readonly block: ShownBlock;
  readonly list: ShownList;
  readonly index: number;
}

export function BlockMenu({ block, list, index }: BlockMenuProps): ReactNode {
  const { forms, content, change: changeBlocks, takeFocus } = useBlocks();
  const change = (made: Change) => changeBlocks({ ...made, byMenu: true });
  const name = typeName(block.type);
  const before = list.blocks[index - 1];
  const holder = before && forms.typeOf(before.type)?.holds !== 'nothing' ? before : undefined;
  const neighbour = list.blocks[index + 1] ?? before;
  const duplicate = () => {
    const made = duplicateBlock(content, block.path);
    change({ content: made.content, told: text.duplicated(name), opens: made.id, focus: elementIds.block(made.id) });
  };
  const remove = () =>
    change({
      content: removeBlock(content, block),
      told: text.removed(name),
      focus: neighbour ? elementIds.block(neighbour.id) : 'add-block',
    });
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button quiet icon" aria-label={text.more(name, block.id)}>
        <Ellipsis size={16} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => takeFocus() && event.preventDefault()}
        >
          <DropdownMenu.Item onSelect={duplicate}>{text.duplicate}</DropdownMenu.Item>
          <DropdownMenu.Sub>
            <DropdownMenu.SubTrigger>
              {text.addBelow}
              <ChevronRight size={14} aria-hidden />
            </DropdownMenu.SubTrigger>
            <DropdownMenu.Portal>
              <DropdownMenu.SubContent className="menu types" collisionPadding={8}>
                <TypeItems list={list.path} index={index + 1} />
              </DropdownMenu.SubContent>
            </DropdownMenu.Portal>
          </DropdownMenu.Sub>
          {holder?.lists.map((target, place) => (
            <DropdownMenu.Item
              key={target.path.join('.')}
              onSelect={() =>
                change({
                  content: moveInto(content, block.path, target.path),
                  told: text.movedInto(name, typeName(holder.type)),
                  focus: elementIds.block(block.id),
                })
              }
            >
              {target.column ? text.moveIntoColumn(place + 1) : text.moveInto(typeName(holder.type))}
            </DropdownMenu.Item>
          ))}
          {parentOf(block.path) !== null && (
            <DropdownMenu.Item
              onSelect={() =>
                change({
                  content: moveOut(content, block.path),
                  told: text.movedOut(name),
                  focus: elementIds.block(block.id),
                })
              }
            >
              {text.moveOut}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Separator />
          <DropdownMenu.Item className="danger" onSelect={remove}>
            {text.remove}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
