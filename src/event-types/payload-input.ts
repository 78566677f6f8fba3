import { z } from 'zod';

/** Of the payload as JSON; UTF-8 bytes (contract, Limits: 512 KB). */
const payloadMaxBytes = 524_288;

/** An event's payload before it is held against its type's fields. */
export const payload = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= payloadMaxBytes,
    `must be at most ${payloadMaxBytes} bytes of JSON`,
  );
