/** Files of an emit (docs/rules.md#attachments, docs/rules.md#inline-images): the content decides the type of a file, never its name. */

import { fileTypeFromBuffer } from 'file-type';
import { invalid } from '../../ground/errors/errors.ts';
import { giveWay } from '../../ground/give-way/give-way.ts';
import type { AttachmentInput } from '../emit/emit-input.ts';
import { base64Length } from './base64-length.ts';
import { calendarMethod } from './calendar-method.ts';
import { isCalendar } from './is-calendar.ts';

/** Bytes of all files of one emit together, decoded. */
const bytesInAll = 10_000_000;

/**
 * Bytes at the start of a file that decide its type: the sample size of file-type. A crafted file is not read to its
 * end.
 */
const sampleBytes = 4_100;
const pdfStartsBefore = 1_024;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** Characters of base64 decoded before other requests run. */
const pieceCharacters = 1_000_000;

/** A file as it is stored and mailed. */
export interface EmitAttachment {
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** By which the mail shows it, as `cid:` and this; absent for a file that stands beside the mail. */
  readonly contentId?: string;
}

/** The accepted types, by the type of the content, with the extensions that match. */
const types: Readonly<Record<string, { readonly mediaType: string; readonly extensions: readonly string[] }>> = {
  'application/pdf': { mediaType: 'application/pdf', extensions: ['pdf'] },
  'image/png': { mediaType: 'image/png', extensions: ['png'] },
  // Mail clients show an animated PNG as a PNG.
  'image/apng': { mediaType: 'image/png', extensions: ['png'] },
  'image/jpeg': { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  'image/gif': { mediaType: 'image/gif', extensions: ['gif'] },
  'image/webp': { mediaType: 'image/webp', extensions: ['webp'] },
  'text/calendar': { mediaType: 'text/calendar; charset=utf-8', extensions: ['ics'] },
};

/**
 * Decodes and checks `files`. Throws `validation_failed` under `attachments`, `attachments.N.filename`,
 * `attachments.N.content` or `attachments.N.contentId`.
 */
export async function checkAttachments(files: readonly AttachmentInput[]): Promise<readonly EmitAttachment[]> {
  const faults: Record<string, string[]> = {};
  const lengths: (number | null)[] = [];
  for (const { content } of files) lengths.push(await base64Length(content));
  const total = lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0);
  if (total > bytesInAll) throw invalid({ attachments: [`must be at most ${bytesInAll} bytes in all once decoded`] });
  const checked: EmitAttachment[] = [];
  const shown = new Set<string>();
  for (const [position, { filename, content: base64, contentId }] of files.entries()) {
    const at = `attachments.${position}`;
    if (lengths[position] === null) {
      faults[`${at}.content`] = [base64Fault(base64)];
      continue;
    }
    const content = Buffer.from(base64, 'base64');
    if (base64.length > pieceCharacters) await giveWay();
    const type = types[await typeOf(content)];
    if (!type) {
      faults[`${at}.content`] = ['must be a PDF, PNG, JPEG, GIF, WebP or iCalendar file'];
    } else if (!type.extensions.includes(extensionOf(filename))) {
      const wanted = type.extensions.map((extension) => `.${extension}`).join(' or ');
      faults[`${at}.filename`] = [`must end with ${wanted}, as its content is ${type.mediaType.split(';')[0]}`];
    } else if (contentId != null && !type.mediaType.startsWith('image/')) {
      faults[`${at}.contentId`] = ['must be left out: only an image is shown within the mail'];
    } else if (contentId != null && shown.has(contentId)) {
      faults[`${at}.contentId`] = ['is that of another file'];
    } else {
      if (contentId != null) shown.add(contentId);
      const mediaType = withMethod(type.mediaType, content);
      checked.push({ filename, mediaType, content, ...(contentId != null && { contentId }) });
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return checked;
}

function withMethod(mediaType: string, content: Buffer): string {
  const method = mediaType.startsWith('text/calendar') ? calendarMethod(content) : null;
  return method === null ? mediaType : `${mediaType}; method=${method}`;
}

/** The message for text that is not base64; names the most common mistakes. */
function base64Fault(text: string): string {
  if (text.startsWith('data:')) return 'must be base64 alone, without the part of a data: URL up to its comma';
  if (text.includes('-') || text.includes('_'))
    return 'must be base64 with + and /, not the form for URLs with - and _';
  return 'must be base64';
}

async function typeOf(content: Buffer): Promise<string> {
  // file-type takes any text that opens like a calendar for a calendar, and rejects calendars with a byte order mark.
  if (await isCalendar(content)) return 'text/calendar';
  const found = (await fileTypeFromBuffer(content.subarray(0, sampleBytes)))?.mime;
  if (found === undefined) return isLatePdf(content) ? 'application/pdf' : '';
  if (found === 'text/calendar') return '';
  // file-type looks behind a byte order mark; programs that show images do not.
  return found.startsWith('image/') && content.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? '' : found;
}

/** Readers of PDF look for its beginning in the first 1,024 bytes, but a page of HTML is read as one. */
function isLatePdf(content: Buffer): boolean {
  const at = content.subarray(0, pdfStartsBefore).indexOf('%PDF-');
  return at > 0 && !/^\s*</.test(content.toString('latin1', 0, at));
}

/** Empty when the name has no extension, or nothing before the extension. */
function extensionOf(filename: string): string {
  return /[^.]\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}
