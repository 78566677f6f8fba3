/** The closed sets of values with which messages, attempts and reports are described. */
import type { App } from '../src/context.ts';
import type { FailureReason } from '../src/messages/outcomes/failure-reasons.ts';
import type { AttemptTrace } from '../src/messages/outcomes/message-outcome.ts';
import type { keepReport } from '../src/messages/reports/keep-report.ts';
import type { WithheldReason } from '../src/topics/topic-consent.ts';
import { builder } from './builder.ts';

type Transport = App['transport'];
type ReplyCategory = NonNullable<Awaited<ReturnType<Transport['deliver']>>['category']>;
type Report = Parameters<typeof keepReport>[2];

type Described<Value extends string> = Readonly<Record<Value, { readonly description: string }>>;

const failureReasons = {
  render_failed: { description: 'The template could not be rendered with the payload.' },
  domain_not_sendable: { description: 'The sending domain was deleted, replaced or no longer verified.' },
  workspace_deleted: { description: 'The workspace was deleted while the message waited.' },
  recipient_invalid: { description: 'The transport does not accept the address.' },
  message_too_large: { description: 'The mail is larger than the mail server accepts.' },
  transport_refused: { description: 'The relay rejected the sender or the mail before any recipient.' },
  cancelled: { description: 'A caller cancelled the message while it waited in the queue.' },
  recipient_rate: {
    description:
      'Scheduled mail alone: at its time, and for an hour after it, the address had its thirty mails of the hour.',
  },
} satisfies Described<FailureReason>;

export const MessageFailureReason = builder.enumType('MessageFailureReason', {
  description: 'Causes of the state failed: the mail was never offered to the mail server of the recipient.',
  values: failureReasons,
});

const withheldMeanings = {
  no_marketing_consent: { description: 'No contact with the address has agreed to marketing.' },
  left_marketing: { description: 'The contact has left marketing, and with it every topic.' },
  left_topic: { description: 'The contact has left the topic of the mail.' },
} satisfies Described<WithheldReason>;

export const MessageWithheldReason = builder.enumType('MessageWithheldReason', {
  description: 'Why mail of a topic was suppressed, although its address is not.',
  values: withheldMeanings,
});

const transports = {
  smtp: { description: 'Through a relay, which passes the mail on.' },
  mx: { description: "The recipient's own mail exchangers." },
  capture: { description: 'The local inbox of a development service.' },
  simulator: { description: 'None: the simulator played the attempt.' },
} satisfies Described<Transport['name'] | 'simulator'>;

export const TransportEnum = builder.enumType('MailTransport', {
  description: 'Ways by which mail leaves the service.',
  values: transports,
});

const outcomes = {
  delivered: { description: 'The other side accepted the mail.' },
  relayed: { description: 'A relay accepted the mail and promised a delivery report.' },
  temporary: { description: 'The attempt failed, and a retry can succeed.' },
  bounced: { description: 'The other side rejected the mail for good.' },
  failed: { description: 'The mail could not be offered.' },
} satisfies Described<AttemptTrace['outcome']>;

export const AttemptOutcome = builder.enumType('MessageAttemptOutcome', {
  description: 'Results of one attempt to hand a mail over.',
  values: outcomes,
});

const categories = {
  recipient: { description: 'The address or its mailbox.' },
  sender: { description: 'Our own address, its domain, or our account at the server that replied.' },
  policy: { description: 'A rule of the receiver, such as a block list or a missing signature.' },
  content: { description: 'Words, links or files in the mail.' },
  size: { description: 'The number of bytes.' },
  temporary: { description: 'A passing state of the receiver, such as greylisting.' },
  infrastructure: { description: 'DNS, the connection or the server itself.' },
} satisfies Described<ReplyCategory>;

export const ReplyCategoryEnum = builder.enumType('ReplyCategory', {
  description: 'Subjects of a rejection by a mail server.',
  values: categories,
});

const reportKinds = {
  bounce: { description: 'The mail could not be delivered.' },
  delivered: { description: 'The mail reached the mailbox, as its server confirms.' },
  delayed: { description: 'The mail waits at a server on its way, which tries again.' },
  complaint: { description: 'The recipient marked the mail as spam.' },
} satisfies Described<Report['kind']>;

export const ReportKind = builder.enumType('MessageReportKind', {
  description: 'Kinds of reports that come in by mail.',
  values: reportKinds,
});
