/**
 * Reads the answer of a person from a mail (docs/rules.md#answers). Strangers write such mail: every step is linear in
 * its bytes, and parts, names and texts are bounded.
 */
import { textOfHtml } from '../reports/html-text.ts';
import {
  decodeBody,
  decodeCharset,
  type MailHeader,
  type MailSection,
  mediaTypeOf,
  readParameter,
  splitSections,
} from '../reports/mime-parts.ts';
import { cutQuote } from './cut-quote.ts';
import { unflow } from './flowed.ts';
import { aboveHtmlQuote } from './html-quote.ts';
import { isAutomatic, isReport } from './is-automatic.ts';
import { isFile, type LetterFile, readFiles } from './letter-files.ts';
import { type LetterSender, readSender } from './letter-sender.ts';

/**
 * Characters that are kept of the text of an answer; the rest is cut off. A page of all answers to a message, in the longest
 * characters, fits a response (src/ground/lists/answer-limit.ts).
 */
export const letterTextMax = 32_768;
/** Characters of a body that are decoded: base64, entities and tags take more than the text itself. */
const bodyMax = 16 * letterTextMax;
/** Characters of a header in which servers are counted. */
const headMax = 65_536;
/** Characters of a subject. */
const subjectMax = 998;
/** Mails that an answer names, the nearest first, and characters of an id. */
const namedMax = 20;
const mailIdMax = 500;

export interface Letter {
  readonly from: LetterSender;
  readonly subject: string;
  /** Value of Message-ID, with its angle brackets; null without one. */
  readonly mailId: string | null;
  /** Ids of the mails that it says it answers: In-Reply-To, then References from the last. */
  readonly answers: readonly string[];
  /** All of the text, with what it quotes. */
  readonly text: string;
  /** What its writer wrote; empty where that is nothing but files. */
  readonly answer: string;
  /** Whether the text was longer than `letterTextMax`. */
  readonly isCut: boolean;
  /** Null: they are larger than an answer may have. */
  readonly files: readonly LetterFile[] | null;
  /** Whether a program wrote it. */
  readonly isAutomatic: boolean;
  /** Whether it is a delivery report or another report of a machine, which answers nothing. */
  readonly isReport: boolean;
  /** Servers that it has passed. */
  readonly hops: number;
  readonly header: MailHeader;
}

/** `sender`: the address at `MAIL FROM`, empty for none. Never throws. */
export function readLetter(raw: Buffer, sender: string): Letter {
  const source = raw.toString('latin1');
  const { header, sections } = splitSections(source);
  const from = readSender(header.get('from'));
  const texts = sections.filter((section) => !isFile(section));
  const { text, answer, isCut } = readTexts(texts, source);
  const types = sections.map(mediaTypeOf);
  return {
    from,
    subject: clean(header.get('subject') ?? '')
      .slice(0, subjectMax)
      .toWellFormed(),
    mailId: idsIn(header.get('message-id'))[0] ?? null,
    answers: [...new Set([...idsIn(header.get('in-reply-to')), ...idsIn(header.get('references')).toReversed()])].slice(
      0,
      namedMax,
    ),
    text,
    answer,
    isCut,
    files: readFiles(sections.filter(isFile), source),
    isAutomatic: isAutomatic({ header, types, sender, from: from.address }),
    isReport: isReport({ header, types }),
    hops: countHops(source),
    header,
  };
}

interface Texts extends Pick<Letter, 'text' | 'answer' | 'isCut'> {}

/** The plain text; of a mail without one, that of its HTML. */
function readTexts(sections: readonly MailSection[], source: string): Texts {
  const plain = joined(sections, 'text/plain', source);
  if (plain.text.trim() !== '') {
    const { text, isCut } = bounded(plain);
    return { text, answer: cutQuote(text), isCut };
  }
  const html = joined(sections, 'text/html', source);
  const { text, isCut } = bounded({ ...html, text: textOfPage(html.text) });
  const above = aboveHtmlQuote(html.text, textOfPage);
  return { text, answer: cutQuote(bounded({ ...html, text: textOfPage(above) }).text), isCut };
}

interface Joined {
  readonly text: string;
  readonly isCut: boolean;
}

/** The bodies of a type in their order, decoded. */
function joined(sections: readonly MailSection[], type: string, source: string): Joined {
  let room = bodyMax;
  let isCut = false;
  const texts: string[] = [];
  for (const section of sections) {
    if (mediaTypeOf(section) !== type) continue;
    const end = Math.min(section.end, section.start + room);
    isCut ||= end < section.end;
    room -= end - section.start;
    texts.push(readText(section, source.slice(section.start, end)));
  }
  return { text: texts.join('\n'), isCut };
}

function readText(section: MailSection, body: string): string {
  const { contentType } = section;
  const text = decodeCharset(decodeBody(section, body), readParameter(contentType, 'charset')).replace(/\r\n?/g, '\n');
  if (readParameter(contentType, 'format').toLowerCase() !== 'flowed') return text;
  return unflow(text, readParameter(contentType, 'delsp').toLowerCase() === 'yes');
}

function bounded({ text, isCut }: Joined): Joined {
  const shown = clean(text).trim();
  return { text: shown.slice(0, letterTextMax).toWellFormed(), isCut: isCut || shown.length > letterTextMax };
}

/** Lines of a page without the empty ones that its blocks leave, and without blanks around them. */
function textOfPage(html: string): string {
  return textOfHtml(html)
    .split('\n')
    .map((line) => line.replace(/[ \t\r]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** Each server adds a Received field. */
function countHops(source: string): number {
  const head = source.slice(0, headMax).split(/\n\r?\n/, 1)[0] ?? '';
  return head.match(/^received:/gim)?.length ?? 0;
}

/** The database stores no null character, and a control character takes six in JSON. */
function clean(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}/gu, '\u{FFFD}').toWellFormed();
}

/** Ids in angle brackets. */
function idsIn(field: string | undefined): string[] {
  const found: string[] = [];
  for (const [id] of (field ?? '').matchAll(/<[^<>\s]{1,498}>/g)) {
    if (id.length <= mailIdMax) found.push(clean(id));
    if (found.length > 10 * namedMax) break;
  }
  return found;
}
