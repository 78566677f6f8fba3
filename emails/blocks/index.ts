/** The registry: adding a block is one file beside this and one line here. */
import type { BlockType } from '../block.ts';
import { button } from './button.tsx';
import { divider } from './divider.tsx';
import { footer } from './footer.tsx';
import { heading } from './heading.tsx';
import { section } from './section.tsx';
import { text } from './text.tsx';

export const blockTypes: readonly BlockType[] = [heading, text, button, divider, section, footer];

const byType = new Map(blockTypes.map((block) => [block.type, block]));

export function blockTypeOf(type: string): BlockType | null {
  return byType.get(type) ?? null;
}
