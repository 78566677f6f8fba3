/** What every block of the form shares: the format, the faults, and how to change the draft. */
import { createContext, use } from 'react';
import type { FieldErrors } from '../../api/fault.ts';
import type { JsonPath } from '../json-at.ts';
import type { Content } from './change-blocks.ts';
import type { Forms } from './format.ts';

export interface Change {
  readonly content: Content;
  /** Said to those who do not see the change. */
  readonly told?: string;
  /** The id of the block that is opened. */
  readonly opens?: string;
  /** The id of the element that gets the focus. */
  readonly focus?: string;
  /** Whether a menu that closes makes the change. */
  readonly byMenu?: boolean;
}

export interface Blocks {
  readonly forms: Forms;
  readonly content: Content;
  /** Faults of the composition by path, such as `document.blocks.0.attrs.text`. */
  readonly errors: FieldErrors;
  /** The id of the block whose form is open. */
  readonly open: string | null;
  readonly setOpen: (id: string | null) => void;
  readonly change: (change: Change) => void;
  readonly setValue: (path: JsonPath, value: unknown) => void;
  /** Gives the focus to what the last change wants, once; for menus that would take the focus back. */
  readonly takeFocus: () => boolean;
}

export const BlocksContext = createContext<Blocks | null>(null);

export function useBlocks(): Blocks {
  const blocks = use(BlocksContext);
  if (blocks === null) throw new Error('A block stands outside of the form of blocks.');
  return blocks;
}

/** The ids of elements that get the focus. */
export const elementIds = {
  block: (id: string) => `block-${id}`,
  up: (id: string) => `up-${id}`,
  down: (id: string) => `down-${id}`,
} as const;
