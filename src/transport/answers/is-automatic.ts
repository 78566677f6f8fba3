import { answered, autoReplyFields, fromMailSystem, isAwaySubject } from '../reports/report-kind.ts';
import type { ReportParts } from '../reports/report-parts.ts';

/** Fields of mail to many, which nobody wrote as an answer (RFC 2919, RFC 2369). */
const listFields: readonly string[] = ['list-id', 'list-unsubscribe', 'list-post'];

/** Says nothing here: gateways of some companies add the field to what their people write. */
const ofGateways = 'x-auto-response-suppress';

/** Mailboxes behind which is no person. */
const noPerson = /^(?:no|do[-_.]?not)[-_.]?reply\b/i;

/** Media types of reports. */
const reported = /^message\/(?:global-)?(?:delivery-status|disposition-notification|feedback-report)$/;

/** The facts of a mail that tell a robot from a person. */
export interface LetterFacts extends Pick<ReportParts, 'header' | 'types'> {
  /** The address at `MAIL FROM`; empty for reports and for most robots (RFC 3834, 3.3). */
  readonly sender: string;
  /** The address in From. */
  readonly from: string | null;
}

/**
 * Whether a program wrote the answer: an absence, a ticket system, a mail server (docs/rules.md#robots-among-answers).
 * When in doubt a person did: words in the text decide nothing, and what a subject repeats of ours neither.
 */
export function isAutomatic(facts: LetterFacts): boolean {
  const { header, sender, from } = facts;
  if (sender === '') return true;
  const submitted = (header.get('auto-submitted') ?? 'no').trim().toLowerCase();
  if (submitted !== 'no' && submitted !== '') return true;
  if (autoReplyFields.some((name) => name !== ofGateways && header.has(name))) return true;
  if (/^\s*(?:bulk|list|junk|auto[_-]?reply)\b/i.test(header.get('precedence') ?? '')) return true;
  if (listFields.some((name) => header.has(name)) || isReport(facts)) return true;
  if (noPerson.test(from ?? '') || noPerson.test(sender)) return true;
  const subject = header.get('subject') ?? '';
  // People answer from a mailbox of that name, too.
  return !answered.test(subject) && (isMailSystem(facts) || isAwaySubject(subject));
}

/** Whether it is a report of a machine about a mail: it answers nothing. */
export function isReport({ header, types }: Pick<LetterFacts, 'header' | 'types'>): boolean {
  return header.has('x-failed-recipients') || types.some((type) => reported.test(type));
}

function isMailSystem({ header, sender }: LetterFacts): boolean {
  const fields = new Map([...header].filter(([name]) => name === 'from' || name === 'x-failed-recipients'));
  return fromMailSystem({ header: fields.set('return-path', sender) });
}
