/**
 * Writes the tags of a document. `compileTemplate` uses an ink that writes marks; the property test of the compiler
 * uses one that writes the values themselves, so both run the same components.
 */
import { createElement, Fragment, type ReactNode } from 'react';
import { boxedCharacters } from '../language/boxes.ts';
import type { LinkKind } from '../language/links.ts';
import type { Parts } from '../language/merge-tags.ts';
import type { CalendarTexts } from '../made/calendar-file.ts';
import type { ReadText } from '../read/read-text.ts';
import type { BoundTag, BranchCondition, Condition, Each } from './pieces.ts';

/** What a calendar is made of; null: nothing says it. */
export type CalendarReads = Readonly<Record<keyof CalendarTexts, ReadText | null>>;

export interface Ink {
  /** HTML text; with `lines`, line breaks of a value are kept. */
  text(parts: Parts<BoundTag>, lines: boolean): ReactNode;
  /** A one-time code, with a box around each character. */
  boxes(parts: Parts<BoundTag>, box: (character: string) => ReactNode): ReactNode;
  /** Text in a place that takes no element. */
  bare(parts: Parts<BoundTag>): string;
  attribute(parts: Parts<BoundTag>): string;
  /** Undefined when the link is not allowed. */
  link(parts: Parts<BoundTag>, kind: LinkKind): string | undefined;
  /** The address of a picture of a QR code; undefined where it cannot be made. */
  code(text: ReadText): string | undefined;
  /** Puts a calendar beside the mail, and shows nothing. */
  calendar(texts: CalendarReads): ReactNode;
  /** A value inside markup that React does not escape. */
  markup(tag: BoundTag): string;
  repeat(each: Each, body: (ink: Ink) => ReactNode): ReactNode;
  when(condition: Condition, body: ReactNode): ReactNode;
  /** The same for a place that takes no element. */
  whenBare(conditions: readonly BranchCondition[], body: string): string;
  /** One block with its child blocks. */
  block(body: () => ReactNode): ReactNode;
  /** The same ink for a place beside others, where long words alone break. */
  narrow(): Ink;
  /** Markup that React cannot write: the conditional comments of Outlook. */
  raw(html: string): ReactNode;
}

/** A constant of a one-time code. */
export function boxedNode(text: string, box: (character: string) => ReactNode): ReactNode {
  return (
    boxedCharacters(text)?.map(({ character, isGap }, key) =>
      createElement(Fragment, { key }, isGap ? ' ' : box(character)),
    ) ?? text
  );
}
