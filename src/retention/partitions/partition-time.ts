import { mintedAt } from '../../ground/ids.ts';

/** The first value of a bound, such as `FOR VALUES FROM ('2026-03-01 00:00:00+00') TO ('2026-03-02 00:00:00+00')`. */
const firstValue = {
  FROM: /FROM \('([^']{1,40})'/,
  TO: /TO \('([^']{1,40})'/,
} as const;

/** Characters of an id. */
const idLength = 26;

/**
 * Returns the time of a partition's bound: of a date, of a timestamp, or of the id (or its beginning) at which the
 * partition begins or ends. Null for MINVALUE, MAXVALUE, the default partition and any other value.
 */
export function partitionTime(bound: string, end: keyof typeof firstValue): Date | null {
  const value = firstValue[end].exec(bound)?.[1];
  if (value === undefined) return null;
  if (/^[0-9A-Z]{10,26}$/.test(value)) return mintedAt(value.padEnd(idLength, '0'));
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return null;
  // PostgreSQL writes the offset of a timestamp as `+00`, and a date or a time without one means UTC here.
  const text = value.length === 10 ? `${value}T00:00:00Z` : value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  const time = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}
