/**
 * The meaning of each value in a webhook's `data`. The types come from the code that sets the values, so none can be
 * missing.
 */
import type {
  DnsRecordPurpose,
  DnsRecordStatus,
  HealthState,
  SuppressionReason,
} from '../../prisma/generated/client.ts';
import type { FailureReason } from '../messages/outcomes/failure-reasons.ts';
import type { HealthReason } from '../workspaces/health/health-transitions.ts';

export type DnsPurpose = DnsRecordPurpose;

type Meanings<Value extends string> = Readonly<Record<Value, string>>;

export const failureMeanings: Meanings<FailureReason> = {
  render_failed:
    'The template could not be rendered with the values of this event. Check the template with these values in a preview.',
  domain_not_sendable: 'The sending domain was replaced, removed or lost its verification while the email waited.',
  workspace_deleted: 'You deleted the workspace while the email waited.',
  recipient_invalid:
    'The address cannot be written in SMTP, for instance because the mail server takes no internationalised addresses.',
  message_too_large: 'The email is larger than the mail server takes. Send fewer or smaller attachments.',
  transport_refused:
    'The relay or the mail server refused the session before the email was offered. The operator’s log has the reply.',
  cancelled: 'You cancelled the message while it waited.',
  recipient_rate:
    'Scheduled mail alone: at its time, and for an hour after it, the address had its thirty mails of the hour.',
};

/** Suppressions by hand send no webhook: the change is the caller's own. */
export const suppressionMeanings: Meanings<Exclude<SuppressionReason, 'manual'>> = {
  hard_bounce: 'An email to the address bounced hard. The address is blocked for all email on the whole platform.',
  complaint: 'The recipient marked an email as spam. The address is blocked for marketing in the workspace.',
  soft_bounces:
    'The mailbox was full or inactive on five different days with no delivery between. The address is blocked for all email in the workspace.',
};

export const healthStateMeanings: Meanings<HealthState> = {
  ramping: 'A new workspace. It sends without limit, unless the operator sets daily caps.',
  established: 'A workspace that has sent enough mail with few bounces and complaints.',
  throttled: 'Bounces or complaints run high: a tenth of a usual day goes out, the rest waits.',
  paused: 'Bounces or complaints run very high: nothing goes out.',
};

export const healthReasonMeanings: Meanings<HealthReason> = {
  volume_reached: 'The workspace has sent enough mail on enough days to be established.',
  bounce_rate: 'The share of hard bounces of the last seven days crossed a limit.',
  complaint_rate: 'The share of complaints of the last seven days crossed a limit.',
  recovered: 'The rates stayed under the limits for 24 hours, or the 24 hours of a pause are over.',
  released: 'The operator ended the pause.',
};

export const dnsPurposeMeanings: Meanings<DnsRecordPurpose> = {
  dkim: 'The public key that email is signed with. Required.',
  return_path: 'The MX record that bounces come back to. Required.',
  spf: 'The TXT record that allows this service to send. Required.',
  dmarc: 'The policy of your domain. Recommended, not required.',
  reply: 'The MX record that replies come to. Only of a domain that takes replies; not required.',
};

export const dnsStatusMeanings: Meanings<DnsRecordStatus> = {
  pending: 'The record has not been looked up yet.',
  verified: 'The record is published as it should be.',
  missing: 'No such record is published.',
  mismatched: 'A record is published, with another value.',
};
