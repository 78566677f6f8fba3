/** Contacts of a workspace: people with attributes, tags and marketing consent. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import { ContactStatus } from '../prisma/generated/client.ts';
import { addContactTags, type ContactPlace } from '../src/contacts/add-contact-tags.ts';
import { deleteContact } from '../src/contacts/delete-contact.ts';
import { findContact } from '../src/contacts/find-contact.ts';
import { listContacts } from '../src/contacts/list-contacts.ts';
import { removeContactTag } from '../src/contacts/remove-contact-tag.ts';
import { type UpsertedContact, upsertContact } from '../src/contacts/upsert-contact.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection } from './connection.ts';
import { workCost } from './field-cost.ts';

export const ContactStatusEnum = builder.enumType(ContactStatus, {
  name: 'ContactStatus',
  description: 'Whether a person takes marketing email; transactional email does not depend on it.',
  values: {
    pending: { description: 'No consent was ever sent, so no marketing email goes out.' },
    subscribed: { description: 'The person takes marketing email.' },
    unsubscribed: { description: 'The person takes no marketing email.' },
  },
});

const ContactStatusFilter = builder.enumType('ContactStatusFilter', {
  description: 'Which contacts to list; cleaned: their address is suppressed for all email.',
  values: {
    pending: { description: 'Those of whom no consent was ever sent.' },
    subscribed: { description: 'Those who take marketing email.' },
    unsubscribed: { description: 'Those who take no marketing email.' },
    cleaned: { description: 'Those whose address is suppressed for all email, whatever their state.' },
  },
});

const MarketingState = builder.enumType('MarketingState', {
  description: 'What a caller may say of consent.',
  values: {
    subscribed: { description: 'The person agreed to marketing email.' },
    unsubscribed: { description: 'The person wants no marketing email.' },
  },
});

const Tag = builder.prismaObject('Tag', {
  description: 'A tag of a workspace.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    key: t.exposeString('key', { description: 'Made of its name; unique in the workspace.' }),
    name: t.exposeString('name', { description: 'As it was first given.' }),
    colorCode: t.exposeString('colorCode', { nullable: true, description: 'Its colour.' }),
  }),
});

interface MarketingShape {
  readonly status: ContactStatus;
  readonly marketingAt: Date | null;
  readonly consentedAt: Date | null;
  readonly consentedByKey: string | null;
}

const Marketing = builder.objectRef<MarketingShape>('ContactMarketing').implement({
  description: "A contact's marketing consent, as its caller or the person said last.",
  fields: (t) => ({
    state: t.expose('status', { type: ContactStatusEnum, description: 'The state in force.' }),
    at: t.expose('marketingAt', { type: 'DateTime', nullable: true, description: 'When the person decided so.' }),
    consentedAt: t.expose('consentedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest accepted subscribed.',
    }),
    consentedByKey: t.exposeString('consentedByKey', {
      nullable: true,
      description: 'Id of the API key that sent the latest accepted subscribed.',
    }),
  }),
});

const Contact = builder.prismaObject('Contact', {
  description: 'A person whom a workspace can mail.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the service gave it.' }),
    reference: t.exposeString('reference', { nullable: true, description: "The caller's id for the person." }),
    email: t.exposeString('email', { description: 'The address, as given; unique in the workspace in any case.' }),
    status: t.expose('status', { type: ContactStatusEnum, description: 'The marketing state.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Language tag; precedes that of the workspace.' }),
    marketing: t.field({
      type: Marketing,
      nullable: true,
      description: 'The consent; null until one was ever sent.',
      select: { status: true, marketingAt: true, consentedAt: true, consentedByKey: true },
      resolve: (contact) => (contact.marketingAt === null ? null : contact),
    }),
    pixelConsentAt: t.expose('pixelConsentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person agreed to open tracking.',
    }),
    attributes: t.expose('attributes', {
      type: 'JSONObject',
      complexity: workCost.entries,
      description: 'Values by attribute key.',
    }),
    tags: t.field({
      type: [Tag],
      description: 'Its tags, by key.',
      select: { tags: { select: { tag: true }, orderBy: { tag: { key: 'asc' } } } },
      // Read in a statement of their own: a tag may go in between, though its type says no.
      resolve: ({ tags }) => tags.flatMap(({ tag }) => tag ?? []),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true, description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it last changed.' }),
  }),
});

const workspacePath = { required: true, description: "The workspace's id, or ref:<reference>." } as const;
const contactPath = { required: true, description: "The contact's id, or ref:<reference>." } as const;

builder.queryFields((t) => ({
  contact: t.prismaField({
    type: 'Contact',
    description: 'One contact.',
    args: { workspace: t.arg.string(workspacePath), contact: t.arg.string(contactPath) },
    resolve: (query, _root, { workspace, contact }, viewer) => findContact(tenant(viewer), workspace, contact, query),
  }),
  contacts: t.connection({
    type: Contact,
    description: 'The contacts of a workspace, newest first.',
    args: {
      workspace: t.arg.string(workspacePath),
      search: t.arg.string({ description: 'Part of the address, in any case; 1 to 255 characters.' }),
      status: t.arg({ type: ContactStatusFilter, description: 'Only those in this state.' }),
      tag: t.arg.string({ description: 'Only those that have the tag of this key; 1 to 64 characters.' }),
    },
    resolve: (_root, { workspace, search, status, tag, ...args }, viewer, info) => {
      const query = queryFromInfo({ context: viewer, info, path: ['edges', 'node'] });
      const filter = { search, status, tag };
      return keysetConnection(args, (window) => listContacts(tenant(viewer), workspace, filter, window, query), byId);
    },
  }),
}));

const ContactMarketingInput = builder.inputType('ContactMarketingInput', {
  description: 'Consent as the caller knows it.',
  fields: (t) => ({
    state: t.field({ type: MarketingState, required: true, description: 'What the person decided.' }),
    at: t.field({ type: 'DateTime', required: true, description: 'When; not in the future.' }),
  }),
});

const ContactUpsertInput = builder.inputType('ContactUpsertInput', {
  description: 'What to write of a contact; what is left out stays.',
  fields: (t) => ({
    email: t.string({ description: 'Required for a new contact.' }),
    attributes: t.field({ type: 'JSONObject', description: 'Only the keys sent change; null clears one.' }),
    tags: t.stringList({ description: 'Names of the whole new set; at most 50.' }),
    locale: t.string({ description: 'Language tag; null clears it.' }),
    marketing: t.field({ type: ContactMarketingInput, description: 'Consent as the caller knows it.' }),
    pixelConsentAt: t.field({ type: 'DateTime', description: 'When open tracking was agreed to; null withdraws it.' }),
  }),
});

const ContactTagsAddInput = builder.inputType('ContactTagsAddInput', {
  description: 'Tags to add.',
  fields: (t) => ({ tags: t.stringList({ required: true, description: '1 to 50 names.' }) }),
});

const ContactPayload = builder.objectRef<ContactPlace>('ContactPayload').implement({
  description: 'The contact that a mutation wrote.',
  fields: (t) => ({
    contact: t.prismaField({
      type: 'Contact',
      description: 'As it is now.',
      resolve: (query, { workspaceId, id }, _args, viewer) => findContact(tenant(viewer), workspaceId, id, query),
    }),
  }),
});

const ContactUpsertPayload = builder.objectRef<UpsertedContact>('ContactUpsertPayload').implement({
  description: 'The contact that an upsert wrote.',
  fields: (t) => ({
    created: t.exposeBoolean('created', { description: 'Whether it is new.' }),
    contact: t.prismaField({
      type: 'Contact',
      description: 'As it is now.',
      resolve: (query, { workspaceId, id }, _args, viewer) => findContact(tenant(viewer), workspaceId, id, query),
    }),
  }),
});

const ContactDeletePayload = builder.objectRef<{ readonly id: string }>('ContactDeletePayload').implement({
  description: 'The contact that is gone.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The id that it had.' }) }),
});

builder.mutationFields((t) => ({
  contactUpsert: t.field({
    type: ContactUpsertPayload,
    description: 'Creates or changes a contact. Refuses email_taken and consent_older_than_opt_out.',
    args: {
      workspace: t.arg.string(workspacePath),
      contact: t.arg.string({
        description:
          'ref:<reference> creates or changes; an id only changes; left out: creates one that has no reference.',
      }),
      input: t.arg({ type: ContactUpsertInput, required: true, description: 'What to write.' }),
    },
    resolve: (_root, { workspace, contact, input }, viewer) =>
      upsertContact(tenant(viewer), workspace, contact ?? null, input),
  }),
  contactDelete: t.field({
    type: ContactDeletePayload,
    description: 'Removes a contact and its tags; mail already sent stays until it ages out.',
    args: { workspace: t.arg.string(workspacePath), contact: t.arg.string(contactPath) },
    resolve: async (_root, { workspace, contact }, viewer) => ({
      id: await deleteContact(tenant(viewer), workspace, contact),
    }),
  }),
  contactTagsAdd: t.field({
    type: ContactPayload,
    description: 'Adds tags to those that a contact has; a new name makes the tag.',
    args: {
      workspace: t.arg.string(workspacePath),
      contact: t.arg.string(contactPath),
      input: t.arg({ type: ContactTagsAddInput, required: true, description: 'Which tags.' }),
    },
    resolve: (_root, { workspace, contact, input }, viewer) =>
      addContactTags(tenant(viewer), workspace, contact, input),
  }),
  contactTagRemove: t.field({
    type: ContactPayload,
    description: 'Takes a tag off a contact; a key that it lacks changes nothing.',
    args: {
      workspace: t.arg.string(workspacePath),
      contact: t.arg.string(contactPath),
      key: t.arg.string({ required: true, description: "The tag's key." }),
    },
    resolve: (_root, { workspace, contact, key }, viewer) => removeContactTag(tenant(viewer), workspace, contact, key),
  }),
}));
