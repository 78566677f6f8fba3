/** What an upload may be (docs/rules.md#files). */
import { z } from 'zod';
import { filename } from '../events/attachments/attachment-input.ts';
import { timestamp } from '../ground/input/input.ts';
import { day } from '../ground/time/durations.ts';

/** Bytes of one file: as many as all attachments of an emit may have. */
export const fileBytesMax = 10_000_000;
/** Files of a platform, and bytes of all of them; equal files have their bytes once. */
export const filesMax = 1_000;
export const platformBytesMax = 1_000_000_000;

/** Milliseconds that a file is kept where the upload does not say, and at most. */
const keptFor = 30 * day;
const keptAtMost = 90 * day;

export const fileInput = (now: Date) =>
  z.object({
    filename,
    content: z.string(),
    expiresAt: timestamp
      .refine((time) => time > now, 'must be in the future')
      .refine((time) => time.getTime() - now.getTime() <= keptAtMost, 'must be at most 90 days from now')
      .nullish()
      .transform((time) => time ?? new Date(now.getTime() + keptFor)),
  });
