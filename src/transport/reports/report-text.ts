/**
 * Reads a report's text for people: the replies of the other side that it repeats, their commands, and their
 * recipients.
 */
import type { Reply } from '../replies/classify-reply.ts';
import { recipientsMax } from './report-status.ts';

/** Characters of a repeated reply, and replies that are compared. */
const replyMaxLength = 600;
const repliesMax = 50;

/** Words of the reporting system itself, which could be mistaken for a reply. */
const boilerplate: readonly RegExp[] = [
  /this is a permanent error[;.]?(?: i've given up\.?)?(?: sorry it didn't work out\.?)?/gi,
  /i'?(?:'m| am) afraid i wasn't able to deliver your message to the following addresses\.?/gi,
  /this message was created automatically by mail delivery software[^.\n]*\.?/gi,
  /a message (?:that you (?:have )?sent )?could not be delivered to one or more of its\s+recipients\.?/gi,
  /a message sent by\s+<[^<>\s]*>/gi,
  /(?:no further delivery attempts will be made|message will be retried for[^.\n]*|you do not need to resend your message)\.?/gi,
  // Sendmail's own words for any rejection.
  /^55\d (?:5\.\d\.\d )?(?:<[^<>\s]*>\.\.\. )?service unavailable$/gim,
  /for further assistance, please send mail to[^.\n]*\.?/gi,
  /please (?:do not reply|include this problem report)[^.\n]*\.?/gi,
];

export function withoutBoilerplate(text: string): string {
  return boilerplate.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
}

/**
 * Returns the reply that `text` repeats: replies in a transcript first, then final before temporary ones, those with an
 * enhanced code first. Null: none.
 */
export function findReply(text: string): string | null {
  const [heard] = readTranscript(text);
  if (heard) return heard.reply;
  const starts = text.matchAll(/(?<=^|[\s:;,(["'>=])[45]\d\d(?=[ -]|: |[^\d\w.:/])/gm);
  const replies = firstOf(starts, repliesMax)
    .map(({ index }) => text.slice(index, index + replyMaxLength).split(/\n[ \t]*\n/, 1)[0] ?? '')
    .filter((reply) => /^[45]\d\d[\W\d]*[a-z#]/i.test(reply));
  const coded = replies.find((reply) => /^5\d\d[: -]+5\.\d+\.\d+/.test(reply));
  return coded ?? replies.find((reply) => reply.startsWith('5')) ?? replies[0] ?? null;
}

/** Returns `diagnostic` with the following lines of the transcript where the field holds only the first line. */
export function completeReply(diagnostic: string, text: string): string {
  if (!/^[45]\d\d-[^\n]*$/.test(diagnostic)) return diagnostic;
  return readTranscript(text).find(({ reply }) => reply.startsWith(diagnostic))?.reply ?? diagnostic;
}

/** Whether `text` shows the replies of the other side. */
export function hasTranscript(text: string): boolean {
  return readTranscript(text).length > 0;
}

interface Heard {
  /** The command, such as `RCPT`; empty for the greeting. */
  readonly command: string;
  readonly reply: string;
}

/** Replies to a command that failed because the one before it was rejected. */
const followOn =
  /no valid recipients|need (?:a )?(?:rcpt|mail|recipient)|(?:rcpt|mail|recipient|sender) (?:command )?first|(?:improper|bad|out of) (?:command )?sequence/i;

/** Reads rejections in the transcript of a session, final ones first: `>>> RCPT To:<…>`, `<<< 550 No such user`. */
function readTranscript(text: string): readonly Heard[] {
  const heard: { readonly command: string; reply: string }[] = [];
  let command = '';
  let reply: { readonly command: string; reply: string } | null = null;
  for (const line of text.split('\n')) {
    const arrow = /^[ \t]*(?:sent |received )?(?:>>>|<<<|-->|<--)/i.exec(line);
    if (arrow === null) {
      reply = null;
      continue;
    }
    const said = line.slice(arrow[0].length).trim();
    const code = /^[245]\d\d(?=[ -])/.exec(said)?.[0];
    if (code === undefined) {
      command = /^[a-z.]+/i.exec(said)?.[0].toUpperCase() ?? command;
      reply = null;
    } else if (reply?.reply.startsWith(`${code}-`) && reply.reply.length < replyMaxLength) {
      reply.reply += `\n${said}`;
    } else {
      reply = { command, reply: said };
      if (!said.startsWith('2') && heard.length < repliesMax) heard.push(reply);
    }
  }
  const isFinal = (each: Heard) => each.reply.startsWith('5') && !followOn.test(each.reply);
  return [...heard.filter(isFinal), ...heard.filter((each) => !isFinal(each))];
}

/** Returns at most `count` of `items`, without reading more. */
export function firstOf<Item>(items: Iterable<Item>, count: number): readonly Item[] {
  const taken: Item[] = [];
  for (const item of items) if (taken.push(item) === count) break;
  return taken;
}

const stages: readonly (readonly [RegExp, NonNullable<Reply['stage']>])[] = [
  [
    /(?:in reply to|after|response to|\bat|for) (?:the |pipelined |initial )?(?:mail from|mail command|helo|ehlo)|does not like (?:our )?(?:sender|helo)|did not like our (?:mail from|helo|ehlo)|sender was rejected|\[mail_from\]/i,
    'mail',
  ],
  [
    /(?:in reply to|after|response to|for) (?:the |pipelined )?rcpt to|does not like recipient|did not like our rcpt to|\[rcpt_to\]/i,
    'rcpt',
  ],
  [
    /(?:in reply to|after|response to) (?:the )?(?:end of )?data|failed after i sent the message|did not like our (?:final )?data|\[(?:end_of_)?data\]|for (?:text|data) command|\(data\)|error after data|end of data/i,
    'data',
  ],
];

const stageOfCommand: Readonly<Record<string, Reply['stage']>> = {
  HELO: 'mail',
  EHLO: 'mail',
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  '.': 'data',
};

/** Finds the rejected command, by the words of many mail systems or by the transcript of the session. */
export function findStage(text: string): Reply['stage'] {
  const told = stages.find(([pattern]) => pattern.test(text));
  return told ? told[1] : stageOfCommand[readTranscript(text)[0]?.command ?? ''];
}

/**
 * An address at the start of a line, alone or before a colon or a reason: reports begin a passage about a recipient so.
 */
const ownLine =
  /^[ \t]*(?:to:? *|recipient:? *)?<?([^\s<>()@:;,"']{1,64}@[\w.-]{1,255})>?(?=[ \t]*(?:$|[:;,(-])|[ \t]+[A-Z[])/gim;
/** Transcripts of old sendmails end a passage about a recipient so. */
const transcriptLine = /^[45]\d\d <([^\s<>@]{1,64}@[^\s<>]{1,255})>\.\.\. .*$/gm;

/**
 * Splits a report into the passages about each recipient; one passage when the report has one recipient or does not
 * separate them. `sender`: the recipient of the report, whose address stands in some reports too.
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

/** Finds the first mention of each recipient. */
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
