/** Contacts of a workspace: people with attributes, tags and marketing consent. */
import { addContactTags, type ContactPlace } from '../src/contacts/add-contact-tags.ts';
import { deleteContact } from '../src/contacts/delete-contact.ts';
import { findContact } from '../src/contacts/find-contact.ts';
import { countContacts, listContacts } from '../src/contacts/list-contacts.ts';
import { removeContactTag } from '../src/contacts/remove-contact-tag.ts';
import { type UpsertedContact, upsertContact } from '../src/contacts/upsert-contact.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { builder, tenant } from './builder.ts';
import { byId, keysetConnection, nodeQuery, type RowQuery } from './connection.ts';
import {
  ConsentAuthor,
  ContactMarketing,
  ContactMarketingInput,
  ContactStatusEnum,
  ContactStatusFilter,
} from './contact-marketing.ts';
import { ContactTopicInput } from './contact-topic.ts';
import { workCost } from './field-cost.ts';
import { Node } from './node.ts';

const Tag = builder.prismaObject('Tag', {
  description: 'A label for contacts; belongs to one workspace.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    key: t.exposeString('key', {
      description:
        'The name in lower case with hyphens, with a number if the key was taken, such as c-2. Unique in the workspace; never changes.',
    }),
    name: t.exposeString('name', { description: 'Spelling of the first request that used the tag.' }),
    colorCode: t.exposeString('colorCode', {
      nullable: true,
      description: 'Hex code for display; null when none was chosen.',
    }),
  }),
});

export const Contact = builder.prismaObject('Contact', {
  description: 'A person who receives mail of a workspace.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The caller's id of the person, 1 to 128 letters, digits, dots, underscores or hyphens.",
    }),
    email: t.exposeString('email', {
      description: 'The address as sent by the caller; unique in the workspace without regard to case.',
    }),
    status: t.expose('status', {
      type: ContactStatusEnum,
      description: 'Marketing state; pending until consent is set.',
    }),
    locale: t.exposeString('locale', {
      nullable: true,
      description: 'Language tag, such as pt-BR; null: the language of the workspace.',
    }),
    marketing: t.field({
      type: ContactMarketing,
      nullable: true,
      description: 'Marketing consent; null until the caller or the person sets it.',
      select: { status: true, marketingAt: true, consentedAt: true, consentedByKey: true },
      resolve: (contact) => (contact.marketingAt === null ? null : contact),
    }),
    pixelConsentAt: t.expose('pixelConsentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the consent to open tracking; null: messages get no open pixel.',
    }),
    attributes: t.expose('attributes', {
      type: 'JSONObject',
      complexity: workCost.entries,
      description: 'Values by attribute key.',
    }),
    tags: t.field({
      type: [Tag],
      description: 'All tags of the contact, sorted by key.',
      select: { tags: { select: { tag: true }, orderBy: { tag: { key: 'asc' } } } },
      // Tags are read in a statement of their own: one may be removed in between, though its type does not show it.
      resolve: ({ tags }) => tags.flatMap(({ tag }) => tag ?? []),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: true, description: 'Time of the first upsert.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last write that changed the contact.',
    }),
  }),
});

export const ContactConnection = builder.connectionObject(
  { type: Contact, name: 'ContactConnection' },
  { name: 'ContactEdge' },
);

const workspacePath = { required: true, description: "The workspace's id, or ref:<reference>." } as const;
const contactPath = { required: true, description: "The contact's id, or ref:<reference>." } as const;

builder.queryFields((t) => ({
  contact: t.prismaField({
    type: 'Contact',
    description: 'Reads a live contact; not_found after its deletion.',
    args: { workspace: t.arg.id(workspacePath), contact: t.arg.id(contactPath) },
    resolve: (query, _root, { workspace, contact }, viewer) => findContact(tenant(viewer), workspace, contact, query),
  }),
  contacts: t.connection(
    {
      type: Contact,
      description:
        'The contacts of a workspace, newest first. With filters, a page of a large workspace may have fewer rows although hasNextPage is true.',
      args: {
        workspace: t.arg.id(workspacePath),
        search: t.arg.string({ description: 'Part of the address, in any case; up to 255 characters.' }),
        status: t.arg({ type: ContactStatusFilter, description: 'Only rows in this state.' }),
        tag: t.arg.string({ description: 'Only contacts with the tag of this key, 1 to 64 characters, such as vip.' }),
        decidedBy: t.arg({
          type: ConsentAuthor,
          description: 'Only contacts whose latest consent change this side made.',
        }),
        from: t.arg({ type: 'DateTime', description: 'Only contacts that were made at this time or later.' }),
        until: t.arg({ type: 'DateTime', description: 'Only contacts that were made before this time.' }),
      },
      resolve: (_root, { workspace, search, status, tag, decidedBy, from, until, ...args }, viewer, info) => {
        const filter = { search, status, tag, decidedBy, from, until };
        const read = (window: PageWindow, query: RowQuery) =>
          listContacts(tenant(viewer), workspace, filter, window, query);
        const count = (limit: number) => countContacts(tenant(viewer), workspace, filter, limit);
        return keysetConnection(args, { query: nodeQuery(viewer, info), read, count }, byId);
      },
    },
    ContactConnection,
  ),
}));

const ContactUpsertInput = builder.inputType('ContactUpsertInput', {
  description: 'Fields to write; omitted fields keep their values.',
  fields: (t) => ({
    email: t.string({ description: 'Required for a new contact.' }),
    attributes: t.field({ type: 'JSONObject', description: 'Only the keys sent change; null clears one.' }),
    tags: t.stringList({ description: 'Names of the complete new set, at most 50; other tags are removed.' }),
    locale: t.string({ description: 'Language tag; null clears it.' }),
    marketing: t.field({ type: ContactMarketingInput, description: 'A decision of the person that the caller knows.' }),
    topics: t.field({
      type: [ContactTopicInput],
      description: 'Decisions about single topics, at most 50; only the topics sent change.',
    }),
    pixelConsentAt: t.field({
      type: 'DateTime',
      description: 'Time of the consent to open tracking; null withdraws the consent.',
    }),
  }),
});

const ContactTagsAddInput = builder.inputType('ContactTagsAddInput', {
  description: 'Names to add; existing tags stay.',
  fields: (t) => ({ tags: t.stringList({ required: true, description: '1 to 50 names; a contact has at most 200.' }) }),
});

const ContactPayload = builder.objectRef<ContactPlace>('ContactPayload').implement({
  description: 'Result of contactTagsAdd and contactTagRemove.',
  fields: (t) => ({
    contact: t.prismaField({
      type: 'Contact',
      description: 'The contact with the tags after the change.',
      resolve: (query, { workspaceId, id }, _args, viewer) => findContact(tenant(viewer), workspaceId, id, query),
    }),
  }),
});

const ContactUpsertPayload = builder.objectRef<UpsertedContact>('ContactUpsertPayload').implement({
  description: 'The written contact, and whether the request created it.',
  fields: (t) => ({
    created: t.exposeBoolean('created', {
      description: 'True when the request created the contact, false when it changed one.',
    }),
    contact: t.prismaField({
      type: 'Contact',
      description: 'The contact with all fields after the write.',
      resolve: (query, { workspaceId, id }, _args, viewer) => findContact(tenant(viewer), workspaceId, id, query),
    }),
  }),
});

const ContactDeletePayload = builder.objectRef<{ readonly id: string }>('ContactDeletePayload').implement({
  description: 'The deleted contact, of which only the id remains.',
  fields: (t) => ({
    deletedContactId: t.exposeID('id', { description: 'Id of the deleted contact; later reads of it are not_found.' }),
  }),
});

builder.mutationFields((t) => ({
  contactUpsert: t.field({
    type: ContactUpsertPayload,
    description: 'Creates or changes a contact. Errors: email_taken, consent_older_than_opt_out.',
    args: {
      workspace: t.arg.id(workspacePath),
      contact: t.arg.id({
        description:
          'ref:<reference> creates or changes a contact, an id only changes one; left out: creates a contact without a reference.',
      }),
      input: t.arg({
        type: ContactUpsertInput,
        required: true,
        description: 'The fields to write; an email is required for a new contact.',
      }),
    },
    resolve: (_root, { workspace, contact, input }, viewer) =>
      upsertContact(tenant(viewer), workspace, contact ?? null, input),
  }),
  contactDelete: t.field({
    type: ContactDeletePayload,
    description: 'Deletes a contact with its tags and consent history. Messages stay for 90 days.',
    args: { workspace: t.arg.id(workspacePath), contact: t.arg.id(contactPath) },
    resolve: async (_root, { workspace, contact }, viewer) => ({
      id: await deleteContact(tenant(viewer), workspace, contact),
    }),
  }),
  contactTagsAdd: t.field({
    type: ContactPayload,
    description: 'Adds tags to a contact; creates tags that are new to the workspace.',
    args: {
      workspace: t.arg.id(workspacePath),
      contact: t.arg.id(contactPath),
      input: t.arg({ type: ContactTagsAddInput, required: true, description: '1 to 50 names.' }),
    },
    resolve: (_root, { workspace, contact, input }, viewer) =>
      addContactTags(tenant(viewer), workspace, contact, input),
  }),
  contactTagRemove: t.field({
    type: ContactPayload,
    description: 'Removes a tag from a contact. A key that the contact lacks changes nothing.',
    args: {
      workspace: t.arg.id(workspacePath),
      contact: t.arg.id(contactPath),
      key: t.arg.string({ required: true, description: 'Key of the tag, not the name: see Tag.key.' }),
    },
    resolve: (_root, { workspace, contact, key }, viewer) => removeContactTag(tenant(viewer), workspace, contact, key),
  }),
}));
