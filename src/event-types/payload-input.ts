import { z } from 'zod';
import { isRecord } from '../input.ts';
import { reservedName, reservedPaths } from '../reserved-names.ts';

/** Of the payload as JSON; UTF-8 bytes (contract, Limits: 512 KB). */
const payloadMaxBytes = 524_288;

/** An event's payload before it is held against its type's fields. */
export const payload = z
  // Not z.record, which drops the key `__proto__`.
  .custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object')
  .superRefine((value, context) => {
    if (isSurelyLarger(value, payloadMaxBytes) || Buffer.byteLength(JSON.stringify(value)) > payloadMaxBytes) {
      context.addIssue({ code: 'custom', message: `must be at most ${payloadMaxBytes} bytes of JSON` });
      return;
    }
    for (const path of reservedPaths(value))
      context.addIssue({ code: 'custom', path: [...path], message: reservedName });
  });

/** Whether the JSON of `value` has more than `max` bytes, told from the lengths of its parts: nothing is built for it. */
function isSurelyLarger(value: unknown, max: number): boolean {
  const open = [value];
  let bytes = 0;
  while (open.length > 0) {
    const next = open.pop();
    bytes += 1;
    if (typeof next === 'string') bytes += next.length;
    if (bytes > max) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (!Array.isArray(next)) bytes += key.length;
      open.push(inner);
    }
  }
  return bytes > max;
}
