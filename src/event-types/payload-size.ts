import { z } from 'zod';
import { isRecord } from '../ground/input/input.ts';
import { hasReservedKey, reservedName, reservedPaths } from '../ground/input/reserved-names.ts';
import { storedDigits } from '../ground/json-bytes.ts';

/** UTF-8 bytes of the payload as JSON (docs/rules.md#payload-size). */
const payloadMaxBytes = 524_288;

/** An event's payload before the check against the fields of its type. */
export const payload = z
  // z.record would drop the key `__proto__`.
  .custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object')
  .superRefine((value, context) => {
    const json = isSurelyLarger(value, payloadMaxBytes) ? null : JSON.stringify(value);
    if (json === null || Buffer.byteLength(json) > payloadMaxBytes) {
      const message = `must be at most ${payloadMaxBytes} bytes of JSON, with the digits of all numbers written out`;
      context.addIssue({ code: 'custom', message });
      return;
    }
    for (const path of hasReservedKey(json) ? reservedPaths(value) : [])
      context.addIssue({ code: 'custom', path: [...path], message: reservedName });
  });

/** Whether the JSON of `value` certainly has more than `max` bytes, by the lengths of its parts; builds nothing. */
function isSurelyLarger(value: unknown, max: number): boolean {
  const open = [value];
  let bytes = 0;
  while (open.length > 0) {
    const next = open.pop();
    bytes += 1;
    if (typeof next === 'string') bytes += next.length;
    else if (typeof next === 'number') bytes += storedDigits(next);
    else if (Array.isArray(next)) {
      if (bytes + next.length > max) return true;
      for (const inner of next) open.push(inner);
    } else if (isRecord(next)) {
      // Without an array of the keys: a payload may have 100,000 small objects.
      for (const key in next) {
        bytes += key.length;
        open.push(next[key]);
      }
    }
    if (bytes > max) return true;
  }
  return false;
}
