/**
 * Reads a returned mail: delivery report, abuse report, automatic reply, or something else. Pure; only signatures
 * decide which message it concerns (inbound.ts), never the text of a report.
 */
import { classifyReply, parseReply, type Reply } from '../replies/classify-reply.ts';
import { redactReply } from '../replies/redact-reply.ts';
import { type ReplyReason, replyReasons } from '../replies/reply-reasons.ts';
import type { ReplyCategory } from '../transport.ts';
import { type MailHeader, readHeader } from './mime-parts.ts';
import { fromMailSystem, isDelay, judgeKind } from './report-kind.ts';
import { type ReportParts, readReportParts } from './report-parts.ts';
import { readStatusBlocks, recipientsMax, type StatusBlock } from './report-status.ts';
import {
  completeReply,
  findReply,
  findStage,
  firstOf,
  hasTranscript,
  splitByRecipient,
  withoutBoilerplate,
} from './report-text.ts';

/** `delayed`: not rejected yet. */
export type ReportKind = 'bounce' | 'delayed' | 'complaint' | 'delivered' | 'auto_reply' | 'other';

export interface ReportedRecipient {
  /** Enhanced code, or empty. */
  readonly status: string;
  /** SMTP code, or empty. */
  readonly reply: string;
  readonly reason: ReplyReason | 'feedback' | 'delivered' | 'vacation';
  /** The address itself cannot receive; such a bounce suppresses. */
  readonly hard: boolean;
  readonly category: ReplyCategory | null;
  /** Not rejected yet; the other side continues trying. */
  readonly delayed: boolean;
  /** The reply in one line, addresses redacted. */
  readonly text: string;
}

export interface ParsedReport {
  readonly kind: ReportKind;
  /** For an abuse report, in lower case: `abuse`, `fraud`, `auth-failure`, … Null for other kinds. */
  readonly feedbackType: string | null;
  readonly recipients: readonly ReportedRecipient[];
  /** Header of the quoted mail, names in lower case. */
  readonly originalHeaders: MailHeader;
}

/** Levels of forwarding that are opened to find a report. */
const wrappersMax = 3;

/** `raw` is the whole mail. Never throws for its content. */
export function readReport(raw: Buffer, wrappers = 0): ParsedReport {
  const parts = readReportParts(raw);
  const report = readOwn(parts);
  if (!saysNothing(report) || wrappers === wrappersMax) return report;
  // A mail without a statement of its own may carry a forwarded report. A report carries the returned mail.
  const carried = parts.enclosed.map((mail) => readReport(Buffer.from(mail), wrappers + 1));
  return carried.find(({ kind }) => kind !== 'other' && kind !== 'auto_reply') ?? report;
}

function saysNothing({ kind, recipients }: ParsedReport): boolean {
  const told = recipients.some(({ reason, status, reply }) => reason !== 'undefined' || status !== '' || reply !== '');
  return kind === 'other' || (kind === 'bounce' && !told);
}

function readOwn(parts: ReportParts): ParsedReport {
  const originalHeaders = parts.original;
  const feedbackType = readFeedbackType(parts);
  if (feedbackType !== null) {
    // Reports of failed checks, or of mail that was no spam, are no complaints.
    if (!complaintTypes.includes(feedbackType)) return { kind: 'other', feedbackType, recipients: [], originalHeaders };
    return { kind: 'complaint', feedbackType, recipients: complainants(parts), originalHeaders };
  }
  // A report without parts has the machine-readable fields within its text.
  const blocks = (parts.statuses.length > 0 ? parts.statuses : [parts.text])
    .flatMap(readStatusBlocks)
    .slice(0, recipientsMax);
  if (blocks.length > 0) {
    const taken = blocks.every(({ action }) => action !== null && takenActions.includes(action));
    const recipients = taken ? blocks.map(readTaken) : readRefusals(blocks, parts);
    return { kind: taken ? 'delivered' : kindOf(recipients), feedbackType: null, recipients, originalHeaders };
  }
  const kind = judgeKind(parts);
  const recipients = readPlain(kind, parts);
  return { kind: kind === 'bounce' ? kindOf(recipients) : kind, feedbackType: null, recipients, originalHeaders };
}

function kindOf(refused: readonly ReportedRecipient[]): 'bounce' | 'delayed' {
  return refused.every(({ delayed }) => delayed) ? 'delayed' : 'bounce';
}

/** RFC 5965, section 7.3, and types that providers use for complaints. */
const complaintTypes: readonly string[] = ['abuse', 'fraud', 'virus', 'complaint', 'other'];

const takenActions: readonly string[] = ['delivered', 'relayed', 'expanded'];

function readFeedbackType(parts: ReportParts): string | null {
  if (parts.feedback !== null) {
    return readHeader(parts.feedback).get('feedback-type')?.toLowerCase() ?? 'abuse';
  }
  if (parts.header.has('x-apple-unsubscribe')) return 'opt-out';
  // Some providers send only the complained-of mail, under such a subject.
  const subject = parts.header.get('subject') ?? '';
  const complains = /complaint about (?:a )?message|(?:abuse|spam|email feedback) (?:report|complaint)/i.test(subject);
  return complains && parts.original.size > 0 && !fromMailSystem(parts) ? 'abuse' : null;
}

function complainants(parts: ReportParts): readonly ReportedRecipient[] {
  const named = firstOf((parts.feedback ?? '').matchAll(/^original-rcpt-to:/gim), recipientsMax);
  return Array.from({ length: Math.max(1, named.length) }, () => plainRecipient('feedback'));
}

function readTaken(block: StatusBlock): ReportedRecipient {
  return {
    ...plainRecipient('delivered'),
    status: block.status ?? '',
    text: redactReply(block.diagnostic, block.recipient),
  };
}

function plainRecipient(reason: 'feedback' | 'delivered' | 'vacation'): ReportedRecipient {
  return { status: '', reply: '', reason, hard: false, category: null, delayed: false, text: '' };
}

function readRefusals(blocks: readonly StatusBlock[], parts: ReportParts): readonly ReportedRecipient[] {
  const warned = isDelay(parts);
  const refused = blocks.filter(({ action }) => action === null || !takenActions.includes(action));
  const passages = splitByRecipient(withoutBoilerplate(parts.text), parts.header.get('to') ?? '');
  return refused.map((block) => {
    const told = passages.find((passage) => block.recipient !== null && passage.includes(block.recipient));
    return readRefusal(block, told ?? (refused.length === 1 ? withoutBoilerplate(parts.text) : ''), warned);
  });
}

/** The diagnostic field comes first; if it is inconclusive, the text for people decides. */
function readRefusal(block: StatusBlock, told: string, warned: boolean): ReportedRecipient {
  const diagnostic = completeReply(block.diagnostic, told);
  const stage = findStage(diagnostic) ?? findStage(told);
  const fields = parseReply(diagnostic);
  const reply: Reply = { ...fields, enhancedCode: mostSpecific(block.status, fields.enhancedCode), stage };
  const verdict = classifyReply({ ...reply, text: withoutBoilerplate(diagnostic) });
  const delayed = block.action === 'delayed' || (warned && block.status?.startsWith('4') === true);
  const vague = verdict.reason === 'undefined' || diagnostic === '';
  const repeated = vague ? (findReply(told) ?? told) : '';
  const second = vague ? { ...parseReply(repeated), stage } : reply;
  const enhancedCode = mostSpecific(reply.enhancedCode, second.enhancedCode);
  const final = vague ? classifyReply({ ...second, code: reply.code ?? second.code, enhancedCode }) : verdict;
  const text = diagnostic || repeated;
  return toRecipient({ code: reply.code ?? second.code, enhancedCode, text }, final, delayed, block.recipient);
}

/** `5.0.0` and the like say only that the delivery failed. */
function mostSpecific(first: string | null, second: string | null): string | null {
  if (first === null) return second;
  return /^[45]\.\d\.0$/.test(first) && second !== null && second.charAt(0) === first.charAt(0) ? second : first;
}

function readPlain(kind: ReportKind, parts: ReportParts): readonly ReportedRecipient[] {
  if (kind === 'auto_reply') return [plainRecipient('vacation')];
  if (kind !== 'bounce') return [];
  const delayed = isDelay(parts);
  return splitByRecipient(withoutBoilerplate(parts.text), parts.header.get('to') ?? '').map((passage) => {
    const stage = findStage(passage);
    const repeated = findReply(passage);
    const reply: Reply = { ...(repeated === null ? parseOwnWords(passage) : parseReply(repeated)), stage };
    const first = classifyReply(reply);
    // Beside a transcript, the reporting system's own words mean nothing: sendmail writes "User unknown" for every
    // rejection.
    const ownWords = first.reason === 'undefined' && !hasTranscript(passage);
    const told = ownWords ? classifyReply({ ...reply, text: passage }) : first;
    return toRecipient(reply, told, delayed, null);
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
  verdict: ReturnType<typeof classifyReply>,
  delayed: boolean,
  recipient: string | null,
): ReportedRecipient {
  const hard = replyReasons[verdict.reason].hard && verdict.hard && !delayed;
  return {
    status: reply.enhancedCode ?? '',
    reply: reply.code === null ? '' : String(reply.code),
    reason: verdict.reason,
    hard,
    category: verdict.category,
    delayed,
    text: redactReply(reply.text, recipient),
  };
}
