/** The sending domain: the one domain that a platform's mail comes from. */
import { DnsRecordPurpose, DnsRecordStatus, SendingDomainStatus } from '../prisma/generated/client.ts';
import { deleteSendingDomain } from '../src/sending-domain/delete-sending-domain.ts';
import { returnPathDomain, wantedRecord } from '../src/sending-domain/dns-records.ts';
import { findSendingDomain } from '../src/sending-domain/find-sending-domain.ts';
import { saveSendingDomain } from '../src/sending-domain/save-sending-domain.ts';
import { isCaptured, isSendable } from '../src/sending-domain/sendable.ts';
import { verifySendingDomain } from '../src/sending-domain/verify-sending-domain.ts';
import { builder, tenant } from './builder.ts';

const StatusEnum = builder.enumType(SendingDomainStatus, {
  name: 'SendingDomainStatus',
  description: 'Whether the DNS records of a domain are in order.',
  values: {
    pending: { description: 'Its records have not been found yet.' },
    verified: { description: 'All required records are in order, so it sends.' },
    warning: { description: 'A required record vanished less than 24 hours ago; it still sends.' },
    failed: { description: 'A required record has been gone for longer; it does not send.' },
  },
});
const PurposeEnum = builder.enumType(DnsRecordPurpose, {
  name: 'DnsRecordPurpose',
  description: 'What a DNS record is for.',
  values: {
    dkim: { description: 'The public key that signatures of mail are checked with.' },
    return_path: { description: 'Where bounces come back to.' },
    spf: { description: 'Who may send with the return path.' },
    dmarc: { description: 'What receivers do with mail that is not signed; advised, not required.' },
  },
});
const RecordStatusEnum = builder.enumType(DnsRecordStatus, {
  name: 'DnsRecordStatus',
  description: 'What was found of a DNS record.',
  values: {
    pending: { description: 'It was not looked up yet.' },
    verified: { description: 'It is there, with the right value.' },
    missing: { description: 'It is not there.' },
    mismatched: { description: 'It is there, with another value.' },
  },
});

const DnsRecord = builder.prismaObject('SendingDomainRecord', {
  name: 'DnsRecord',
  description: 'One DNS record of a sending domain.',
  select: { purpose: true, sendingDomain: { select: { domain: true, dkimSelector: true, dkimPublicKey: true } } },
  fields: (t) => ({
    purpose: t.expose('purpose', { type: PurposeEnum, description: 'What it is for.' }),
    type: t.string({
      description: 'TXT or MX.',
      resolve: ({ sendingDomain, purpose }, _args, { app }) => wantedRecord(app.config, sendingDomain, purpose).type,
    }),
    name: t.string({
      description: 'The name to publish it under.',
      resolve: ({ sendingDomain, purpose }, _args, { app }) => wantedRecord(app.config, sendingDomain, purpose).name,
    }),
    value: t.string({
      description: 'What to publish.',
      resolve: ({ sendingDomain, purpose }, _args, { app }) => wantedRecord(app.config, sendingDomain, purpose).value,
    }),
    required: t.boolean({
      description: 'Whether the domain cannot send without it.',
      resolve: ({ sendingDomain, purpose }, _args, { app }) =>
        wantedRecord(app.config, sendingDomain, purpose).required,
    }),
    status: t.expose('status', { type: RecordStatusEnum, description: 'What the last check found.' }),
    found: t.exposeString('found', { nullable: true, description: 'What was published when it was last checked.' }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true, description: 'When it was last checked.' }),
  }),
});

const SendingDomain = builder.prismaObject('SendingDomain', {
  description: 'The domain that the mail of a platform comes from.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    domain: t.exposeString('domain', { description: 'The domain.' }),
    status: t.field({
      type: StatusEnum,
      description: 'Whether its DNS records are in order; local domains count as verified while mail is captured.',
      resolve: ({ status, domain }, _args, { app }) => (isCaptured(app.config, domain) ? 'verified' : status),
    }),
    sendable: t.boolean({
      description: 'Whether mail may go out from it now.',
      resolve: (domain, _args, { app }) => isSendable(app.config, domain),
    }),
    records: t.relation('records', {
      type: DnsRecord,
      query: { orderBy: { purpose: 'asc' } },
      description: 'The DNS records to publish, and what was found of them.',
    }),
    dkimSelector: t.exposeString('dkimSelector', { description: 'The selector of its DKIM key.' }),
    returnPath: t.string({
      description: 'The domain that bounces come back to.',
      resolve: ({ domain }) => returnPathDomain(domain),
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last became able to send; null until it did.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its status last changed.' }),
  }),
});

builder.queryField('sendingDomain', (t) =>
  t.prismaField({
    type: SendingDomain,
    description: 'The sending domain of the platform.',
    resolve: (query, _root, _args, viewer) => findSendingDomain(tenant(viewer), query),
  }),
);

const SendingDomainSaveInput = builder.inputType('SendingDomainSaveInput', {
  description: 'The domain to send from.',
  fields: (t) => ({ domain: t.string({ required: true, description: 'A domain name.' }) }),
});

const SendingDomainSavePayload = builder
  .objectRef<{ readonly created: boolean }>('SendingDomainSavePayload')
  .implement({
    description: 'The sending domain that was saved.',
    fields: (t) => ({
      created: t.exposeBoolean('created', { description: 'Whether the platform had none before.' }),
      sendingDomain: t.prismaField({
        type: SendingDomain,
        description: 'As it is now.',
        resolve: (query, _root, _args, viewer) => findSendingDomain(tenant(viewer), query),
      }),
    }),
  });

const SendingDomainVerifyPayload = builder.objectRef<object>('SendingDomainVerifyPayload').implement({
  description: 'The sending domain whose records are being looked up.',
  fields: (t) => ({
    sendingDomain: t.prismaField({
      type: SendingDomain,
      description: 'As it is now; read it again to see what was found.',
      resolve: (query, _root, _args, viewer) => findSendingDomain(tenant(viewer), query),
    }),
  }),
});

const SendingDomainDeletePayload = builder.objectRef<{ readonly id: string }>('SendingDomainDeletePayload').implement({
  description: 'The sending domain that is gone.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The id that it had.' }) }),
});

builder.mutationFields((t) => ({
  sendingDomainSave: t.field({
    type: SendingDomainSavePayload,
    description: 'Registers the domain to send from; another one is replaced, unverified, and its queued mail fails.',
    args: { input: t.arg({ type: SendingDomainSaveInput, required: true, description: 'The domain.' }) },
    resolve: (_root, { input }, viewer) => saveSendingDomain(tenant(viewer), input),
  }),
  sendingDomainVerify: t.field({
    type: SendingDomainVerifyPayload,
    description: 'Has the DNS records looked up now.',
    resolve: async (_root, _args, viewer) => {
      await verifySendingDomain(tenant(viewer));
      return {};
    },
  }),
  sendingDomainDelete: t.field({
    type: SendingDomainDeletePayload,
    description: 'Removes the sending domain with its key; its queued mail fails with domain_not_sendable.',
    resolve: async (_root, _args, viewer) => ({ id: await deleteSendingDomain(tenant(viewer)) }),
  }),
}));
