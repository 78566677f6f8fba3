/** Splits a report into its text for people, its machine-readable fields, and the quoted mail. */
import { textOfHtml } from './html-text.ts';
import { type MailHeader, readHeader, splitMail } from './mime-parts.ts';

/** Bytes that are read of a report: its own words come before the quoted mail. */
export const reportReadBytes = 131_072;
/** Characters that are read of the text for people, of each machine-readable part, and of the quoted header. */
const textMaxLength = 32_768;
/** Whole mails within a report that are read. */
const enclosedMax = 2;
/** Machine-readable parts of one report. */
const statusPartsMax = 10;

export interface ReportParts {
  /** Header of the report. */
  readonly header: MailHeader;
  /** The text for people, without the quoted mail. */
  readonly text: string;
  /** Each `message/delivery-status` (RFC 3464). */
  readonly statuses: readonly string[];
  /** `message/feedback-report` (RFC 5965). */
  readonly feedback: string | null;
  /** Whether it reports the reading or deletion of a delivered mail (RFC 8098). */
  readonly disposition: boolean;
  /** Media types of all parts, in lower case. */
  readonly types: readonly string[];
  /** Header of the quoted mail; empty when the report quotes none. */
  readonly original: MailHeader;
  /** Whole mails within the report: the returned mail, or a forwarded report. */
  readonly enclosed: readonly string[];
}

/** Never throws: an unreadable report counts as plain text. */
export function readReportParts(whole: Buffer): ReportParts {
  const { header, parts } = splitMail(whole.subarray(0, reportReadBytes));
  const ofType = (pattern: RegExp) =>
    parts.filter(({ type }) => pattern.test(type)).map(({ content }) => content.slice(0, textMaxLength));
  const shown = (wanted: string) =>
    parts
      .filter(({ type, attached }) => type === wanted && !attached)
      .map(({ content }) => content.slice(0, textMaxLength))
      .join('\n')
      .slice(0, textMaxLength);
  const plain = shown('text/plain');
  const body = plain.trim() === '' ? textOfHtml(shown('text/html')) : plain;
  const { text, quoted } = cutQuoted(body.slice(0, textMaxLength).replace(/\r\n?/g, '\n'));
  const attachedText = parts.find(({ type, attached }) => type === 'text/plain' && attached)?.content;
  const quotedParts = ofType(/^(?:message\/(?:rfc822|global|partial)|text\/rfc822-headers|message\/global-headers)$/);
  const original = quotedParts[0] ?? quoted ?? attachedText ?? '';
  return {
    header,
    text,
    statuses: ofType(/^message\/(?:global-)?delivery-status$/).slice(0, statusPartsMax),
    feedback: ofType(/^message\/feedback-report$/)[0] ?? null,
    disposition: parts.some(({ type }) => /^message\/(?:global-)?disposition-notification$/.test(type)),
    types: parts.map(({ type }) => type),
    original: readHeader(original.slice(0, textMaxLength)),
    enclosed: ofType(/^message\/(?:rfc822|global)$/).slice(0, enclosedMax),
  };
}

/** Lines after which plain-text reports quote the mail. */
const quoteMarks =
  /^[ \t>*=_-]{0,80}(?:this is a copy of (?:the|your) message|(?:the )?(?:headers?|body|text|copy) of the (?:original )?message|original message(?: follows| headers?)?|message headers? follow|message header:|below (?:this line )?is (?:a|the) copy of the|included is a copy of the message|(?:un(?:sent|delivered) |returned )message(?: follows| below)?|original mail as follows|(?:copy of )?the original message(?: header)?s? (?:is|follow)|header of the original|the following is the header|rfc ?822 header|message text follows|start of returned message|returned message)\b.*$/im;

/** Fields that begin a mail's header, and that no report has among its own words. */
const firstField =
  /^[ \t>]{0,8}(?:received|return-path|dkim-signature|x-[\w-]+|message-id|mime-version|from|date|subject|to):/i;
const traceField = /^[ \t>]{0,8}(?:received|return-path|dkim-signature|message-id|mime-version|x-[\w-]+):/i;
const anyField = /^[ \t>]{0,8}[a-z][\w-]*:/i;
/** Consecutive fields that make a header. */
const headerMinFields = 3;

function cutQuoted(body: string): { readonly text: string; readonly quoted: string | null } {
  const mark = quoteMarks.exec(body);
  const ends = [mark?.index, findHeader(body)].filter((at) => at !== undefined);
  if (ends.length === 0) return { text: body, quoted: null };
  const end = Math.min(...ends);
  const start = mark?.index === end ? end + mark[0].length : end;
  // A report that begins with the quoted mail has its own words after it: then all of it is read.
  const before = body.slice(0, end);
  if (before.trim() === '') return { text: body, quoted: body.slice(start).replace(/^[^\w\n]*\n/, '') };
  // Some quote fields of the mail first, and have their own words after them.
  const fieldsEnd = /header fields:$/i.test(before.trimEnd()) ? body.indexOf('\n\n', start + 2) : -1;
  const text = fieldsEnd === -1 ? before : before + body.slice(fieldsEnd);
  return { text, quoted: body.slice(start).replace(/^[^\w\n]*\n/, '') };
}

/**
 * Finds the start of a mail's header in `body`. Line by line: a pattern over the whole body could be made to run for
 * ever.
 */
function findHeader(body: string): number | undefined {
  let at = 0;
  let run: { readonly start: number; fields: number; traced: boolean } | null = null;
  for (const line of body.split('\n')) {
    if (anyField.test(line)) {
      if (run === null && firstField.test(line)) run = { start: at, fields: 0, traced: false };
      if (run) {
        run.fields += 1;
        run.traced ||= traceField.test(line);
        if (run.fields >= headerMinFields && run.traced) return run.start;
      }
    } else if (!/^[ \t>]+\S/.test(line)) {
      run = null;
    }
    at += line.length + 1;
  }
  return undefined;
}
