import type { BoundTag, CalendarParts, MadePiece } from '../compile/pieces.ts';
import type { Parts } from '../language/merge-tags.ts';
import type { MadeFiles } from '../made/made-files.ts';
import { fillLink } from './fill-link.ts';
import { type Filling, fillTag } from './values.ts';
import { COST, MAX_RENDERED, TemplateTooLarge } from './work-budget.ts';

/** Makes the file of a place of the mail. Returns the address of a picture; null for a calendar, and where there is none. */
export function fillMade({ of }: MadePiece, filling: Filling, made: MadeFiles): string | null {
  filling.work.makeFile();
  if ('code' in of) {
    const { code, isLink } = of;
    return made.addressOfCode(isLink ? linkOf(code, filling) : textOf(code, filling));
  }
  made.addCalendar(calendarTexts(of.calendar, filling), filling.values.system.sent_on);
  return null;
}

/** In the order of `textsOf`, in which a tag without a value is noted. */
function calendarTexts({ title, starts, ends, location, details, url }: CalendarParts, filling: Filling) {
  return {
    title: textOf(title, filling),
    starts: textOf(starts, filling),
    ends: textOf(ends, filling),
    location: textOf(location, filling),
    details: textOf(details, filling),
    url: linkOf(url, filling),
  };
}

function linkOf(parts: Parts<BoundTag>, filling: Filling): string {
  return fillLink({ link: 'href', parts }, filling) ?? '';
}

function textOf(parts: Parts<BoundTag>, filling: Filling): string {
  let text = '';
  for (const part of parts) {
    filling.work.spend(COST.step);
    text += typeof part === 'string' ? part : fillTag(part, filling);
    if (text.length > MAX_RENDERED) throw new TemplateTooLarge();
  }
  return text;
}
