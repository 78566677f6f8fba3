/** The sending domain: the one domain that a platform's mail comes from. */
import {
  DnsRecordPurpose,
  DnsRecordStatus,
  type SendingDomainRecord,
  SendingDomainStatus,
} from '../prisma/generated/client.ts';
import { deleteSendingDomain } from '../src/sending-domain/delete-sending-domain.ts';
import {
  purposesOf,
  replyDomain,
  returnPathDomain,
  type WantedRecord,
  wantedRecord,
} from '../src/sending-domain/dns-records.ts';
import { findSendingDomain } from '../src/sending-domain/find-sending-domain.ts';
import { graceEnd } from '../src/sending-domain/next-status.ts';
import { saveSendingDomain } from '../src/sending-domain/save-sending-domain.ts';
import { isCaptured, isSendable } from '../src/sending-domain/sendable.ts';
import { verifySendingDomain } from '../src/sending-domain/verify-sending-domain.ts';
import { builder, tenant } from './builder.ts';
import { Node } from './node.ts';

const StatusEnum = builder.enumType(SendingDomainStatus, {
  name: 'SendingDomainStatus',
  description: 'Whether the DNS records of a domain are in order.',
  values: {
    pending: { description: 'Not all required records have been found yet; the domain cannot send.' },
    verified: { description: 'All required records are in order; the domain can send.' },
    warning: { description: 'A required record vanished less than 24 hours ago; the domain can still send.' },
    failed: { description: 'A required record vanished more than 24 hours ago; the domain cannot send.' },
  },
});
const PurposeEnum = builder.enumType(DnsRecordPurpose, {
  name: 'DnsRecordPurpose',
  description: 'Role of a DNS record in sending.',
  values: {
    dkim: { description: 'Public key with which receivers check signatures.' },
    return_path: { description: 'MX of the subdomain that receives bounces.' },
    spf: { description: 'Servers that may send with the return path.' },
    dmarc: { description: 'Policy of receivers for mail that fails SPF and DKIM; recommended, not required.' },
    reply: { description: 'MX of the subdomain that receives answers; only of a domain that takes answers.' },
  },
});
const RecordTypeEnum = builder.enumType('DnsRecordType', {
  description: 'Types of DNS records, as DNS writes them.',
  values: {
    TXT: { description: 'Text, such as a key or a policy.' },
    MX: { description: 'A mail exchanger with its priority.' },
  } satisfies Readonly<Record<WantedRecord['type'], { readonly description: string }>>,
});
const RecordStatusEnum = builder.enumType(DnsRecordStatus, {
  name: 'DnsRecordStatus',
  description: 'Result of the last lookup of a record.',
  values: {
    pending: { description: 'No lookup has been answered yet.' },
    verified: { description: 'Published with the required value.' },
    missing: { description: 'No record of this type is published under the name.' },
    mismatched: { description: 'A record with another value is published; `found` shows the value.' },
  },
});

/** A record as it is to be published, and what the last lookup found of it. */
interface CheckedRecord extends WantedRecord, Pick<SendingDomainRecord, 'status' | 'found' | 'checkedAt'> {}

const neverChecked = { status: DnsRecordStatus.pending, found: null, checkedAt: null };

const DnsRecord = builder.objectRef<CheckedRecord>('DnsRecord').implement({
  description: 'One DNS record of a sending domain.',
  fields: (t) => ({
    purpose: t.expose('purpose', {
      type: PurposeEnum,
      description: 'Role of the record: dkim, return_path, spf or dmarc; reply for answers.',
    }),
    type: t.expose('type', { type: RecordTypeEnum, description: 'Type under which to publish the record.' }),
    name: t.exposeString('name', { description: 'Name under which to publish the record.' }),
    value: t.exposeString('value', { description: 'Content to publish under `name`.' }),
    required: t.exposeBoolean('required', { description: 'Whether the domain cannot send without it.' }),
    status: t.expose('status', { type: RecordStatusEnum, description: 'Result of the last lookup.' }),
    found: t.exposeString('found', {
      nullable: true,
      description: 'Published content at the last lookup, up to 2,000 characters; null when none was found.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last lookup that a name server answered; null before the first.',
    }),
  }),
});

const SendingDomain = builder.prismaObject('SendingDomain', {
  description: 'The domain from which a platform sends mail.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    domain: t.exposeString('domain', {
      description: 'Name in the From address of all mail, such as mail.example.com.',
    }),
    status: t.field({
      type: StatusEnum,
      description: 'Whether its DNS records are in order; local domains count as verified while mail is captured.',
      resolve: ({ status, domain }, _args, { app }) => (isCaptured(app.config, domain) ? 'verified' : status),
    }),
    sendable: t.boolean({
      description: 'Whether mail may go out from the domain now.',
      resolve: (domain, _args, { app }) => isSendable(app.config, domain),
    }),
    records: t.field({
      type: [DnsRecord],
      description: 'The DNS records to publish, with the results of the last lookup.',
      select: { domain: true, dkimSelector: true, dkimPublicKey: true, takesReplies: true, records: true },
      // Domain and records are two statements: between them, another request may have replaced the domain.
      resolve: ({ records, ...domain }, _args, { app }) =>
        purposesOf(domain).map((purpose) => ({
          ...(records.find((record) => record.purpose === purpose) ?? neverChecked),
          ...wantedRecord(app.config, domain, purpose),
        })),
    }),
    dkimSelector: t.exposeString('dkimSelector', {
      description: 'Label of the DKIM record: <selector>._domainkey.<domain>.',
    }),
    returnPath: t.string({
      description: 'Subdomain that receives bounces, such as bounces.mail.example.com.',
      resolve: ({ domain }) => returnPathDomain(domain),
    }),
    replyDomain: t.string({
      nullable: true,
      description:
        'Subdomain that receives answers, such as reply.mail.example.com; null for a domain that takes none. Mail gets a reply address there once the record of the purpose reply is found.',
      select: { domain: true, takesReplies: true },
      resolve: ({ domain, takesReplies }) => (takesReplies === null ? null : replyDomain(domain)),
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the domain last became able to send; null before the first time.',
    }),
    graceEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time from which the domain cannot send, unless its records are found before; null unless the status is warning.',
      resolve: ({ status, domain, failingSince }, _args, { app }) =>
        isCaptured(app.config, domain) ? null : graceEnd({ status, failingSince }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the save that named this domain.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change of the status.' }),
  }),
});

builder.queryField('sendingDomain', (t) =>
  t.prismaField({
    type: SendingDomain,
    description: 'Reads domain and DNS records; not_found when the platform has registered none.',
    resolve: (query, _root, _args, viewer) => findSendingDomain(tenant(viewer), query),
  }),
);

const SendingDomainSaveInput = builder.inputType('SendingDomainSaveInput', {
  description: 'One name; a platform sends from a single domain.',
  fields: (t) => ({
    domain: t.string({ required: true, description: 'Host name of at least two labels; no URL and no IP address.' }),
    replies: t.boolean({
      description:
        'Whether answers to its mail come here: each mail without a reply address of its own gets one at the subdomain reply. Left out: as before, at first no.',
    }),
  }),
});

const SendingDomainSavePayload = builder
  .objectRef<{ readonly created: boolean }>('SendingDomainSavePayload')
  .implement({
    description: 'The saved domain, and whether the platform had none before.',
    fields: (t) => ({
      created: t.exposeBoolean('created', { description: 'Whether the platform had none before.' }),
      sendingDomain: t.prismaField({
        type: SendingDomain,
        description: 'The domain after the save, with the records to publish.',
        resolve: (query, _root, _args, viewer) => findSendingDomain(tenant(viewer), query),
      }),
    }),
  });

const SendingDomainVerifyPayload = builder.objectRef<object>('SendingDomainVerifyPayload').implement({
  description: 'The sending domain whose records are being looked up.',
  fields: (t) => ({
    sendingDomain: t.prismaField({
      type: SendingDomain,
      description: 'The domain at the start of the lookup; read sendingDomain again for the result.',
      resolve: (query, _root, _args, viewer) => findSendingDomain(tenant(viewer), query),
    }),
  }),
});

const SendingDomainDeletePayload = builder.objectRef<{ readonly id: string }>('SendingDomainDeletePayload').implement({
  description: 'The deleted sending domain, whose DNS records can be removed.',
  fields: (t) => ({ deletedSendingDomainId: t.exposeID('id', { description: 'Id of the removed registration.' }) }),
});

builder.mutationFields((t) => ({
  sendingDomainSave: t.field({
    type: SendingDomainSavePayload,
    description:
      "Registers the platform's sending domain. Another domain replaces the old one, starts unverified, and queued mail of the old one fails. The same domain again changes nothing but `replies`.",
    args: {
      input: t.arg({
        type: SendingDomainSaveInput,
        required: true,
        description: 'The name to send from, such as mail.example.com.',
      }),
    },
    resolve: (_root, { input }, viewer) => saveSendingDomain(tenant(viewer), input),
  }),
  sendingDomainVerify: t.field({
    type: SendingDomainVerifyPayload,
    description: 'Looks up the DNS records of the sending domain now, in the background.',
    resolve: async (_root, _args, viewer) => {
      await verifySendingDomain(tenant(viewer));
      return {};
    },
  }),
  sendingDomainDelete: t.field({
    type: SendingDomainDeletePayload,
    description: 'Deletes the sending domain with its DKIM key. Queued mail fails with domain_not_sendable.',
    resolve: async (_root, _args, viewer) => ({ id: await deleteSendingDomain(tenant(viewer)) }),
  }),
}));
