/** Builds the mail: header and MIME parts, ready to be signed (RFC 5322, RFC 2045). */
import { atOnce, type Steps } from '../../ground/steps.ts';
import { joinPieces } from './join-pieces.ts';
import { headerField, mailbox, parameter, structuredField } from './mail-header.ts';
import { base64Lines, type MimePart, multipart, quotedPrintable } from './mime.ts';

export interface MailAttachment {
  readonly filename: string;
  readonly mediaType: string;
  /** In pieces of any length. */
  readonly content: readonly Buffer[];
}

export interface Mail {
  /** Value of `Message-ID`, angle brackets included. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: { readonly address: string; readonly name: string | null };
  readonly to: string;
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
  const { header, body } = yield* withAttachments(yield* alternative(mail), mail.attachments);
  const fields = [
    structuredField('From', mailbox('From', mail.from.address, mail.from.name)),
    structuredField('To', mailbox('To', mail.to, null)),
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

function* alternative(mail: Mail): Steps<MimePart> {
  return multipart('alternative', [yield* textPart('plain', mail.text), yield* textPart('html', mail.html)]);
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

function* attachmentPart({ filename, mediaType, content }: MailAttachment): Steps<MimePart> {
  const type = `${mediaType}; ${parameter('Content-Type', 'name', filename)}`;
  const disposition = `attachment; ${parameter('Content-Disposition', 'filename', filename)}`;
  return {
    header: [
      structuredField('Content-Type', type),
      structuredField('Content-Disposition', disposition),
      'Content-Transfer-Encoding: base64\r\n',
    ].join(''),
    body: yield* base64Lines(content),
  };
}

/** `Thu, 01 Jan 1970 00:00:00 +0000` */
function rfc5322Date(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}
