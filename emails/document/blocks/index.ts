/** The registry: adding a block is one file beside this and one line here. */
import type { BlockType } from '../block.ts';
import { button } from './button.tsx';
import { code } from './code.tsx';
import { columns } from './columns.tsx';
import { condition } from './condition.tsx';
import { divider } from './divider.tsx';
import { footer } from './footer.tsx';
import { heading } from './heading.tsx';
import { html } from './html.tsx';
import { image } from './image.tsx';
import { list } from './list.tsx';
import { repeat } from './repeat.tsx';
import { section } from './section.tsx';
import { spacer } from './spacer.tsx';
import { table } from './table.tsx';
import { text } from './text.tsx';

export const blockTypes: readonly BlockType[] = [
  heading,
  text,
  button,
  image,
  divider,
  spacer,
  list,
  code,
  table,
  section,
  columns,
  repeat,
  condition,
  footer,
  html,
];

export const blockTypeNames: readonly string[] = blockTypes.map(({ type }) => type);

const byType = new Map(blockTypes.map((block) => [block.type, block]));

export function blockTypeOf(type: string): BlockType | null {
  return byType.get(type) ?? null;
}
