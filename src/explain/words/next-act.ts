/** What a person who reads an explanation can do next, by the cause. */
import type { DeliveryEvidence } from '../../../prisma/generated/client.ts';
import { playedAddresses } from '../../events/emit/simulator.ts';
import type { HealthLimits } from '../../ground/config/health-limits.ts';
import type { Cause } from '../explanation.ts';

const sendAgain = 'send the message again';
const afterLift = `If the holder of the address asks for mail, lift the suppression, then ${sendAgain}.`;

/** Null: nothing is to be done, or the summary says it. */
const acts: Readonly<Record<Cause, string | null>> = {
  delivered: null,
  awaiting_report: 'Wait for the report. After 72 hours without one the message counts as delivered.',
  sending: null,
  scheduled: 'Until it leaves, the message can be moved to another time, or cancelled.',
  waiting_for_turn: null,
  complained: 'Send this person no more of this mail. The complaint suppresses marketing mail to the address.',
  bounced: `Read the words of the server. Correct the address, or ask the recipient's mail administrator about the reply; then emit to the right address or ${sendAgain}.`,
  failed: `Remove the cause, then ${sendAgain}.`,
  cancelled: `If the mail is wanted after all, ${sendAgain}.`,
  expired: `Remove what held it, then ${sendAgain} if the mail is still wanted.`,
  erased: null,
  suppressed_by_bounce: `Ask the person for an address that works. ${afterLift}`,
  suppressed_by_complaint: afterLift,
  suppressed_by_mailbox_faults: `Ask the person to make room in the mailbox. ${afterLift}`,
  suppressed_by_hand: `The note of the suppression says who wanted it. ${afterLift}`,
  suppressed_before: `The address takes mail again: ${sendAgain}.`,
  no_marketing_consent:
    'Mail of a topic needs a contact that agreed to marketing: send the consent of the person with the contact, then emit again. Mail that everybody has to get belongs to an event type without a topic.',
  left_marketing: 'Respect it: only a later consent of the person, sent with the contact, brings marketing back.',
  left_topic: 'Respect it: only a later decision of the person, sent with the contact, brings the topic back.',
  workspace_deleted: 'Within 30 days of its deletion a workspace can be restored.',
  platform_suspended: 'Ask the operator of this service.',
  workspace_suspended: 'Resume the workspace if its mail shall leave.',
  workspace_paused:
    'Stop mailing the addresses that bounced or complained. The operator of this service can end the pause earlier.',
  day_cap_used:
    'If the mail may wait, nothing: it leaves by itself. Cancel what is of no use by then. The workspace may send more a day once fewer of its mails bounce or are reported as spam.',
  domain_unverified: 'Publish the DNS records of the sending domain, then check the domain.',
  domain_settling: null,
  greylisted: null,
  server_unreachable: 'If it lasts, check the relay or the network of this service, or the domain of the recipient.',
  exchanger_quiet: null,
  warming_up: null,
  restored: 'Ask the operator of this service. If the mail cannot wait, cancel the message and emit it again.',
  waiting_for_retry:
    'Nothing for now: it is tried again by itself, up to 24 hours after the emit. If it lasts, the words of the server say what it wants.',
  simulator_unknown: `Use ${playedAddresses} of the simulator domain.`,
  hour_used: 'Emit again later. If a program emits in a loop, stop it.',
  no_template: 'If the events of this type shall send mail, save a template for it.',
  would_leave: null,
};

/** The failure reasons whose cause is not removed by sending again. */
const actsByCode: Readonly<Record<string, string>> = {
  domain_not_sendable: `Publish the DNS records of the sending domain and check the domain, then ${sendAgain}.`,
  recipient_invalid: 'Correct the address, then emit to it.',
  message_too_large: 'Emit with smaller files or a shorter payload.',
  render_failed:
    'Correct what is named, in the template or in the payload, then emit again. The operator of this service has the error in its log.',
  recipient_rate: `If a program emits too much to one address, stop it; otherwise ${sendAgain}.`,
  transport_refused: `Ask the operator of this service what its relay objects to, then ${sendAgain}.`,
};

export function nextAct(cause: Cause, code: string | null): string | null {
  if (cause === 'failed' && code !== null) return actsByCode[code] ?? acts.failed;
  return acts[cause];
}

/** The end of an enhanced code (RFC 3463). */
const mailboxFull = '.2.2';

/** A bounce that says nothing against the address. `isMailbox`: its mailbox is full or inactive. */
export function afterSoftBounce(code: string | null, isMailbox: boolean): string {
  if (code?.endsWith(mailboxFull)) return `Ask the person to make room in the mailbox, then ${sendAgain}.`;
  return isMailbox
    ? `Ask the person to make room in the mailbox, or to have it opened again; then ${sendAgain}.`
    : `Read the words of the server, and remove what it names; then ${sendAgain}.`;
}

/** A workspace without a fault of its own, whose caps end with its first weeks. */
export function whileRamping({ delivered, sendingDays }: HealthLimits['established']): string {
  const mails = delivered.toLocaleString('en');
  return `Nothing: the mail leaves by itself. Cancel what is of no use by then. The workspace is new: it may send more on each day with mail, and as much as it wants after ${mails} delivered mails on ${sendingDays} days.`;
}

export function untilAnswered(expiresAt: Date): string {
  return `Nothing for now: it is tried again by itself until ${expiresAt.toISOString()}. If it lasts, the words of the server say what it wants.`;
}

const inMailbox =
  'If the person does not see the mail, have them look in the spam folder and at the rules of the mailbox; ';

/** Beyond the word on which a delivery rests, only its author knows more. */
const afterDelivery: Readonly<Record<DeliveryEvidence, string>> = {
  exchanger: `${inMailbox}then ask the recipient's mail administrator, with the time and the reply of the server.`,
  relay: `${inMailbox}then look the mail up in the log of the relay: it promised no report of what came after.`,
  report: `${inMailbox}then ask the recipient's mail administrator, with the time of the report.`,
  silence: 'If the person has no mail, look it up in the log of the relay: nobody has confirmed this delivery.',
};

export const actAfterCapture = 'Look at it in the local inbox: this service sends no mail to the servers of others.';

export function actAfterDelivery(evidence: DeliveryEvidence | null): string | null {
  return evidence === null ? null : afterDelivery[evidence];
}
