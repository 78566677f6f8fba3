/** What the reasons of failed messages mean, as sentences (docs/rules.md#failure-reasons). */
import type { FailureReason } from '../../messages/outcomes/failure-reasons.ts';

const sentences: Readonly<Record<FailureReason, string>> = {
  render_failed: 'The mail could not be made from its template and values, so it was offered to no server',
  domain_not_sendable:
    'The sending domain could not send any more when the turn of the mail came: it was not verified, replaced or deleted',
  workspace_deleted: 'The workspace was deleted while the mail waited, so it was offered to no server',
  recipient_invalid: "The recipient's address cannot be written in a command that the mail server takes",
  message_too_large: 'The mail is larger than the mail server takes, so the server never had it',
  transport_refused: 'The relay of this service refused to take the mail, so it never went to the recipient',
  cancelled: 'A caller cancelled the message while it waited',
  recipient_rate:
    'When its time came, and for an hour after that, the address had its thirty mails of the hour, so it was offered to no server',
};

const isReason = (reason: string): reason is FailureReason => Object.hasOwn(sentences, reason);

export function wordsOfFailure(reason: string | null): string {
  return reason !== null && isReason(reason) ? sentences[reason] : 'The mail was offered to no server';
}
