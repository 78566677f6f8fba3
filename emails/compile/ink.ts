/**
 * How the tags of a document are put on paper. `compileTemplate` writes marks with it; the property test of the
 * compiler writes the values themselves, so that both go through the very same components.
 */
import type { ReactNode } from 'react';
import type { LinkKind } from '../language/links.ts';
import type { Parts } from '../language/merge-tags.ts';
import type { BoundTag, Condition, Each } from './pieces.ts';

export interface Ink {
  /** HTML text; with `lines`, line breaks of a value stay line breaks. */
  text(parts: Parts<BoundTag>, lines: boolean): ReactNode;
  /** Text where no element may stand. */
  bare(parts: Parts<BoundTag>): string;
  attribute(parts: Parts<BoundTag>): string;
  /** Nothing when the link may not be shown. */
  link(parts: Parts<BoundTag>, kind: LinkKind): string | undefined;
  /** A value inside markup that React does not escape. */
  markup(tag: BoundTag): string;
  repeat(each: Each, body: (ink: Ink) => ReactNode): ReactNode;
  when(condition: Condition, body: ReactNode): ReactNode;
  /** One block with what it holds. */
  block(body: () => ReactNode): ReactNode;
  /** What React cannot write: the conditional comments of Outlook. */
  raw(html: string): ReactNode;
}
