import type { BoundTag, CalendarPieces, MadePiece, Pieces } from '../compile/pieces.ts';
import type { Parts } from '../language/merge-tags.ts';
import type { MadeFiles } from '../made/made-files.ts';
import { fillLink } from './fill-link.ts';
import type { Filling } from './values.ts';

/** Fills pieces as plain text. */
type Fill = (pieces: Pieces) => string;

/**
 * Makes the file of a place of the mail. Returns the address of a picture; null for a calendar, and where there is none.
 * Throws TemplateTooLarge.
 */
export function fillMade({ of }: MadePiece, filling: Filling, made: MadeFiles, fill: Fill): string | null {
  filling.work.makeFile();
  if ('link' in of) return made.addressOfCode(linkOf(of.link, filling));
  if ('code' in of) return made.addressOfCode(fill(of.code));
  made.addCalendar(calendarTexts(of.calendar, filling, fill), filling.values.system.sent_on);
  return null;
}

/** In the order of `tagsOfMade`, in which a tag without a value is noted. */
function calendarTexts(pieces: CalendarPieces, filling: Filling, fill: Fill) {
  const { title, starts, ends, location, details, url } = pieces;
  return {
    title: fill(title),
    starts: fill(starts),
    ends: fill(ends),
    location: fill(location),
    details: fill(details),
    url: linkOf(url, filling),
  };
}

function linkOf(parts: Parts<BoundTag>, filling: Filling): string {
  return fillLink({ link: 'href', parts }, filling) ?? '';
}
