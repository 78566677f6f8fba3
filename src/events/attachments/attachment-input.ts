/** One attachment of an emit: its bytes, or a file that was uploaded before (docs/rules.md#attachments). */
import { z } from 'zod';
import { textOf } from '../../ground/input/composed-text.ts';
import { withoutDeceivingSigns } from '../../ground/input/deceiving-signs.ts';
import { isRecord } from '../../ground/input/input.ts';

/** Characters of a file's name; file systems allow no more. */
const filenameMaxLength = 255;

/** The name alone, as the recipient's disk will see it (docs/rules.md#deceiving-signs): no path, nothing that reverses it. */
export const filename = textOf(filenameMaxLength)
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

/** By which the mail shows an image (docs/rules.md#inline-images). */
const contentId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/, 'must be 1 to 128 letters, digits, ".", "_", "-" or "@"')
  .nullish();

const sent = z.object({ filename, content: z.string(), contentId });
const stored = z.object({
  file: z.string(),
  content: z.null('must be left out: the file has its content').optional(),
  filename: filename.nullish(),
  contentId,
});

export type SentAttachmentInput = z.output<typeof sent>;
export type StoredAttachmentInput = z.output<typeof stored>;
export type AttachmentInput = SentAttachmentInput | StoredAttachmentInput;

/** One of both forms: each has words of its own for what is missing. */
export const attachment = z.unknown().transform((item, context): AttachmentInput => {
  const parsed = (isRecord(item) && item.file != null ? stored : sent).safeParse(item);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path: [...path] });
  return z.NEVER;
});

/** Whether the attachment names a file that was uploaded before. */
export const isStored = (given: AttachmentInput): given is StoredAttachmentInput => 'file' in given;
