/** The pieces of files that a mail makes of its values. */
import type { ReadText } from '../read/read-text.ts';
import type { CalendarReads } from './ink.ts';
import type { CalendarPieces, CodeOf, MadePiece, Pieces } from './pieces.ts';
import { plainPieces } from './plain-pieces.ts';

export function madePiece(of: MadePiece['of']): MadePiece {
  return { kind: 'made', of, before: '', after: '' };
}

export function codeOf(text: ReadText): CodeOf {
  return text.kind === 'href' ? { link: text.parts } : { code: plainPieces(text, 'plain') };
}

export function calendarOf({ title, starts, ends, location, details, url }: CalendarReads): CalendarPieces {
  return {
    title: said(title),
    starts: said(starts),
    ends: said(ends),
    location: said(location),
    details: said(details),
    url: url?.kind === 'href' ? url.parts : [],
  };
}

function said(text: ReadText | null): Pieces {
  return text === null ? [] : plainPieces(text, 'plain');
}
