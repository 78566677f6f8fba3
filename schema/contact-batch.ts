/** Batches of contacts: each item is written or rejected alone. */
import { type UpsertResult, upsertContacts } from '../src/contacts/upsert-contacts.ts';
import { inStretches } from '../src/ground/give-way/in-stretches.ts';
import { refusalFields, refusalOf } from './batch-refusal.ts';
import { builder, tenant } from './builder.ts';
import { ContactMarketingInput } from './contact-marketing.ts';
import { ContactTopicInput } from './contact-topic.ts';
import { inRest } from './rest-types.ts';

const ContactBatchItemInput = builder.inputType('ContactBatchItemInput', {
  description: 'One contact of a batch, as in contactUpsert. A value that breaks a rule rejects this item alone.',
  fields: (t) => ({
    reference: t.string({
      required: true,
      extensions: inRest('JSON'),
      description: "The caller's id of the person: 1 to 128 letters, digits, dots, underscores or hyphens.",
    }),
    email: t.string({ extensions: inRest('JSON'), description: 'Required for a new contact.' }),
    attributes: t.field({
      type: 'JSONObject',
      extensions: inRest('JSON'),
      description: 'Only the keys sent change; null clears one.',
    }),
    tags: t.stringList({
      extensions: inRest('JSON'),
      description: 'Names of the complete new set, at most 50; other tags are removed.',
    }),
    locale: t.string({ extensions: inRest('JSON'), description: 'Language tag, such as pt-BR; null clears it.' }),
    marketing: t.field({
      type: ContactMarketingInput,
      extensions: inRest('JSON'),
      description: 'A decision of the person that the caller knows.',
    }),
    topics: t.field({
      type: [ContactTopicInput],
      extensions: inRest('JSON'),
      description: 'Decisions about single topics, at most 50; only the topics sent change.',
    }),
    pixelConsentAt: t.field({
      type: 'DateTime',
      extensions: inRest('JSON'),
      description: 'Time of the consent to open tracking; null withdraws the consent.',
    }),
  }),
});

const ContactBatchUpsertInput = builder.inputType('ContactBatchUpsertInput', {
  description: 'Input of contactBatchUpsert: at most 8 MiB.',
  fields: (t) => ({
    contacts: t.field({
      type: [ContactBatchItemInput],
      required: true,
      description: 'At most 500 items.',
    }),
  }),
});

const ContactBatchOutcome = builder.enumType('ContactBatchOutcome', {
  description: 'Result of one item.',
  values: {
    created: { description: 'A new contact was written.' },
    updated: { description: 'An existing contact was changed.' },
    refused: { description: 'Nothing was written; `code` and `message` name the cause.' },
  },
});

const ContactBatchResult = builder.objectRef<UpsertResult>('ContactBatchResult').implement({
  description: 'Result of one item; a rejected item does not affect the others.',
  fields: (t) => ({
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The caller's id from the item; null when that id is not valid.",
    }),
    result: t.expose('result', {
      type: ContactBatchOutcome,
      description: 'Whether the item created or updated a contact, or was rejected.',
    }),
    contactId: t.id({
      nullable: true,
      description: 'Id of the written contact; null when the item was rejected.',
      resolve: (item) => (item.result === 'refused' ? null : item.id),
    }),
    ...refusalFields(t, 'email_taken'),
    holder: t.id({
      nullable: true,
      description: 'Contact that holds the address, as ref:<reference> or id; only with email_taken.',
      resolve: (item) => refusalOf(item)?.details.contact ?? null,
    }),
  }),
});

const ContactBatchUpsertPayload = builder
  .objectRef<{ readonly results: readonly UpsertResult[] }>('ContactBatchUpsertPayload')
  .implement({
    description: 'One result for each item, written or rejected.',
    fields: (t) => ({
      results: t.field({
        type: [ContactBatchResult],
        description: 'One result for each item, in the order of the items.',
        resolve: ({ results }) => inStretches(results),
      }),
    }),
  });

builder.mutationField('contactBatchUpsert', (t) =>
  t.field({
    type: ContactBatchUpsertPayload,
    description:
      'Creates or changes up to 500 contacts; an invalid item does not affect the others. Items of one reference apply in order.',
    args: {
      workspace: t.arg.id({ required: true, description: "The workspace's id, or ref:<reference>." }),
      input: t.arg({ type: ContactBatchUpsertInput, required: true, description: 'Up to 500 items.' }),
    },
    resolve: async (_root, { workspace, input }, viewer) => ({
      results: await upsertContacts(tenant(viewer), workspace, input.contacts),
    }),
  }),
);
