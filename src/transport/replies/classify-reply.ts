/** Classifies a rejection by its text and its enhanced code (docs/rules.md#bounce-classification). */

import type { ReplyCategory } from '../transport.ts';
import { readableText } from './decode-reply.ts';
import { isMailboxFault, type ReplyReason, replyReasons } from './hard-or-soft.ts';
import { type ReplyParties, signs, unknownParties } from './reply-parties.ts';
import { says } from './reply-rule.ts';
import { replyRules } from './reply-rules.ts';
import { innermostReply, readWords } from './reply-words.ts';
import { aboutOf, type ReplySubject } from './whom-it-concerns.ts';
import { concernsOurAccount, concernsOurAddress } from './whose-fault.ts';

export interface Reply {
  /** SMTP code, such as 550. */
  readonly code: number | null;
  /** RFC 3463, such as `5.1.1`. */
  readonly enhancedCode: string | null;
  readonly text: string;
  /** The command that was answered, where known; `mail` also for HELO and EHLO. */
  readonly stage?: 'mail' | 'rcpt' | 'data' | undefined;
  /** A report says that nothing is tried any more, whatever the first digit of its code. */
  readonly final?: boolean;
}

export interface ReplyVerdict {
  /** A retry can succeed: a 4xx. */
  readonly temporary: boolean;
  readonly hard: boolean;
  readonly category: ReplyCategory;
  readonly about: ReplySubject;
  readonly reason: ReplyReason;
  /** Full or inactive, temporarily or for good. */
  readonly mailboxFault: boolean;
}

/** Characters read of a reply: servers may send 65,536 bytes. */
const replyMaxLength = 4_000;

/** Parses the codes of a reply in its wire form, one line or several. */
export function parseReply(whole: string): Reply {
  const reply = whole.slice(0, replyMaxLength);
  const code = /^\s*([245]\d\d)(?=[\s,:;-]|$)/.exec(reply)?.[1];
  const enhancedCode = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reply)?.[1];
  return { code: code === undefined ? null : Number(code), enhancedCode: enhancedCode ?? null, text: reply };
}

/** `parties`: whose the addresses in the text are, and who wrote it. */
export function classifyReply(reply: Reply, parties: ReplyParties = unknownParties): ReplyVerdict {
  const reason = findReason(reply, parties);
  const meaning = replyReasons[reason];
  const temporary = isTemporary(reply, reason);
  const category =
    temporary && meaning.category === 'policy' && reason === 'undefined' ? 'temporary' : meaning.category;
  return {
    temporary,
    hard: meaning.hard && !temporary,
    category,
    about: aboutOf(category),
    reason,
    mailboxFault: isMailboxFault(reason),
  };
}

/** The SMTP code decides where there is one: the sending side obeyed it. */
function isTemporary({ code, enhancedCode, final }: Reply, reason: ReplyReason): boolean {
  if (code !== null) return code >= 400 && code < 500;
  // Some report a domain that does not exist with 4.0.0 and try no more.
  const gone = final === true && (enhancedCode === '4.0.0' || reason === 'hostunknown');
  return !gone && (enhancedCode?.startsWith('4.') ?? false);
}

function findReason(reply: Reply, parties: ReplyParties): ReplyReason {
  const { text, readable } = readableText(reply.text);
  const inner = innermostReply(text);
  const innerWords = readWords(inner, parties);
  const words = inner === text ? innerWords : readWords(text, parties);
  const innerCode = inner === text ? null : parseReply(inner).enhancedCode;
  const coded = reasonOfCode(innerCode ?? reply.enhancedCode);
  const said = reasonOfWords(innerWords) ?? (inner === text ? undefined : reasonOfWords(words));
  const reason = weigh(said, coded, words) ?? (readable ? 'undefined' : 'unreadable');
  const { hard, category } = replyReasons[reason];
  if (!hard && category !== 'recipient') return reason;
  // What exists or is full before RCPT is the sender's, whatever the text names.
  if (reply.stage === 'mail') return 'rejected';
  if (saysSender(innerCode ?? reply.enhancedCode) && !namesRecipient(words)) return 'rejected';
  if (concernsOurAddress(words) || concernsOurAddress(innerWords)) return 'rejected';
  if (parties.side === 'relay' && concernsOurAccount(words, reason)) return 'account';
  return reason;
}

/** RFC 3463, 3.2: the mailbox or the system of the sender. */
function saysSender(enhancedCode: string | null): boolean {
  return enhancedCode !== null && /^[45]\.1\.[78]$/.test(enhancedCode);
}

/** Codes of an address of the sender stand beside a recipient's too, where the text names it. */
function namesRecipient(words: string): boolean {
  return /\b(?:recipient|destination|addressee)\b/.test(words) && !words.includes(signs.ours);
}

function weigh(said: ReplyReason | undefined, coded: ReplyReason | undefined, words: string): ReplyReason | undefined {
  // A mailbox sleeps; an address that is no longer active by words and unknown by its code does not.
  if (coded === 'userunknown' && said === 'suspend' && /\binactive (?:e-?mail )?address/.test(words)) return coded;
  // 5.2.1 and 5.2.2 say that the mailbox exists.
  if (said === 'unavailable') return coded !== undefined && isMailboxFault(coded) ? coded : 'userunknown';
  // The checks of a sender fail over names that are not found, and a server's disk is full like a mailbox.
  if (said !== undefined && coded !== undefined && isOfTheSender(coded) && replyReasons[said].hard) return coded;
  if (said === 'mailboxfull' && coded === 'systemerror' && !/mail ?box|recipient|user|@/.test(words)) return coded;
  return said ?? coded;
}

const isOfTheSender = (coded: ReplyReason): boolean => coded === 'authfailure' || coded === 'requireptr';

function reasonOfWords(words: string): ReplyReason | undefined {
  return replyRules.find(({ phrases }) => phrases.some((phrase) => says(words, phrase)))?.reason;
}

const reasonByCode: readonly (readonly [RegExp, ReplyReason])[] = [
  [/^5\.1\.2$/, 'hostunknown'],
  [/^5\.1\.6$/, 'hasmoved'],
  [/^5\.1\.10$/, 'notaccept'],
  [/^5\.1\.[013]$/, 'userunknown'],
  [/^[45]\.(?:1\.[78]|7\.27)$/, 'rejected'],
  [/^[45]\.2\.1$/, 'suspend'],
  [/^[45]\.2\.2$/, 'mailboxfull'],
  [/^[45]\.[23]\.[34]$/, 'mesgtoobig'],
  [/^5\.4\.(?:4|310)$/, 'hostunknown'],
  [/^[45]\.4\.7$/, 'expired'],
  [/^[45]\.4\./, 'networkerror'],
  [/^[45]\.3\./, 'systemerror'],
  [/^[45]\.5\.3$/, 'toomanyconn'],
  [/^[45]\.6\./, 'contenterror'],
  [/^[45]\.7\.2[0-46-9]$/, 'authfailure'],
  [/^[45]\.7\.25$/, 'requireptr'],
  [/^[45]\.7\./, 'policyviolation'],
];

function reasonOfCode(enhancedCode: string | null): ReplyReason | undefined {
  if (enhancedCode === null) return undefined;
  return reasonByCode.find(([pattern]) => pattern.test(enhancedCode))?.[1];
}
