/** Bytes of a calendar in which its method is looked for: it stands before the first event. */
const headBytes = 16_384;
/** Characters of a method; the registered ones have at most fourteen. */
const methodMax = 40;

/**
 * Returns the method of an iCalendar file in capitals, such as REQUEST; null where it names none, or where the file holds
 * several calendars. Mail apps show the buttons of an invitation only where the Content-Type has the same method as the
 * text (RFC 6047, 2.4). `content` is a calendar by `isCalendar`.
 */
export function calendarMethod(content: Buffer): string | null {
  const [, ...lines] = content
    .subarray(0, headBytes)
    .toString('utf8')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  const first = lines.findIndex((line) => /^(?:BEGIN|END):/i.test(line));
  const [own, ...others] = (first < 0 ? lines : lines.slice(0, first)).filter((line) => /^METHOD[:;]/i.test(line));
  if (own === undefined || others.length > 0 || content.lastIndexOf('BEGIN:VCALENDAR') > headStart) return null;
  const method = own.slice(own.lastIndexOf(':') + 1).trim();
  return method.length <= methodMax && /^[A-Za-z0-9-]+$/.test(method) ? method.toUpperCase() : null;
}

/** A byte order mark may stand before the calendar. */
const headStart = 3;
