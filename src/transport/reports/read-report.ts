/**
 * Reads a returned mail: delivery report, abuse report, automatic reply, or something else. Pure; only signatures
 * decide which message it concerns (inbound.ts), never the text of a report.
 */
import { isReturnPath, type ReplyParties, unknownParties } from '../replies/reply-parties.ts';
import { type AggregateKind, aggregateOf } from './aggregate-of.ts';
import { type MailHeader, readHeader } from './mime-parts.ts';
import {
  isTaken,
  plainRecipient,
  type ReportedRecipient,
  readPlain,
  readRefusals,
  readTaken,
} from './read-recipients.ts';
import { bareAddress } from './report-address.ts';
import { fromMailSystem, judgeKind } from './report-kind.ts';
import { type ReportParts, readReportParts } from './report-parts.ts';
import { readStatusBlocks, recipientsMax } from './report-status.ts';
import { firstOf } from './report-text.ts';

/** `delayed`: not rejected yet. */
export type ReportKind = 'bounce' | 'delayed' | 'complaint' | 'delivered' | 'auto_reply' | 'other';

export interface ParsedReport {
  readonly kind: ReportKind;
  /** For an abuse report, in lower case: `abuse`, `fraud`, `auth-failure`, … Null for other kinds. */
  readonly feedbackType: string | null;
  readonly recipients: readonly ReportedRecipient[];
  /** Reports about a domain that came by mistake: their kind is `other`. */
  readonly aggregate: AggregateKind | null;
  /** Header of the quoted mail, names in lower case. */
  readonly originalHeaders: MailHeader;
  /** Fields of an abuse report, names in lower case. */
  readonly feedback: MailHeader;
}

/** Levels of forwarding that are opened to find a report. */
const wrappersMax = 3;

/** `raw` is the whole mail, `to` the return paths to which it came. Never throws for its content. */
export function readReport(raw: Buffer, to: readonly string[] = [], wrappers = 0): ParsedReport {
  const parts = readReportParts(raw);
  const report = readOwn(parts, partiesOf(parts, to));
  if (!saysNothing(report) || wrappers === wrappersMax) return report;
  // A mail without a statement of its own may carry a forwarded report. A report carries the returned mail.
  const carried = parts.enclosed.map((mail) => readReport(Buffer.from(mail), to, wrappers + 1));
  return carried.find(({ kind }) => kind !== 'other' && kind !== 'auto_reply') ?? report;
}

/** The report came back to our envelope address, and quotes whom it was for. The server that refused is no relay of ours. */
function partiesOf({ header, original }: ReportParts, to: readonly string[]): ReplyParties {
  const named = [...to, bareAddress(original.get('return-path')), bareAddress(header.get('to'))];
  const sender = named.find((address) => address !== null && isReturnPath(address)) ?? null;
  return { ...unknownParties, sender, recipient: bareAddress(original.get('to')) };
}

function saysNothing({ kind, recipients }: ParsedReport): boolean {
  const told = recipients.some(({ reason, status, reply }) => reason !== 'undefined' || status !== '' || reply !== '');
  return kind === 'other' || (kind === 'bounce' && !told);
}

function readOwn(parts: ReportParts, parties: ReplyParties): ParsedReport {
  const aggregate = aggregateOf(parts);
  const feedback = readHeader(parts.feedback ?? '');
  const found = { feedbackType: null, aggregate, originalHeaders: parts.original, feedback };
  if (aggregate !== null) return { ...found, kind: 'other', recipients: [] };
  const feedbackType = readFeedbackType(parts);
  if (feedbackType !== null) {
    // Reports of failed checks, or of mail that was no spam, are no complaints.
    if (!complaintTypes.includes(feedbackType)) return { ...found, kind: 'other', feedbackType, recipients: [] };
    return { ...found, kind: 'complaint', feedbackType, recipients: complainants(parts) };
  }
  // A report without parts has the machine-readable fields within its text.
  const blocks = (parts.statuses.length > 0 ? parts.statuses : [parts.text])
    .flatMap(readStatusBlocks)
    .slice(0, recipientsMax);
  if (blocks.length > 0) {
    const taken = blocks.every(isTaken);
    const recipients = taken ? blocks.map(readTaken) : readRefusals(blocks, parts, parties);
    return { ...found, kind: taken ? 'delivered' : kindOf(recipients), recipients };
  }
  const kind = judgeKind(parts);
  const recipients = readPlain(kind, parts, parties);
  return { ...found, kind: kind === 'bounce' ? kindOf(recipients) : kind, recipients };
}

function kindOf(refused: readonly ReportedRecipient[]): 'bounce' | 'delayed' {
  return refused.every(({ delayed }) => delayed) ? 'delayed' : 'bounce';
}

/** RFC 5965, section 7.3, and types that providers use for complaints. */
const complaintTypes: readonly string[] = ['abuse', 'fraud', 'virus', 'complaint', 'other'];

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
