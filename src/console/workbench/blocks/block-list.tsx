/** Blocks from top to bottom, and the button that adds one. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { typeName } from './block-names.ts';
import { BlockRow } from './block-row.tsx';
import type { ShownList } from './block-tree.ts';
import { documentPath } from './block-tree.ts';
import { useBlocks } from './blocks-context.ts';
import { TypeItems } from './type-menu.tsx';

const text = words.blocks;

interface BlockListProps {
  readonly list: ShownList;
  /** What the list is part of, for assistive technology. */
  readonly label: string;
}

export function BlockList({ list, label }: BlockListProps): ReactNode {
  const { takeFocus } = useBlocks();
  const { path, column, blocks } = list;
  const isDocument = path === documentPath;
  const place = column ? `${text.column} ${Number(column.path.at(-1)) + 1}` : null;
  return (
    <div className={isDocument ? 'blocks' : 'blocks nested'}>
      {place && <p className="blocks-column">{place}</p>}
      {blocks.length > 0 && (
        <ol aria-label={place ?? label}>
          {blocks.map((block, index) => (
            <BlockRow key={block.id} block={block} list={list} index={index}>
              {block.lists.map((inside) => (
                <BlockList key={inside.path.join('.')} list={inside} label={typeName(block.type)} />
              ))}
            </BlockRow>
          ))}
        </ol>
      )}
      <DropdownMenu.Root>
        <DropdownMenu.Trigger className="button quiet add-block" {...(isDocument ? { id: 'add-block' } : {})}>
          <Plus size={14} aria-hidden />
          {isDocument ? text.add : text.addTo(place ?? label)}
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            className="menu types"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={(event) => takeFocus() && event.preventDefault()}
          >
            <TypeItems list={path} index={blocks.length} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}
