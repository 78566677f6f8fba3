/**
 * Writes the tags of a document. `compileTemplate` uses an ink that writes marks; the property test of the compiler
 * uses one that writes the values themselves, so both run the same components.
 */
import type { ReactNode } from 'react';
import type { LinkKind } from '../language/links.ts';
import type { Parts } from '../language/merge-tags.ts';
import type { BoundTag, Condition, Each } from './pieces.ts';

export interface Ink {
  /** HTML text; with `lines`, line breaks of a value are kept. */
  text(parts: Parts<BoundTag>, lines: boolean): ReactNode;
  /** Text in a place that takes no element. */
  bare(parts: Parts<BoundTag>): string;
  attribute(parts: Parts<BoundTag>): string;
  /** Undefined when the link is not allowed. */
  link(parts: Parts<BoundTag>, kind: LinkKind): string | undefined;
  /** A value inside markup that React does not escape. */
  markup(tag: BoundTag): string;
  repeat(each: Each, body: (ink: Ink) => ReactNode): ReactNode;
  when(condition: Condition, body: ReactNode): ReactNode;
  /** One block with its child blocks. */
  block(body: () => ReactNode): ReactNode;
  /** Markup that React cannot write: the conditional comments of Outlook. */
  raw(html: string): ReactNode;
}
