/** Files of an emit: what they are is decided by their content, never by what they are called (contract, Limits). */
import { fileTypeFromBuffer } from 'file-type';
import { invalid } from '../errors.ts';
import type { AttachmentInput } from './emit-input.ts';
import { isCalendar } from './is-calendar.ts';

/** All files of one emit together, decoded; bytes (contract, Limits). */
const bytesInAll = 10_000_000;

/** A file as it is kept and mailed. */
export interface EmitAttachment {
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** The types that are taken, by what content is found to be, with the extensions that match. */
const types: Readonly<Record<string, { readonly mediaType: string; readonly extensions: readonly string[] }>> = {
  'application/pdf': { mediaType: 'application/pdf', extensions: ['pdf'] },
  'image/png': { mediaType: 'image/png', extensions: ['png'] },
  // A PNG with frames is a PNG to every mail client.
  'image/apng': { mediaType: 'image/png', extensions: ['png'] },
  'image/jpeg': { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  'image/gif': { mediaType: 'image/gif', extensions: ['gif'] },
  'image/webp': { mediaType: 'image/webp', extensions: ['webp'] },
  'text/calendar': { mediaType: 'text/calendar; charset=utf-8', extensions: ['ics'] },
};

/**
 * Decodes and checks `files`. Throws `validation_failed` under `attachments`, `attachments.N.filename` or
 * `attachments.N.content`.
 */
export async function checkAttachments(files: readonly AttachmentInput[]): Promise<readonly EmitAttachment[]> {
  const faults: Record<string, string[]> = {};
  const decoded = files.map(({ content }) => decodeBase64(content));
  const total = decoded.reduce((sum, content) => sum + (content?.length ?? 0), 0);
  if (total > bytesInAll) throw invalid({ attachments: [`must be at most ${bytesInAll} bytes in all once decoded`] });
  const checked: EmitAttachment[] = [];
  for (const [position, { filename }] of files.entries()) {
    const content = decoded[position] ?? null;
    const at = `attachments.${position}`;
    if (content === null) {
      faults[`${at}.content`] = ['must be base64'];
      continue;
    }
    const type = types[await typeOf(content)];
    if (!type) {
      faults[`${at}.content`] = ['must be a PDF, PNG, JPEG, GIF, WebP or iCalendar file'];
    } else if (!type.extensions.includes(extensionOf(filename))) {
      const wanted = type.extensions.map((extension) => `.${extension}`).join(' or ');
      faults[`${at}.filename`] = [`must end with ${wanted}, as its content is ${type.mediaType.split(';')[0]}`];
    } else {
      checked.push({ filename, mediaType: type.mediaType, content });
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return checked;
}

/** Null when it is not base64 (RFC 4648, section 4; line breaks of MIME are let pass). */
function decodeBase64(text: string): Buffer | null {
  const whole = text.replace(/\r?\n/g, '');
  const bytes = Buffer.from(whole, 'base64');
  // Node decodes whatever it is given; only base64 comes back as it went in.
  return bytes.toString('base64') === whole ? bytes : null;
}

async function typeOf(content: Buffer): Promise<string> {
  // Sniffing takes any text that opens like a calendar for one, and no calendar with a byte order mark.
  if (isCalendar(content)) return 'text/calendar';
  const found = (await fileTypeFromBuffer(content))?.mime;
  return found === undefined || found === 'text/calendar' ? '' : found;
}

/** Empty when there is none, or nothing before it. */
function extensionOf(filename: string): string {
  return /[^.]\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}
