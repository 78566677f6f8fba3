/** Builds the mail: header and MIME parts, ready to be signed (RFC 5322, RFC 2045). */
import { atOnce, type Steps } from '../../ground/steps.ts';
import { joinPieces } from './join-pieces.ts';
import { headerField, mailbox, parameter, structuredField } from './mail-header.ts';
import { base64Lines, type MimePart, multipart, quotedPrintable } from './mime.ts';

export interface MailAttachment {
  readonly filename: string;
  readonly mediaType: string;
  /** By which the HTML shows it; null or absent: it stands beside the mail. */
  readonly contentId?: string | null;
  /** In pieces of any length. */
  readonly content: readonly Buffer[];
}

export interface Mail {
  /** Value of `Message-ID`, angle brackets included. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: { readonly address: string; readonly name: string | null };
  readonly to: string;
  readonly cc?: readonly string[];
  readonly replyTo: string | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** Further fields, in this order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Fields of the caller's own after them, of any text; each name is another one's than those above. */
  readonly ownHeaders?: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns the raw mail in pieces, CRLF throughout; the first piece holds the whole header. The same mail gives the same
 * bytes.
 *
 * Throws MailHeaderError when a field holds a line break or a null character after merging, or an invalid address.
 * Written here because nodemailer's composer takes 1.2 ms for work that takes a tenth of that here.
 */
export function buildMail(mail: Mail): readonly Buffer[] {
  return atOnce(buildInSteps(mail));
}

/** Like `buildMail`, with a piece of its texts and files in each step. Throws MailTooLarge too. */
export function* buildInSteps(mail: Mail): Steps<readonly Buffer[]> {
  const [shown, beside] = divided(mail.attachments);
  const { header, body } = yield* withAttachments(yield* alternative(mail, shown), beside);
  const fields = [
    structuredField('From', mailbox('From', mail.from.address, mail.from.name)),
    structuredField('To', mailbox('To', mail.to, null)),
    ...ccField(mail.cc ?? []),
    ...(mail.replyTo === null ? [] : [structuredField('Reply-To', mailbox('Reply-To', mail.replyTo, null))]),
    headerField('Subject', mail.subject),
    structuredField('Message-ID', mail.messageId),
    structuredField('Date', rfc5322Date(mail.date)),
    ...mail.headers.map(([name, value]) => structuredField(name, value)),
    ...(mail.ownHeaders ?? []).map(([name, value]) => headerField(name, value)),
    'MIME-Version: 1.0\r\n',
  ];
  return joinPieces([Buffer.from(`${fields.join('')}${header}\r\n`, 'utf8'), ...body]);
}

function ccField(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) return [];
  return [structuredField('Cc', addresses.map((address) => mailbox('Cc', address, null)).join(', '))];
}

/** Images within the mail, and files beside it. */
function divided(files: readonly MailAttachment[]): readonly [readonly MailAttachment[], readonly MailAttachment[]] {
  const isShown = ({ contentId }: MailAttachment) => contentId != null;
  return [files.filter(isShown), files.filter((file) => !isShown(file))];
}

function* alternative(mail: Mail, shown: readonly MailAttachment[]): Steps<MimePart> {
  const text = yield* textPart('plain', mail.text);
  return multipart('alternative', [text, yield* withImages(yield* textPart('html', mail.html), shown)]);
}

/** Within the alternative of the HTML (RFC 2387): who reads the text meets no images. */
function* withImages(html: MimePart, images: readonly MailAttachment[]): Steps<MimePart> {
  if (images.length === 0) return html;
  const parts = [html];
  for (const image of images) parts.push(yield* attachmentPart(image));
  return multipart('related', parts, 'text/html');
}

function* textPart(kind: 'plain' | 'html', text: string): Steps<MimePart> {
  return {
    header: `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n`,
    body: yield* quotedPrintable(text),
  };
}

function* withAttachments(content: MimePart, attachments: readonly MailAttachment[]): Steps<MimePart> {
  if (attachments.length === 0) return content;
  const parts = [content];
  for (const attachment of attachments) parts.push(yield* attachmentPart(attachment));
  return multipart('mixed', parts);
}

function* attachmentPart({ filename, mediaType, content, contentId }: MailAttachment): Steps<MimePart> {
  const type = `${mediaType}; ${parameter('Content-Type', 'name', filename)}`;
  const place = contentId == null ? 'attachment' : 'inline';
  const disposition = `${place}; ${parameter('Content-Disposition', 'filename', filename)}`;
  return {
    header: [
      structuredField('Content-Type', type),
      structuredField('Content-Disposition', disposition),
      ...(contentId == null ? [] : [structuredField('Content-ID', `<${contentId}>`)]),
      'Content-Transfer-Encoding: base64\r\n',
    ].join(''),
    body: yield* base64Lines(content),
  };
}

/** `Thu, 01 Jan 1970 00:00:00 +0000` */
function rfc5322Date(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}
