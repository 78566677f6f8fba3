/** One block: its name and first words, the buttons that move it, its form, and the blocks inside of it. */
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { words } from '../../words.ts';
import { faultsBelow, ownFaults } from './block-faults.ts';
import { BlockForm } from './block-form.tsx';
import { iconOf } from './block-icons.ts';
import { BlockMenu } from './block-menu.tsx';
import { summaryOf, typeName } from './block-names.ts';
import type { ShownBlock, ShownList } from './block-tree.ts';
import { elementIds, useBlocks } from './blocks-context.ts';
import { shiftBlock } from './change-blocks.ts';

const text = words.blocks;

interface BlockRowProps {
  readonly block: ShownBlock;
  readonly list: ShownList;
  readonly index: number;
  /** The lists of the blocks inside of it. */
  readonly children: ReactNode;
}

export function BlockRow({ block, list, index, children }: BlockRowProps): ReactNode {
  const { forms, content, errors, open, setOpen, change } = useBlocks();
  const { id, type, path } = block;
  const blockType = forms.typeOf(type);
  const name = typeName(type);
  const Icon = iconOf(type);
  const isOpen = open === id;
  const own = ownFaults(errors, path);
  const faults = Object.keys(
    isOpen || block.lists.some(({ blocks }) => blocks.length > 0) ? own : faultsBelow(errors, path),
  );
  const last = list.blocks.length - 1;
  const shift = (by: -1 | 1) => {
    const place = index + by;
    // A button that can do no more gives the focus to the block.
    const isEnd = place === 0 || place === last;
    const button = by === -1 ? elementIds.up(id) : elementIds.down(id);
    change({
      content: shiftBlock(content, path, by),
      told: text.moved(name, place + 1, last + 1),
      focus: isEnd ? elementIds.block(id) : button,
    });
  };
  return (
    <li className="block" data-open={isOpen || undefined} data-faulty={faults.length > 0 || undefined}>
      <div className="block-head">
        <button
          type="button"
          id={elementIds.block(id)}
          className="block-name"
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? null : id)}
        >
          <ChevronRight className="block-sign" size={14} aria-hidden />
          <Icon size={15} aria-hidden />
          <span className="block-type">{name}</span>
          <span className="block-summary">{summaryOf(block, blockType)}</span>
        </button>
        {faults.length > 0 && <Badge tone="bad">{text.faults(faults.length)}</Badge>}
        <button
          type="button"
          id={elementIds.up(id)}
          className="button quiet icon"
          aria-label={text.up(name, id)}
          disabled={index === 0}
          onClick={() => shift(-1)}
        >
          <ArrowUp size={15} aria-hidden />
        </button>
        <button
          type="button"
          id={elementIds.down(id)}
          className="button quiet icon"
          aria-label={text.down(name, id)}
          disabled={index === last}
          onClick={() => shift(1)}
        >
          <ArrowDown size={15} aria-hidden />
        </button>
        <BlockMenu block={block} list={list} index={index} />
      </div>
      {isOpen && <BlockForm block={block} type={blockType} errors={own} />}
      {blockType && blockType.holds !== 'nothing' && children}
    </li>
  );
}
