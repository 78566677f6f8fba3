import { readTimestamp } from '../src/ground/time/timestamp.ts';

/**
 * The value of `created_after` as the schema's `from`, which includes its own time (docs/rules.md#list-filters): the next
 * millisecond, since times have no smaller part. What is no time stays as it is, and is rejected behind this.
 */
export function afterTime(value: unknown): unknown {
  const time = typeof value === 'string' ? readTimestamp(value) : null;
  return time === null ? value : (readNext(time) ?? value);
}

/** Null behind the last time that there is. */
function readNext(time: Date): string | null {
  const next = new Date(time.getTime() + 1).toISOString();
  return readTimestamp(next) === null ? null : next;
}
