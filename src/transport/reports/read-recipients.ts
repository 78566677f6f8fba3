/** Reads what a report says of each recipient. */
import { classifyReply, parseReply, type Reply, type ReplyVerdict } from '../replies/classify-reply.ts';
import { type ReplyReason, replyReasons } from '../replies/hard-or-soft.ts';
import { redactReply } from '../replies/redact-reply.ts';
import type { ReplyParties } from '../replies/reply-parties.ts';
import type { ReplyCategory } from '../transport.ts';
import { bareAddress, isOneMailbox } from './report-address.ts';
import { isDelay } from './report-kind.ts';
import type { ReportParts } from './report-parts.ts';
import type { StatusBlock } from './report-status.ts';
import {
  completeReply,
  findReply,
  findStage,
  hasTranscript,
  splitByRecipient,
  withoutBoilerplate,
} from './report-text.ts';

export interface ReportedRecipient {
  /** Enhanced code, or empty. */
  readonly status: string;
  /** SMTP code, or empty. */
  readonly reply: string;
  readonly reason: ReplyReason | 'feedback' | 'delivered' | 'vacation';
  /** The address itself cannot receive; such a bounce suppresses. */
  readonly hard: boolean;
  /** Full or inactive. */
  readonly mailboxFault: boolean;
  /** The address that the report names. */
  readonly address: string | null;
  readonly category: ReplyCategory | null;
  /** Not rejected yet; the other side continues trying. */
  readonly delayed: boolean;
  /** The reply in one line, addresses redacted. */
  readonly text: string;
}

const takenActions: readonly string[] = ['delivered', 'relayed', 'expanded'];

export function isTaken({ action }: StatusBlock): boolean {
  return action !== null && takenActions.includes(action);
}

export function readTaken(block: StatusBlock): ReportedRecipient {
  return {
    ...plainRecipient('delivered'),
    status: block.status ?? '',
    text: redactReply(block.diagnostic, block.recipient),
  };
}

export function plainRecipient(reason: 'feedback' | 'delivered' | 'vacation'): ReportedRecipient {
  const nothing = { status: '', reply: '', hard: false, mailboxFault: false, address: null } as const;
  return { ...nothing, reason, category: null, delayed: false, text: '' };
}

export function readRefusals(
  blocks: readonly StatusBlock[],
  parts: ReportParts,
  parties: ReplyParties,
): readonly ReportedRecipient[] {
  const warned = isDelay(parts);
  const refused = blocks.filter((block) => !isTaken(block));
  const passages = splitByRecipient(withoutBoilerplate(parts.text), parts.header.get('to') ?? '');
  const read = refused.map((block) => {
    const named = passages.find((passage) => block.recipient !== null && passage.includes(block.recipient));
    const told = named ?? (refused.length === 1 ? withoutBoilerplate(parts.text) : '');
    const refusal = readRefusal(block, told, warned, parties);
    // One member of a list does not speak for the address.
    return isOfMember(block) ? { ...refusal, hard: false, mailboxFault: false } : refusal;
  });
  // Where one received the mail, so did the address to which it was sent.
  return refused.length === blocks.length ? read : read.map((each) => ({ ...each, hard: false, mailboxFault: false }));
}

/** The mail was sent to an address that stands for others, and one of these refused it. */
function isOfMember({ recipient, finally: last }: StatusBlock): boolean {
  return recipient !== null && last !== null && !isOneMailbox(recipient, last);
}

/** The diagnostic field comes first; if it is inconclusive, the text for people decides. */
function readRefusal(block: StatusBlock, told: string, warned: boolean, known: ReplyParties): ReportedRecipient {
  const parties = { ...known, recipient: block.recipient ?? known.recipient };
  const diagnostic = completeReply(block.diagnostic, told);
  const stage = findStage(diagnostic) ?? findStage(told);
  const fields = parseReply(diagnostic);
  const final = block.action === 'failed';
  const reply: Reply = { ...fields, enhancedCode: mostSpecific(block.status, fields.enhancedCode), stage, final };
  const verdict = classifyReply({ ...reply, text: withoutBoilerplate(diagnostic) }, parties);
  const delayed = block.action === 'delayed' || (warned && block.status?.startsWith('4') === true);
  const vague = verdict.reason === 'undefined' || diagnostic === '';
  const repeated = vague ? (findReply(told) ?? told) : '';
  const second = vague ? { ...parseReply(repeated), stage, final } : reply;
  const enhancedCode = mostSpecific(reply.enhancedCode, second.enhancedCode);
  const judged = vague ? classifyReply({ ...second, code: reply.code ?? second.code, enhancedCode }, parties) : verdict;
  const text = diagnostic || repeated;
  return toRecipient({ code: reply.code ?? second.code, enhancedCode, text }, judged, delayed, block.recipient);
}

/** `5.0.0` and the like say only that the delivery failed. */
function mostSpecific(first: string | null, second: string | null): string | null {
  if (first === null) return second;
  return /^[45]\.\d\.0$/.test(first) && second !== null && second.charAt(0) === first.charAt(0) ? second : first;
}

export function readPlain(kind: string, parts: ReportParts, parties: ReplyParties): readonly ReportedRecipient[] {
  if (kind === 'auto_reply') return [plainRecipient('vacation')];
  if (kind !== 'bounce') return [];
  const delayed = isDelay(parts);
  return splitByRecipient(withoutBoilerplate(parts.text), parts.header.get('to') ?? '').map((passage) => {
    const stage = findStage(passage);
    const repeated = findReply(passage);
    const reply: Reply = { ...(repeated === null ? parseOwnWords(passage) : parseReply(repeated)), stage };
    const first = classifyReply(reply, parties);
    // Beside a transcript, the reporting system's own words mean nothing: sendmail writes "User unknown" for every
    // rejection.
    const ownWords = first.reason === 'undefined' && !hasTranscript(passage);
    const told = ownWords ? classifyReply({ ...reply, text: passage }, parties) : first;
    return toRecipient(reply, told, delayed, failedRecipient(parts));
  });
}

/**
 * A report without a repeated reply may still end its own words with a code: `Sorry, no mailbox here by that name.
 * (#5.1.1)`.
 */
function parseOwnWords(passage: string): Reply {
  const enhancedCode = /#([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(passage)?.[1] ?? null;
  return { code: null, enhancedCode, text: passage };
}

function toRecipient(
  reply: Reply,
  verdict: ReplyVerdict,
  delayed: boolean,
  recipient: string | null,
): ReportedRecipient {
  const hard = replyReasons[verdict.reason].hard && verdict.hard && !delayed;
  return {
    status: reply.enhancedCode ?? '',
    reply: reply.code === null ? '' : String(reply.code),
    reason: verdict.reason,
    hard,
    mailboxFault: verdict.mailboxFault,
    address: recipient,
    category: verdict.category,
    delayed,
    text: redactReply(reply.text, recipient),
  };
}
/** `X-Failed-Recipients` of Exim and Gmail, where it names one. */
function failedRecipient({ header }: ReportParts): string | null {
  return bareAddress(header.get('x-failed-recipients'));
}
