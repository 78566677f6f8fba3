/** What a file is: its content decides, never its name, which must agree (docs/rules.md#attachments). */
import { fileTypeFromBuffer } from 'file-type';
import { calendarMethod } from './calendar-method.ts';
import { isCalendar } from './is-calendar.ts';

/**
 * Bytes at the start of a file that decide its type: the sample size of file-type. A crafted file is not read to its
 * end.
 */
const sampleBytes = 4_100;
const pdfStartsBefore = 1_024;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

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

export const unknownType = 'must be a PDF, PNG, JPEG, GIF, WebP or iCalendar file';

export const onlyImages = 'must be left out: only an image is shown within the mail';

/** Returns the media type as mails have it; null for a file of no accepted type. */
export async function mediaTypeOf(content: Buffer): Promise<string | null> {
  const type = types[await typeOf(content)];
  if (!type) return null;
  const method = type.mediaType.startsWith('text/calendar') ? calendarMethod(content) : null;
  return method === null ? type.mediaType : `${type.mediaType}; method=${method}`;
}

/** The message for a name whose extension is not that of the media type; null when they agree. */
export function nameFault(filename: string, mediaType: string): string | null {
  const [bare = ''] = mediaType.split(';');
  const extensions = types[bare]?.extensions ?? [];
  if (extensions.includes(extensionOf(filename))) return null;
  const wanted = extensions.map((extension) => `.${extension}`).join(' or ');
  return `must end with ${wanted}, as its content is ${bare}`;
}

/** Whether mail apps can show it within a mail. */
export const isImage = (mediaType: string) => mediaType.startsWith('image/');

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
