/** Takes a report apart: what it says for people, what it says for programs, and the mail that it quotes. */
import PostalMime from 'postal-mime';

/** Bytes that are read of a report: what it says comes before the mail that it quotes, and the parser is slow. */
export const reportReadBytes = 262_144;
/** Parts within parts; real reports have three. */
const nestingMax = 10;
/** Characters that are looked at of what a report says, and of the quoted mail: its header. */
const textMaxLength = 65_536;

export interface ReportParts {
  /** Header of the report, names in lower case; of several fields with one name the first. */
  readonly header: ReadonlyMap<string, string>;
  /** For people, without the quoted mail. */
  readonly text: string;
  /** `message/delivery-status`, each (RFC 3464). */
  readonly statuses: readonly string[];
  /** `message/feedback-report` (RFC 5965). */
  readonly feedback: string | null;
  /** It tells what became of a mail that arrived (RFC 8098): read, deleted unread. */
  readonly disposition: boolean;
  /** Header of the quoted mail, names in lower case; empty when it quotes none. */
  readonly original: ReadonlyMap<string, string>;
}

/** Never throws: whatever cannot be read is taken for plain text. */
export async function readReportParts(whole: Buffer): Promise<ReportParts> {
  const raw = whole.subarray(0, reportReadBytes);
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: nestingMax }).catch(
    () => null,
  );
  if (mail === null)
    return {
      header: readHeader(decode(raw)),
      text: bodyOf(decode(raw)),
      statuses: [],
      feedback: null,
      disposition: false,
      original: new Map(),
    };
  const ofType = (pattern: RegExp) =>
    mail.attachments.filter(({ mimeType }) => pattern.test(mimeType)).map(({ content }) => decode(content));
  // Some reports name a boundary that is not there; then everything after the header is their text.
  const body = [mail.text ?? '', textOfHtml(mail.html ?? '')].find((text) => text.trim() !== '') ?? bodyOf(decode(raw));
  const { text, quoted } = cutQuoted(body.slice(0, textMaxLength).replace(/\r\n?/g, '\n'));
  const quotedParts = ofType(/^(?:message\/(?:rfc822|global|partial)|text\/rfc822-headers|message\/global-headers)/i);
  const original = quotedParts[0] ?? quoted ?? ofType(/^text\/plain/i)[0] ?? '';
  return {
    header: firstOfEach(mail.headers.map(({ key, value }) => [key, value])),
    text,
    statuses: ofType(/^message\/(?:global-)?delivery-status/i),
    feedback: ofType(/^message\/feedback-report/i)[0] ?? null,
    disposition: ofType(/^message\/(?:global-)?disposition-notification/i).length > 0,
    original: readHeader(original.slice(0, textMaxLength)),
  };
}

function decode(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('utf8');
}

function bodyOf(mail: string): string {
  const end = /\r?\n\r?\n/.exec(mail);
  return end ? mail.slice(end.index) : mail;
}

/** Header fields at the start of `text`, unfolded. */
export function readHeader(text: string): ReadonlyMap<string, string> {
  const head = text.replace(/^\s+/, '').split(/\r?\n\r?\n/, 1)[0] ?? '';
  const fields = head.split(/\r?\n(?![ \t])/).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon < 1
      ? []
      : [
          [
            line.slice(0, colon).trim().toLowerCase(),
            line
              .slice(colon + 1)
              .replace(/\s+/g, ' ')
              .trim(),
          ],
        ];
  });
  return firstOfEach(fields);
}

function firstOfEach(fields: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const header = new Map<string, string>();
  for (const [name, value] of fields) if (!header.has(name)) header.set(name, value);
  return header;
}

/** Enough of HTML's text to find a reply in it. */
function textOfHtml(html: string): string {
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<(?:br|\/?p|\/?div|\/?tr|\/?table|\/?li|\/?h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>@]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

/** Lines after which plain-text reports quote the mail. */
const quoteMarks =
  /^[ \t>*=_-]{0,80}(?:this is a copy of (?:the|your) message|(?:the )?(?:headers?|body|text|copy) of the (?:original )?message|original message(?: follows| headers?)?|message headers? follow|message header:|below (?:this line )?is (?:a|the) copy of the|included is a copy of the message|(?:un(?:sent|delivered) |returned )message(?: follows| below)?|original mail as follows|(?:copy of )?the original message(?: header)?s? (?:is|follow)|header of the original|the following is the header|rfc ?822 header|message text follows|start of returned message|returned message)\b.*$/im;

/** Fields that begin a mail's header, and those that no report lists among its own words. */
const firstField =
  /^[ \t>]{0,8}(?:received|return-path|dkim-signature|x-[\w-]+|message-id|mime-version|from|date|subject|to):/i;
const traceField = /^[ \t>]{0,8}(?:received|return-path|dkim-signature|message-id|mime-version|x-[\w-]+):/i;
const anyField = /^[ \t>]{0,8}[a-z][\w-]*:/i;
/** Fields in a row that make a header. */
const headerMinFields = 3;

function cutQuoted(body: string): { readonly text: string; readonly quoted: string | null } {
  const mark = quoteMarks.exec(body);
  const ends = [mark?.index, findHeader(body)].filter((at) => at !== undefined);
  if (ends.length === 0) return { text: body, quoted: null };
  const end = Math.min(...ends);
  const start = mark?.index === end ? end + mark[0].length : end;
  // A report that begins with the quoted mail says the rest after it: then all of it is read.
  const text = body.slice(0, end).trim() === '' ? body : body.slice(0, end);
  return { text, quoted: body.slice(start).replace(/^[^\w\n]*\n/, '') };
}

/** Where a mail's header begins in `body`. Line by line: a pattern over all of it could be made to take for ever. */
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
