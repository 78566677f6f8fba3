/** Finds the messages that a report concerns, by signatures alone (docs/rules.md#messages-of-a-report). */
import type { Secrets } from '../../ground/secrets.ts';
import { messageHeader, readMessageHeader, readReturnPath } from '../mail/return-path.ts';
import type { ReplyCategory } from '../transport.ts';
import type { ReportedRecipient } from './read-recipients.ts';
import type { ParsedReport } from './read-report.ts';

export interface InboundReport {
  /** `delayed` changes nothing: the other side continues trying. */
  readonly kind: 'bounce' | 'delivered' | 'delayed' | 'complaint';
  readonly messageId: string;
  /** For a bounce: the address itself cannot receive. */
  readonly hard: boolean;
  /** For a bounce: the mailbox is full or inactive. */
  readonly mailboxFault: boolean;
  readonly category: ReplyCategory | null;
  /** Enhanced code. */
  readonly status: string | null;
  /** SMTP code. */
  readonly replyCode: number | null;
  /** In one line, addresses redacted. */
  readonly reply: string | null;
  /** The address that the report names, to be compared with the message's; null: it names none. Never stored. */
  readonly address?: string | null;
}

/**
 * Returns the report's statements about the messages whose signatures it carries; ignores its statements about others.
 */
export function findReports(
  secrets: Secrets,
  report: ParsedReport,
  addresses: readonly string[],
): readonly InboundReport[] {
  const paths = addresses.map((address) => readReturnPath(secrets, address)).filter((id) => id !== null);
  const signed = [...new Set(paths)];
  switch (report.kind) {
    case 'complaint': {
      if (report.feedbackType !== 'abuse') return [];
      return [...new Set([...signed, ...findTraces(secrets, report)])].map((messageId) => ({
        ...nothingSaid,
        kind: 'complaint',
        messageId,
      }));
    }
    case 'delivered':
      return signed.map((messageId) => ({ ...nothingSaid, kind: 'delivered', messageId }));
    case 'bounce':
    case 'delayed': {
      const recipient = gravest(report.recipients);
      return recipient ? signed.map((messageId) => toReport(messageId, recipient)) : [];
    }
    case 'auto_reply':
    case 'other':
      return [];
  }
}

/** The marks of ours in an abuse report: some providers leave one of them alone. */
function findTraces(secrets: Secrets, { originalHeaders, feedback }: ParsedReport): readonly string[] {
  const paths = [feedback.get('original-mail-from'), originalHeaders.get('return-path')];
  const marks = [
    originalHeaders.get(messageHeader.toLowerCase()),
    // RFC 9477: the mark by which the sender knows the mail again.
    feedback.get('cfbl-feedback-id'),
    originalHeaders.get('cfbl-feedback-id'),
  ];
  const found = [
    ...paths.map((path) => readReturnPath(secrets, (path ?? '').replace(/^[^<]{0,100}<|>.*$/gs, '').trim())),
    ...marks.map((mark) => (mark === undefined ? null : readMessageHeader(secrets, mark))),
  ];
  return found.filter((id) => id !== null);
}

const nothingSaid = {
  hard: false,
  mailboxFault: false,
  category: null,
  status: null,
  replyCode: null,
  reply: null,
  address: null,
} as const;

/** A message has one recipient; a report about several comes from an address that stands for several. */
function gravest(recipients: readonly ReportedRecipient[]): ReportedRecipient | undefined {
  return recipients.find(({ hard }) => hard) ?? recipients.find(({ delayed }) => !delayed) ?? recipients[0];
}

function toReport(messageId: string, recipient: ReportedRecipient): InboundReport {
  return {
    kind: recipient.delayed ? 'delayed' : 'bounce',
    messageId,
    hard: recipient.hard,
    mailboxFault: recipient.mailboxFault,
    category: recipient.category,
    status: recipient.status || null,
    replyCode: recipient.reply === '' ? null : Number(recipient.reply),
    reply: recipient.text || null,
    address: recipient.address,
  };
}
