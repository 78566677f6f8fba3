/** What an emit may carry (contract, Emit an event). */
import { z } from 'zod';
import { emailAddress } from '../input.ts';

const keyMaxLength = 255;
/** Of the payload as JSON; UTF-8 bytes (contract, Limits: 512 KB). */
const payloadMaxBytes = 524_288;

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII characters without spaces')
  .max(keyMaxLength, `must have at most ${keyMaxLength} characters`);

const payload = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= payloadMaxBytes,
    `must be at most ${payloadMaxBytes} bytes of JSON`,
  );

const recipient = z
  .object({
    contact: z
      .string()
      .regex(/^(?:[0-9A-Za-z]{26}|ref:[A-Za-z0-9._-]{1,128})$/, 'must be a contact id or ref:<reference>')
      .nullish(),
    email: emailAddress.nullish(),
  })
  .refine(({ contact, email }) => (contact == null) !== (email == null), 'must have exactly one of contact and email')
  .transform(({ contact, email }) => (contact != null ? ({ contact } as const) : ({ email: email ?? '' } as const)));

export const emitInput = z.object({ type: z.string(), idempotencyKey, recipient, payload });

export type EmitInput = z.output<typeof emitInput>;
