/** Classifies a rejection by its text and its enhanced code (docs/rules.md#bounce-classification). */

import type { ReplyCategory } from '../transport.ts';
import { isMailboxFault, type ReplyReason, replyReasons } from './reply-reasons.ts';
import { says } from './reply-rule.ts';
import { replyRules } from './reply-rules.ts';
import { innermostReply, readWords } from './reply-words.ts';

export interface Reply {
  /** SMTP code, such as 550. */
  readonly code: number | null;
  /** RFC 3463, such as `5.1.1`. */
  readonly enhancedCode: string | null;
  readonly text: string;
  /** The command that was answered, where known; `mail` also for HELO and EHLO. */
  readonly stage?: 'mail' | 'rcpt' | 'data' | undefined;
}

export interface ReplyVerdict {
  /** A retry can succeed: a 4xx. */
  readonly temporary: boolean;
  readonly hard: boolean;
  readonly category: ReplyCategory;
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

export function classifyReply(reply: Reply): ReplyVerdict {
  const reason = findReason(reply);
  const { hard, category } = replyReasons[reason];
  const temporary = isTemporary(reply);
  const mailboxFault = isMailboxFault(reason);
  if (!temporary) return { temporary, hard, category, reason, mailboxFault };
  return {
    temporary,
    mailboxFault,
    hard: false,
    category: category === 'policy' && reason === 'undefined' ? 'temporary' : category,
    reason,
  };
}

/** The SMTP code decides where there is one: the sending side obeyed it. */
function isTemporary(reply: Reply): boolean {
  if (reply.code !== null) return reply.code >= 400 && reply.code < 500;
  return reply.enhancedCode?.startsWith('4.') ?? false;
}

function findReason(reply: Reply): ReplyReason {
  const inner = innermostReply(reply.text);
  const innerCode = inner === reply.text ? null : parseReply(inner).enhancedCode;
  const said = reasonOfWords(inner) ?? (inner === reply.text ? undefined : reasonOfWords(reply.text));
  const coded = reasonOfCode(innerCode ?? reply.enhancedCode);
  const reason = said ?? coded ?? 'undefined';
  // An address that is unknown by its code is not merely suspended.
  if (coded === 'userunknown' && reason === 'suspend') return coded;
  // A rejection before RCPT concerns the sender or its machine, whatever its text says does not exist.
  return reply.stage === 'mail' && replyReasons[reason].hard ? 'rejected' : reason;
}

function reasonOfWords(reply: string): ReplyReason | undefined {
  const words = readWords(reply);
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
