/** Files of an emit (docs/rules.md#attachments). */
import { invalid } from '../../ground/errors/errors.ts';
import { type AttachmentInput, isStored, type SentAttachmentInput } from './attachment-input.ts';
import { decodedLength, decodeFile } from './decode-file.ts';
import { isImage, mediaTypeOf, nameFault, onlyImages, unknownType } from './file-types.ts';
import type { StoredFile } from './stored-files.ts';

/** Bytes of all files of one emit together, decoded. */
export const bytesInAll = 10_000_000;

/** A file as it is stored and mailed. */
export interface EmitAttachment {
  readonly filename: string;
  readonly mediaType: string;
  /** Its bytes, or the file of the platform that has them. */
  readonly content: Buffer | StoredFile;
  /** By which the mail shows it, as `cid:` and this; absent for a file that stands beside the mail. */
  readonly contentId?: string;
}

export const tooLarge = `must be at most ${bytesInAll} bytes in all once decoded`;

/**
 * Decodes and checks the files that come with the emit, in their places; undefined stands for one that was uploaded
 * before. Throws `validation_failed` under `attachments`, `attachments.N.filename`, `attachments.N.content` or
 * `attachments.N.contentId`.
 */
export async function checkAttachments(
  files: readonly AttachmentInput[],
): Promise<readonly (EmitAttachment | undefined)[]> {
  const faults: Record<string, string[]> = {};
  const lengths = await lengthsOf(files);
  const total = lengths.reduce<number>((sum, length) => sum + (length && 'bytes' in length ? length.bytes : 0), 0);
  if (total > bytesInAll) throw invalid({ attachments: [tooLarge] });
  const shown = new Set<string>();
  const checked: (EmitAttachment | undefined)[] = [];
  for (const [position, file] of files.entries()) {
    const at = `attachments.${position}`;
    const length = lengths[position];
    if (length && 'fault' in length) {
      faults[`${at}.content`] = [length.fault];
      continue;
    }
    const { contentId } = file;
    if (contentId != null && shown.has(contentId)) faults[`${at}.contentId`] = ['is that of another file'];
    if (contentId != null) shown.add(contentId);
    const found = isStored(file) ? undefined : await checkSent(file);
    if (found && 'fault' in found) faults[`${at}.${found.field}`] = [found.fault];
    else checked.push(found);
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return checked;
}

async function lengthsOf(files: readonly AttachmentInput[]) {
  const lengths: (Awaited<ReturnType<typeof decodedLength>> | null)[] = [];
  for (const file of files) lengths.push(isStored(file) ? null : await decodedLength(file.content));
  return lengths;
}

interface FileFault {
  readonly field: 'filename' | 'content' | 'contentId';
  readonly fault: string;
}

async function checkSent({
  filename,
  content: base64,
  contentId,
}: SentAttachmentInput): Promise<EmitAttachment | FileFault> {
  const content = await decodeFile(base64);
  const mediaType = await mediaTypeOf(content);
  if (mediaType === null) return { field: 'content', fault: unknownType };
  const misnamed = nameFault(filename, mediaType);
  if (misnamed !== null) return { field: 'filename', fault: misnamed };
  if (contentId != null && !isImage(mediaType)) return { field: 'contentId', fault: onlyImages };
  return { filename, mediaType, content, ...(contentId != null && { contentId }) };
}
