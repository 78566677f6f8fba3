import { LRUCache } from 'lru-cache';

const formatsKept = 500;
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsKept });

/** Returns the calendar day in `timezone` at `at`, such as `2026-03-29` (docs/rules.md#workspace-days). */
export function localDay(timezone: string, at: Date): string {
  const known = formats.get(timezone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!known) formats.set(timezone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
