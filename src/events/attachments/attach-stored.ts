/** The attachments of an emit of which some name files that were uploaded before. */
import type { App } from '../../context.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { type AttachmentInput, isStored } from './attachment-input.ts';
import { bytesInAll, type EmitAttachment, tooLarge } from './check-attachments.ts';
import { readStored, storedFaults } from './stored-files.ts';

export interface Attached {
  readonly attachments: readonly EmitAttachment[];
  /** What is wrong with files that are not there, or not as they must be; null: nothing. */
  readonly fileFaults: FieldErrors | null;
}

/** `sent`: those that came with the emit, in their places. */
export async function attachStored(
  app: App,
  platformId: string,
  given: readonly AttachmentInput[],
  sent: readonly (EmitAttachment | undefined)[],
): Promise<Attached> {
  const names = given.flatMap((one) => (isStored(one) ? [one.file] : []));
  const files = await readStored(app, platformId, names);
  let faults: FieldErrors = {};
  const attachments = given.flatMap((one, position): readonly EmitAttachment[] => {
    if (!isStored(one)) return [sent[position] ?? []].flat();
    const file = files.get(one.file);
    faults = { ...faults, ...storedFaults(`attachments.${position}`, one, file) };
    if (file === undefined) return [];
    const { mediaType } = file;
    const { filename, contentId } = one;
    return [{ filename: filename ?? file.filename, mediaType, content: file, ...(contentId != null && { contentId }) }];
  });
  const bytes = attachments.reduce((sum, { content }) => sum + bytesOf(content), 0);
  if (bytes > bytesInAll) faults = { ...faults, attachments: [tooLarge] };
  return { attachments, fileFaults: Object.keys(faults).length === 0 ? null : faults };
}

const bytesOf = (content: EmitAttachment['content']) => (Buffer.isBuffer(content) ? content.length : content.bytes);
