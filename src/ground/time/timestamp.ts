/**
 * The grammar of timestamps (docs/rules.md#timestamps), for every field of every request and for values in templates.
 */

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)$/;

/** The message for text that the grammar rejects. */
export const timestampFault = 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z';

/**
 * Reads an ISO 8601 date-time with `Z` or an offset (`+02:00`, `+0200`, `+02`). Returns null for anything else: an
 * impossible day, a time without an offset, an instant outside the years 1 to 9999 in UTC. Digits below the millisecond
 * are cut.
 */
export function readTimestamp(text: string): Date | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null;
  const local = new Date(0);
  local.setUTCFullYear(y, mo - 1, d);
  local.setUTCHours(h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));
  const sameParts =
    local.getUTCFullYear() === y &&
    local.getUTCMonth() === mo - 1 &&
    local.getUTCDate() === d &&
    local.getUTCHours() === h &&
    local.getUTCMinutes() === mi &&
    local.getUTCSeconds() === s;
  if (!sameParts) return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const instant = new Date(local.getTime() - offset * 60_000);
  return instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999 ? instant : null;
}
