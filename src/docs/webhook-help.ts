/**
 * For each webhook type: when it is sent, the fields of its `data`, and what a receiver does; Markdown.
 * Longer than the house's 250 lines: it is one table.
 */
import type { FailureReason } from '../messages/outcomes/failure-reasons.ts';
import type { WithheldReason } from '../topics/topic-consent.ts';
import type { WebhookType } from '../webhooks/webhook-types.ts';
import type { HealthReason } from '../workspaces/health/health-transitions.ts';
import {
  type DnsPurpose,
  dnsPurposeMeanings,
  dnsStatusMeanings,
  failureMeanings,
  healthReasonMeanings,
  healthStateMeanings,
  suppressionMeanings,
} from './webhook-values.ts';

/** A field of `data`. */
export interface DataField {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'list';
  readonly description: string;
  /** Each possible value of the field, with its meaning. */
  readonly values?: Readonly<Record<string, string>>;
  /** Of an object; without them its keys are the caller's own, and its values texts. */
  readonly fields?: readonly DataField[];
  /** The field may be absent. */
  readonly optional?: true;
  readonly nullable?: true;
}

export interface WebhookHelp {
  /** One sentence. */
  readonly when: string;
  /** The cause of the event. */
  readonly source: 'recipient' | 'service' | 'either';
  readonly data: readonly DataField[];
  readonly todo: string;
}

const contact: DataField = {
  name: 'contact',
  type: 'object',
  description: 'The contact. It carries no email address.',
  fields: [
    { name: 'id', type: 'string', description: 'The id of the contact.' },
    { name: 'reference', type: 'string', description: 'Your own id for the person; null when the contact has none.' },
  ],
};

const message: DataField = {
  name: 'message',
  type: 'object',
  description: 'The message.',
  fields: [
    { name: 'id', type: 'string', description: 'The id of the message, as the emit returned it.' },
    { name: 'idempotency_key', type: 'string', description: 'The key of the emit: finds the event on your side.' },
    { ...contact, description: 'The contact that the message went to. Absent when no contact holds the address.' },
    {
      name: 'recipient',
      type: 'string',
      description: 'The email address, in place of `contact`, when no contact holds it.',
    },
    {
      name: 'role',
      type: 'string',
      description: 'Of a message to an address of `cc` or `bcc`. Absent for the recipient of the emit.',
      values: { cc: 'The header of the mail names the address.', bcc: 'No header names it.' },
      optional: true,
    },
    {
      name: 'copy_of',
      type: 'string',
      description:
        'Of such a message: the id of the message to the recipient of the emit. Absent for one that is sent again.',
      optional: true,
    },
    {
      name: 'metadata',
      type: 'object',
      description: 'The pairs of text that the emit had. Absent when it had none.',
      optional: true,
    },
  ],
};

const refusal: DataField = {
  name: 'refusal',
  type: 'object',
  description:
    'What the last server said that refused the email; null where no attempt failed; `code` and `reply` are null where no server was reached. Only for an endpoint of `version: 2`.',
  optional: true,
  nullable: true,
  fields: [
    {
      name: 'code',
      type: 'number',
      nullable: true,
      description: 'The code of SMTP, such as 550; null where the server said none.',
    },
    {
      name: 'enhanced',
      type: 'string',
      nullable: true,
      description: 'The enhanced code, such as 5.1.1; null where there is none.',
    },
    {
      name: 'category',
      type: 'string',
      nullable: true,
      description: 'What the reply names as the cause, such as `recipient`; or null.',
    },
    {
      name: 'reply',
      type: 'string',
      nullable: true,
      description: 'The text of the reply, without addresses; or null.',
    },
  ],
};

const reply: DataField = {
  name: 'reply',
  type: 'object',
  description: 'What the person answered. Texts are null, and there are no files, once the content is no longer kept.',
  fields: [
    { name: 'id', type: 'string', description: 'The id of the reply.' },
    {
      name: 'from',
      type: 'object',
      description: 'Who the mail says that it is from. Anybody can write any address there.',
      fields: [
        { name: 'address', type: 'string', nullable: true, description: 'The address; null where the mail has none.' },
        { name: 'name', type: 'string', nullable: true, description: 'The name beside it; or null.' },
        { name: 'is_recipient', type: 'boolean', description: 'Whether it is the address that the email went to.' },
      ],
    },
    { name: 'subject', type: 'string', nullable: true, description: 'The subject line.' },
    {
      name: 'text',
      type: 'string',
      nullable: true,
      description: 'All of the text with what it quotes, at most 16,384 characters; the reply itself has up to 32,768.',
    },
    { name: 'answer', type: 'string', nullable: true, description: 'The part above the quote, as long at most.' },
    { name: 'is_cut', type: 'boolean', description: 'Whether there was more of the text.' },
    { name: 'mail_id', type: 'string', nullable: true, description: 'The Message-ID of the reply; or null.' },
    {
      name: 'in_reply_to',
      type: 'string',
      nullable: true,
      description: 'The Message-ID of the nearest mail that it names; or null.',
    },
    {
      name: 'attachments',
      type: 'list',
      description: 'The files that came with it, without their content.',
      fields: [
        { name: 'position', type: 'number', description: 'The place of the file, from 1.' },
        { name: 'filename', type: 'string', description: 'The name of the file, without folders.' },
        { name: 'media_type', type: 'string', description: 'The media type that the mail names.' },
        { name: 'bytes', type: 'number', description: 'The bytes of the file.' },
      ],
    },
    {
      name: 'spam',
      type: 'object',
      nullable: true,
      description: 'What SpamAssassin says; null where the operator runs none, and where it gave no verdict.',
      fields: [
        { name: 'is_spam', type: 'boolean', description: 'Whether the score reaches the threshold.' },
        { name: 'score', type: 'number', description: 'The points that its rules gave.' },
        { name: 'threshold', type: 'number', description: 'The points from which on a mail is spam.' },
      ],
    },
  ],
};

/** What of marketing was left or joined again; of a topic alone. */
const topic: DataField = {
  name: 'topic',
  type: 'string',
  description: 'The key of the topic, where the person left or joined again one topic alone. Absent: all marketing.',
  optional: true,
};

const withheldReason: DataField = {
  name: 'reason',
  type: 'string',
  description: 'Why the contact does not get the topic of the email. Absent where the address is suppressed.',
  optional: true,
  values: {
    no_marketing_consent: 'No contact holds the address, or none that agreed to marketing.',
    left_marketing: 'The contact has left marketing, and every topic with it.',
    left_topic: 'The contact has left the topic.',
  } satisfies Readonly<Record<WithheldReason, string>>,
};

const values = <Name extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Name, string>>,
): DataField => ({ name, type: 'string', description, values: meanings });

export const webhookHelp: Readonly<Record<WebhookType, WebhookHelp>> = {
  'message.delivered': {
    when: 'The recipient’s mail server accepted the email.',
    source: 'service',
    data: [message],
    todo: 'Record the delivery. A bounce or a complaint can still follow: some servers accept mail first and reject it later.',
  },
  'message.bounced': {
    when: 'The recipient’s mail server rejected the email for good, at once or by a report afterwards.',
    source: 'service',
    data: [
      message,
      values('bounce', 'How final the rejection is.', {
        hard: 'The address cannot receive mail: it does not exist, is disabled, or its domain takes no mail. The address is suppressed, and `contact.suppressed` follows where a contact holds it.',
        soft: 'This email was rejected, the address may still work: a full mailbox, a policy, the size or the content of the email.',
      }),
      refusal,
    ],
    todo: 'After a hard bounce ask the person for another address through another channel. After a soft bounce do nothing, or emit again later with a new idempotency key if the email matters.',
  },
  'message.complained': {
    when: 'The recipient marked the email as spam, and the mail provider reported it.',
    source: 'recipient',
    data: [message],
    todo: 'Stop optional email to this person. Marketing to the address is blocked in the workspace; transactional email still goes out.',
  },
  'message.suppressed': {
    when: 'The email was not sent, because the address is suppressed, or because the contact does not want the topic of the email: at the emit, or while the email waited.',
    source: 'service',
    data: [
      message,
      withheldReason,
      { ...topic, description: 'The key of the topic of the email; beside `reason` alone.' },
    ],
    todo: 'Show the person on your site what the email would have said, and ask for a working address. `GET /v1/workspaces/{workspace}/suppressions` says why the address is blocked.',
  },
  'message.failed': {
    when: 'The email could not be sent, and is not tried again; `reason` says why. A server may have rejected it for a while before.',
    source: 'service',
    data: [message, values<FailureReason>('reason', 'Why it could not be sent.', failureMeanings), refusal],
    todo: 'Correct what `reason` names, then emit again with a new idempotency key.',
  },
  'message.expired': {
    when: 'The email could not go out within 24 hours, and will not be tried again.',
    source: 'service',
    data: [message, refusal],
    todo: 'Decide whether the email still makes sense. If it does, emit again with a new idempotency key. The usual causes are a receiving server that was down all day, a suspended workspace, and a workspace whose health limits it.',
  },
  'message.replied': {
    when: 'A person answered the email. Replies of programs, such as notes of absence, send no webhook.',
    source: 'recipient',
    data: [message, reply],
    todo: 'Show `answer` where the person’s words belong, and fetch files by `GET /v1/workspaces/{workspace}/messages/{message}/replies/{reply}/attachments/{position}`. `from` is what the mail says: believe no more of it than `is_recipient`, and that whoever wrote it has seen the email. Texts are the words of a stranger: escape them.',
  },
  'contact.left_marketing': {
    when: 'The person left marketing through the unsubscribe page, or through the unsubscribe button of the mail app.',
    source: 'recipient',
    data: [contact, topic],
    todo: 'Record the person as unsubscribed, from `topic` where there is one. Your own changes by API send no webhook, so this cannot echo one of yours. From the tenth change of mind in an hour on, one webhook, 5 minutes after the first of them, tells the last one.',
  },
  'contact.rejoined_marketing': {
    when: 'The person undid leaving on the unsubscribe page, within ten minutes.',
    source: 'recipient',
    data: [contact, topic],
    todo: 'Restore the consent that the person had before `contact.left_marketing`. Order both by `created_at`: they can arrive in either order.',
  },
  'contact.suppressed': {
    when: 'An address that a contact holds became suppressed. One webhook is sent for each workspace that has such a contact.',
    source: 'either',
    data: [
      contact,
      values('reason', 'Why the address is suppressed.', suppressionMeanings),
      {
        name: 'blocks',
        type: 'list',
        description: 'What is no longer sent to the address.',
        values: {
          all: 'No email at all is sent to the address.',
          marketing: 'No marketing email is sent to the address. Transactional email still is.',
        },
      },
    ],
    todo: 'Mark the address as unreachable when `blocks` holds `all`, and ask for another. Once the mailbox works again, lift the block with `DELETE /v1/workspaces/{workspace}/suppressions/{id}`.',
  },
  'workspace.health_changed': {
    when: 'The health of a workspace moved from one state to another.',
    source: 'service',
    data: [
      values('from', 'The state before.', healthStateMeanings),
      values('to', 'The state now.', healthStateMeanings),
      values<HealthReason>('reason', 'What moved it.', healthReasonMeanings),
    ],
    todo: 'When `to` is `throttled` or `paused`, tell your customer that mail is held back, and find the source of the bounces or complaints: an old list, a form without confirmation, a template that people do not expect.',
  },
  'sending_domain.changed': {
    when: 'The sending domain became able to send, or stopped being able to, after a check of its DNS records. Your own changes by API send no webhook.',
    source: 'service',
    data: [
      { name: 'domain', type: 'string', description: 'The domain.' },
      { name: 'sendable', type: 'boolean', description: 'Whether email can be sent from the domain now.' },
      {
        name: 'records',
        type: 'list',
        description: 'Each DNS record, as the check found it.',
        fields: [
          values<DnsPurpose>('purpose', 'What the record is for.', dnsPurposeMeanings),
          values('status', 'What was found.', dnsStatusMeanings),
        ],
      },
    ],
    todo: 'When `sendable` is false, publish the records again that are `missing` or `mismatched`, then call `POST /v1/sending-domain/verify`. Until then emits are rejected with `domain_not_sendable`.',
  },
};
