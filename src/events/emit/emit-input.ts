/** The fields of an emit (docs/rules.md#recipients, docs/rules.md#idempotency-keys). */
import { z } from 'zod';
import { payload } from '../../event-types/payload-size.ts';
import { emailAddress } from '../../ground/addresses/email-address.ts';
import { textOf } from '../../ground/input/composed-text.ts';
import { timestamp } from '../../ground/input/input.ts';
import { metadata } from '../../ground/input/metadata.ts';
import { contactPathFault, contactPathPattern } from '../../ground/input/references.ts';
import { attachment } from '../attachments/attachment-input.ts';
import { copyAddresses } from './copies.ts';
import { ownHeaders } from './own-headers.ts';

const keyMaxLength = 255;
/** Files of one emit (docs/rules.md#attachments). */
const filesMax = 10;

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
  cc: copyAddresses,
  bcc: copyAddresses,
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
