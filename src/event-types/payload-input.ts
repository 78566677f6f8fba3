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
    if (Buffer.byteLength(JSON.stringify(value)) > payloadMaxBytes) {
      context.addIssue({ code: 'custom', message: `must be at most ${payloadMaxBytes} bytes of JSON` });
      return;
    }
    for (const path of reservedPaths(value))
      context.addIssue({ code: 'custom', path: [...path], message: reservedName });
  });
