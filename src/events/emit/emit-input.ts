/** The fields of an emit (docs/rules.md#recipients, docs/rules.md#idempotency-keys). */
import { z } from 'zod';
import { payload } from '../../event-types/payload-size.ts';
import { emailAddress } from '../../ground/addresses/email-address.ts';
import { textOf } from '../../ground/input/composed-text.ts';
import { withoutDeceivingSigns } from '../../ground/input/deceiving-signs.ts';
import { timestamp } from '../../ground/input/input.ts';
import { metadata } from '../../ground/input/metadata.ts';
import { contactPathFault, contactPathPattern } from '../../ground/input/references.ts';
import { ownHeaders } from './own-headers.ts';

const keyMaxLength = 255;
/** Files of one emit (docs/rules.md#attachments). */
const filesMax = 10;
/** Characters of a file's name; file systems allow no more. */
const filenameMaxLength = 255;

export const idempotencyKey = textOf(keyMaxLength).regex(
  /^[\x21-\x7e]+$/,
  'must be printable ASCII characters without spaces',
);

const recipient = z
  .object({
    contact: z.string().regex(contactPathPattern, contactPathFault).nullish(),
    email: emailAddress.nullish(),
  })
  .refine(({ contact, email }) => (contact == null) !== (email == null), 'must have exactly one of contact and email')
  .transform(({ contact, email }) => (contact != null ? ({ contact } as const) : ({ email: email ?? '' } as const)));

/** The name alone, as the recipient's disk will see it (docs/rules.md#deceiving-signs): no path, nothing that reverses it. */
const filename = textOf(filenameMaxLength)
  .min(1, 'must not be empty')
  .regex(/^[^/\\]*$/, 'must be a name without a path')
  .regex(
    /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u,
    'must not hold control characters',
  )
  // The extension is compared with the content after this, so it is that of the name as it is sent.
  .transform(withoutDeceivingSigns)
  .refine((name) => name !== '', 'must hold something to see')
  .refine((name) => name === name.trim(), 'must not begin or end with a space');

const attachment = z.object({
  filename,
  content: z.string(),
  contentId: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/, 'must be 1 to 128 letters, digits, ".", "_", "-" or "@"')
    .nullish(),
});

export type AttachmentInput = z.output<typeof attachment>;

/** Each part can be read alone when another part has faults. */
export const emitParts = {
  recipient,
  // The files are counted before one is read.
  attachments: z
    .array(z.unknown())
    .max(filesMax, `must have at most ${filesMax} items`)
    .pipe(z.array(attachment))
    .nullish()
    .transform((files) => files ?? []),
  sendAt: timestamp.nullish().transform((time) => time ?? null),
};

export const emitInput = z.object({
  type: z.string(),
  idempotencyKey,
  payload,
  metadata,
  replyTo: emailAddress.nullish().transform((address) => address ?? null),
  headers: ownHeaders,
  ...emitParts,
});

export type EmitInput = z.output<typeof emitInput>;
