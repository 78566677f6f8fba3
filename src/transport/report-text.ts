/** What a report says for people: which replies of the other side it repeats, to which command, about whom. */
import type { Reply } from './classify-reply.ts';
import { recipientsMax } from './report-status.ts';

/** Characters of a repeated reply, and replies that are compared. */
const replyMaxLength = 600;
const repliesMax = 50;

/** Words of the reporting system itself, which would be mistaken for the reply's. */
const boilerplate: readonly RegExp[] = [
  /this is a permanent error[;.]?(?: i've given up\.?)?(?: sorry it didn't work out\.?)?/gi,
  /i'?(?:'m| am) afraid i wasn't able to deliver your message to the following addresses\.?/gi,
  /this message was created automatically by mail delivery software[^.\n]*\.?/gi,
  /a message (?:that you (?:have )?sent )?could not be delivered to one or more of its\s+recipients\.?/gi,
  /(?:no further delivery attempts will be made|message will be retried for[^.\n]*|you do not need to resend your message)\.?/gi,
  // Sendmail's own words for whatever the other side said.
  /^55\d (?:5\.\d\.\d )?(?:<[^<>\s]*>\.\.\. )?service unavailable$/gim,
  /for further assistance, please send mail to[^.\n]*\.?/gi,
  /please (?:do not reply|include this problem report)[^.\n]*\.?/gi,
];

export function withoutBoilerplate(text: string): string {
  return boilerplate.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
}

/** The reply of the other side that `text` repeats: a final one before a passing one, one with an enhanced code first. Null: none. */
export function findReply(text: string): string | null {
  const starts = text.matchAll(/(?<=^|[\s:;,(["'>=])[45]\d\d(?=[ -]|: |[^\d\w.:/])/gm);
  const replies = firstOf(starts, repliesMax)
    .map(({ index }) => text.slice(index, index + replyMaxLength).split(/\n[ \t]*\n/, 1)[0] ?? '')
    .filter((reply) => /^[45]\d\d[\W\d]*[a-z#]/i.test(reply));
  const coded = replies.find((reply) => /^5\d\d[: -]+5\.\d+\.\d+/.test(reply));
  return coded ?? replies.find((reply) => reply.startsWith('5')) ?? replies[0] ?? null;
}

/** At most `count` of `items`, without asking for more. */
export function firstOf<Item>(items: Iterable<Item>, count: number): readonly Item[] {
  const taken: Item[] = [];
  for (const item of items) if (taken.push(item) === count) break;
  return taken;
}

const stages: readonly (readonly [RegExp, NonNullable<Reply['stage']>])[] = [
  [
    /in reply to (?:the )?mail from|after (?:pipelined )?mail from|does not like sender|did not like our mail from|\[mail_from\]|for mail from command|response to mail from/i,
    'mail',
  ],
  [
    /in reply to (?:the )?rcpt to|after (?:pipelined )?rcpt to|does not like recipient|did not like our rcpt to|\[rcpt_to\]|for rcpt to command|response to rcpt to/i,
    'rcpt',
  ],
  [
    /in reply to (?:the )?(?:end of )?data|after (?:end of data|data)|failed after i sent the message|did not like our (?:final )?data|\[(?:end_of_)?data\]|for (?:text|data) command|\(data\)|error after data|response to (?:end of )?data|end of data/i,
    'data',
  ],
];

/** The command that was refused, by the words of many mail systems or by the transcript of the session. */
export function findStage(text: string): Reply['stage'] {
  const told = stages.find(([pattern]) => pattern.test(text));
  if (told) return told[1];
  const asked = [...text.matchAll(/^[ \t]*(?:>>>|-->) *(MAIL|RCPT|DATA|\.)/gim)].map(([, command]) =>
    command?.toUpperCase(),
  );
  switch (asked.at(-1)) {
    case 'MAIL':
      return 'mail';
    case 'RCPT':
      return 'rcpt';
    case 'DATA':
    case '.':
      return 'data';
    default:
      return undefined;
  }
}

/** An address at the start of a line, alone or before a colon or a reason: how reports begin what they say of one. */
const ownLine =
  /^[ \t]*(?:to:? *|recipient:? *)?<?([^\s<>()@:;,"']{1,64}@[\w.-]{1,255})>?(?=[ \t]*(?:$|[:;,(-])|[ \t]+[A-Z[])/gim;
/** How the transcripts of old sendmails end what they say of one. */
const transcriptLine = /^[45]\d\d <([^\s<>@]{1,64}@[^\s<>]{1,255})>\.\.\. .*$/gm;

/**
 * The passages about each recipient; one passage when the report speaks of one, or does not tell them apart.
 * `sender`: whom the report came to; it stands in some reports as well.
 */
export function splitByRecipient(text: string, sender: string): readonly string[] {
  const ends = findMentions(text, transcriptLine, sender);
  if (ends.length > 1) return ends.map(({ end }, at) => text.slice(ends[at - 1]?.end ?? 0, end));
  const starts = findMentions(text, ownLine, sender);
  return starts.length > 1 ? starts.map(({ start }, at) => text.slice(start, starts[at + 1]?.start)) : [text];
}

interface Mention {
  readonly start: number;
  readonly end: number;
}

/** Where each recipient is first named. */
function findMentions(text: string, pattern: RegExp, sender: string): readonly Mention[] {
  const found = new Map<string, Mention>();
  const known = sender.toLowerCase();
  for (const match of text.matchAll(pattern)) {
    const address = (match[1] ?? '').toLowerCase();
    if (known.includes(address) || found.has(address)) continue;
    found.set(address, { start: match.index, end: match.index + match[0].length });
    if (found.size === recipientsMax) break;
  }
  return [...found.values()];
}
