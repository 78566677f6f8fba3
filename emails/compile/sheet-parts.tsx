/**
 * The blocks of a mail in parts from top to bottom: those that reach its edges, each alone, and those between them
 * (docs/rules.md#edges-of-a-mail).
 */
import type { ReactNode } from 'react';
import type { Edge, Look } from '../document/block.ts';
import type { ReadBlock } from '../read/read-blocks.ts';
import type { Ink } from './ink.ts';
import { writeBlocks } from './write-blocks.tsx';

export interface SheetPart {
  /** Null: the part keeps away from the edges. */
  readonly edge: Edge | null;
  /** Whether the part above ends with words, so that no more space is needed than between two paragraphs. */
  readonly followsWords: boolean;
  readonly content: ReactNode;
}

/** A mail without blocks is one empty part. */
export function sheetParts(blocks: readonly ReadBlock[], look: Look, ink: Ink): readonly SheetPart[] {
  const groups = grouped(blocks);
  return groups.map((group, n) => {
    const edge = group[0]?.bound.edgeToEdge ? { top: n === 0, bottom: n === groups.length - 1 } : null;
    const followsWords = groups[n - 1]?.at(-1)?.bound.endsInWords ?? false;
    return {
      edge,
      followsWords,
      content: writeBlocks(group, edge === null ? { ...look, isFirst: !followsWords } : { ...look, edge }, ink),
    };
  });
}

function grouped(blocks: readonly ReadBlock[]): readonly (readonly ReadBlock[])[] {
  const groups: ReadBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last === undefined || block.bound.edgeToEdge || last[0]?.bound.edgeToEdge) groups.push([block]);
    else last.push(block);
  }
  return groups.length === 0 ? [[]] : groups;
}
