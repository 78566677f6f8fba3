/** What a report says for people: which replies of the other side it repeats, to which command, about whom. */
import type { Reply } from '../replies/classify-reply.ts';
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
  /a message sent by\s+<[^<>\s]*>/gi,
  /(?:no further delivery attempts will be made|message will be retried for[^.\n]*|you do not need to resend your message)\.?/gi,
  // Sendmail's own words for whatever the other side said.
  /^55\d (?:5\.\d\.\d )?(?:<[^<>\s]*>\.\.\. )?service unavailable$/gim,
  /for further assistance, please send mail to[^.\n]*\.?/gi,
  /please (?:do not reply|include this problem report)[^.\n]*\.?/gi,
];

export function withoutBoilerplate(text: string): string {
  return boilerplate.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
}

/**
 * The reply of the other side that `text` repeats: what a transcript says that the other side said, then a final reply
 * before a passing one, one with an enhanced code first. Null: none.
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

/** `diagnostic`, with the lines that follow it in the transcript where the field holds the first line alone. */
export function completeReply(diagnostic: string, text: string): string {
  if (!/^[45]\d\d-[^\n]*$/.test(diagnostic)) return diagnostic;
  return readTranscript(text).find(({ reply }) => reply.startsWith(diagnostic))?.reply ?? diagnostic;
}

/** Whether `text` shows what the other side answered. */
export function hasTranscript(text: string): boolean {
  return readTranscript(text).length > 0;
}

interface Heard {
  /** What was said to the other side, such as `RCPT`; empty at its greeting. */
  readonly command: string;
  readonly reply: string;
}

/** What is said of a command because the one before it was refused. */
const followOn =
  /no valid recipients|need (?:a )?(?:rcpt|mail|recipient)|(?:rcpt|mail|recipient|sender) (?:command )?first|(?:improper|bad|out of) (?:command )?sequence/i;

/** Refusals in the transcript of a session, those that are final first: `>>> RCPT To:<…>`, `<<< 550 No such user`. */
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

/** At most `count` of `items`, without asking for more. */
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

/** The command that was refused, by the words of many mail systems or by the transcript of the session. */
export function findStage(text: string): Reply['stage'] {
  const told = stages.find(([pattern]) => pattern.test(text));
  return told ? told[1] : stageOfCommand[readTranscript(text)[0]?.command ?? ''];
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
