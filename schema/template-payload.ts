/** Real payloads of an event type, to preview a template with. */
import { findEventRecords } from '../src/events/find-event-records.ts';
import { listTemplatePayloads, type TemplatePayload } from '../src/templates/preview/list-template-payloads.ts';
import { maskedExample } from '../src/templates/preview/mask-payload.ts';
import { builder, tenant } from './builder.ts';
import { Event } from './event.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';
import { withinAnswer } from './within-answer.ts';

const PayloadContact = builder.objectRef<NonNullable<TemplatePayload['contact']>>('TemplatePayloadContact').implement({
  description: 'The recipient of an event, in the form that a preview takes.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Address that the mail went to.' }),
    attributes: t.field({
      type: 'JSON',
      description: 'Attributes by key, with their values at the emit.',
      resolve: ({ attributes }) => attributes,
    }),
  }),
});

const PayloadRef = builder.objectRef<TemplatePayload>('TemplatePayload').implement({
  description: 'The payload of an accepted emit, with what else templatePreview takes.',
  fields: (t) => ({
    event: t.field({
      type: Event,
      nullable: true,
      description: 'The emit that had the payload; null once it was erased.',
      resolve: ({ eventId }, _args, viewer, info) =>
        loadTogether(viewer, info, {
          what: 'event record',
          id: eventId,
          read: (ids) => findEventRecords(tenant(viewer), ids),
        }),
    }),
    payload: t.field({
      type: 'JSON',
      description: 'Fields of the event as they were sent; they are data of a person.',
      resolve: ({ payload }) => payload,
    }),
    masked: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The payload with its letters, digits, dates and addresses replaced, to be kept as an example of the event type; what is no field any more is left out. Null for a payload of more than 32,768 bytes.',
      resolve: ({ fields, payload }) => maskedExample(fields, payload),
    }),
    locale: t.exposeString('locale', { description: 'Language wanted for the recipient, such as pt-BR.' }),
    timezone: t.exposeString('timezone', { description: 'Time zone of the workspace, such as Europe/Berlin.' }),
    contact: t.field({
      type: PayloadContact,
      nullable: true,
      description: 'The recipient; null where no address is kept.',
      resolve: ({ contact }) => contact,
    }),
  }),
});

builder.queryField('templatePayloads', (t) =>
  t.field({
    type: [PayloadRef],
    complexity: { field: workCost.templatePayloads, multiplier: 20 },
    description:
      'The latest payloads of an event type, over all workspaces, while they are kept: 30 days, or until the person is erased. Costs as much as 100 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type whose payloads are shown.' }),
      first: t.arg.int({ defaultValue: 10, description: 'Number of payloads, 0 to 20.' }),
    },
    resolve: async (_root, { eventType, first }, viewer) => [
      ...(await withinAnswer(viewer, () => listTemplatePayloads(tenant(viewer), { eventType, first: first ?? 10 }))),
    ],
  }),
);
