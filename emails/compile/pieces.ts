/** A compiled text: constant pieces, and slots that know how to escape a value. */

import type { Direction } from '../document/locales.ts';
import type { Box } from '../language/boxes.ts';
import type { Selector } from '../language/choices.ts';
import type { Filter } from '../language/filters.ts';
import type { LinkKind } from '../language/links.ts';
import type { Parts } from '../language/merge-tags.ts';
import type { Source } from '../language/sources.ts';
import type { CalendarTexts } from '../made/calendar-file.ts';

/** A merge tag whose path was resolved at its place. */
export interface BoundTag {
  readonly source: Source;
  readonly filters: readonly Filter<Source>[];
}

/**
 * The place of a value: HTML text, HTML text that keeps line breaks, boxes around its characters, a quoted attribute,
 * plain text, a header.
 */
export type Fit = 'text' | 'lines' | 'boxes' | 'attribute' | 'plain' | 'header';

export type Condition = Comparison | BranchCondition;

export interface Comparison {
  readonly source: Source;
  readonly is: 'present' | 'absent' | 'equals' | 'not_equals';
  /** Compared as text. */
  readonly value: string;
}

/** Whether a value chooses this branch of a plural or a select. */
export interface BranchCondition {
  readonly source: Source;
  readonly is: 'chosen';
  readonly key: string;
  readonly of: Pick<Selector, 'by' | 'keys'>;
  /** Whose forms count: the language of the text. */
  readonly locale: string;
}

export interface Each {
  readonly list: Source;
  /** Items shown at most; null: all. */
  readonly limit: number | null;
}

export type Align = 'left' | 'center' | 'right';

/** A table of the text part, whose columns are aligned when the values are known. */
export interface TablePiece {
  readonly kind: 'table';
  readonly each: Each;
  readonly labels: readonly Pieces[];
  readonly cells: readonly Pieces[];
  readonly aligns: readonly Align[];
}

/** What a QR code says; the values of a link are encoded as those of any link. */
export type CodeOf = { readonly link: Parts<BoundTag> } | { readonly code: Pieces };

/** A file that is made of values: a picture, whose address stands in the mail, or a calendar beside the mail. */
export interface MadePiece {
  readonly kind: 'made';
  readonly of: CodeOf | { readonly calendar: CalendarPieces };
  /** Markup around the address of a picture, left out together with a picture that cannot be made. */
  readonly before: string;
  readonly after: string;
}

export interface CalendarPieces extends Readonly<Record<Exclude<keyof CalendarTexts, 'url'>, Pieces>> {
  readonly url: Parts<BoundTag>;
}

/** The tags of a file's texts in the order in which they are filled, with the conditions around them. */
export function tagsOfMade({ of }: MadePiece): Pieces {
  if ('link' in of) return tagsAlone(valuePieces(of.link, 'plain'));
  if ('code' in of) return tagsAlone(of.code);
  const { title, starts, ends, location, details, url } = of.calendar;
  return tagsAlone([...title, ...starts, ...ends, ...location, ...details, ...valuePieces(url, 'plain')]);
}

export type Piece =
  | string
  | {
      readonly kind: 'value';
      readonly tag: BoundTag;
      readonly fit: Fit;
      /** Direction of the surrounding words; a value that runs the other way is isolated. */
      readonly beside?: Direction;
      /** Whether the place is narrow, so that a long word in it may break. */
      readonly narrow?: true;
      /** The markup of a box, where each character has one. */
      readonly box?: Box;
    }
  | {
      readonly kind: 'link';
      readonly link: LinkKind;
      readonly parts: Parts<BoundTag>;
      readonly fit: 'attribute' | 'plain';
      /** Markup around the link, such as ` href="` and `"`; left out together with a link that is not allowed. */
      readonly before: string;
      readonly after: string;
    }
  | MadePiece
  | { readonly kind: 'repeat'; readonly each: Each; readonly body: Pieces }
  | { readonly kind: 'condition'; readonly condition: Condition; readonly body: Pieces }
  | TablePiece;

export type Pieces = readonly Piece[];

export function valuePieces(parts: Parts<BoundTag>, fit: Fit): Pieces {
  return parts.map((part) => (typeof part === 'string' ? part : { kind: 'value', tag: part, fit }));
}

/** Joins neighbouring constants. */
export function joined(pieces: Pieces): Pieces {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece !== 'string') result.push(joinedInside(piece));
    else if (typeof last === 'string') result[result.length - 1] = last + piece;
    else if (piece !== '') result.push(piece);
  }
  return result;
}

function joinedInside(piece: Exclude<Piece, string>): Piece {
  switch (piece.kind) {
    case 'value':
    case 'link':
    case 'made':
      return piece;
    case 'repeat':
    case 'condition':
      return { ...piece, body: joined(piece.body) };
    case 'table':
      return { ...piece, labels: piece.labels.map(joined), cells: piece.cells.map(joined) };
  }
}

/**
 * Keeps the tags, and the repeats and conditions around them, in order. Running these alone shows which tags would fall
 * back.
 */
export function tagsAlone(pieces: Pieces): Pieces {
  return pieces.flatMap(tagsOf);
}

function tagsOf(piece: Piece): Pieces {
  if (typeof piece === 'string') return [];
  switch (piece.kind) {
    case 'value':
      return [{ ...piece, fit: 'plain' }];
    case 'link':
      return tagsAlone(valuePieces(piece.parts, 'plain'));
    case 'made':
      return [piece];
    case 'repeat':
    case 'condition': {
      const body = tagsAlone(piece.body);
      return body.length === 0 ? [] : [{ ...piece, body }];
    }
    case 'table':
      return [
        ...piece.labels.flatMap(tagsAlone),
        { kind: 'repeat', each: piece.each, body: piece.cells.flatMap(tagsAlone) },
      ];
  }
}

/** Returns the approximate bytes of memory of pieces, for a cache. */
export function weightOf(pieces: Pieces): number {
  let bytes = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') bytes += STRING_BYTES + piece.length * (isLatin1(piece) ? 1 : 2);
    else {
      bytes += SLOT_BYTES;
      if (piece.kind === 'link') bytes += piece.parts.length * SLOT_BYTES;
      else if (piece.kind === 'made') bytes += weightOf(tagsOfMade(piece));
      else if (piece.kind === 'table') bytes += weightOf([...piece.labels, ...piece.cells].flat());
      else if (piece.kind !== 'value') bytes += weightOf(piece.body);
    }
  }
  return bytes;
}

/** The header of a string; a slot with its source, path and filters. */
const STRING_BYTES = 24;
const SLOT_BYTES = 250;

function isLatin1(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that a one-byte string can hold
  return /^[\u0000-\u00ff]*$/.test(text);
}
