/** Files that come with an answer (docs/rules.md#answers). */
import { decodeBody, isAttached, type MailSection, mediaTypeOf } from '../reports/mime-parts.ts';
import { readTextParameter } from './mail-parameters.ts';

/** Bytes of all files of one answer together, decoded: as many as an emit may have. */
export const fileBytesMax = 10_000_000;

/** Characters of a file's name and of a media type. */
const nameMax = 200;
const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

export interface LetterFile {
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Extensions of files without a name. */
const extensions: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/html': 'html',
  'text/plain': 'txt',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};

/** Whether the section is a file rather than the text of the mail: it says so, has a name, or is no text. */
export function isFile(section: MailSection): boolean {
  return isAttached(section) || nameOf(section) !== null || !/^text\/(?:plain|html)$/.test(mediaTypeOf(section));
}

/** Decodes the files; null where they have more bytes than an answer may. Empty ones are left out. */
export function readFiles(sections: readonly MailSection[], source: string): readonly LetterFile[] | null {
  const files: LetterFile[] = [];
  let bytes = 0;
  for (const section of sections) {
    // The line break before a boundary belongs to the boundary.
    const body = source.slice(section.start, section.end).replace(/\r?\n$/, '');
    const content = Buffer.from(decodeBody(section, body), 'latin1');
    bytes += content.length;
    if (bytes > fileBytesMax) return null;
    if (content.length === 0) continue;
    files.push({ filename: filenameOf(section, files.length + 1), mediaType: typeOf(section), content });
  }
  return files;
}

function typeOf(section: MailSection): string {
  const type = mediaTypeOf(section);
  return mediaType.test(type) ? type : 'application/octet-stream';
}

function nameOf({ header, contentType }: MailSection): string | null {
  const disposition = header.get('content-disposition') ?? '';
  return readTextParameter(disposition, 'filename') ?? readTextParameter(contentType, 'name');
}

/** The name without folders and signs that deceive; `file-1.pdf` where nothing is left of it. */
function filenameOf(section: MailSection, number: number): string {
  const name = (nameOf(section) ?? '')
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .trim();
  if (!/^\.*$/.test(name)) return shortened(name);
  const extension = extensions[mediaTypeOf(section)];
  return extension === undefined ? `file-${number}` : `file-${number}.${extension}`;
}

/** Keeps the extension, by which people and programs know what it is. */
function shortened(name: string): string {
  if (name.length <= nameMax) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 || name.length - dot > 20 ? '' : name.slice(dot);
  return `${name.slice(0, nameMax - extension.length)}${extension}`.toWellFormed();
}
