/** The preview of a template. */
import { type Preview, previewTemplate } from '../src/templates/preview-template.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { TemplateSaveInput } from './template-save-input.ts';
import { withinAnswer } from './within-answer.ts';

const TemplatePreview = builder.objectRef<Preview>('TemplatePreview').implement({
  description: 'A mail as it would be sent; nothing was.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'With its values.' }),
    html: t.exposeString('html', { description: 'The HTML part.' }),
    text: t.exposeString('text', { description: 'The plain text part.' }),
    fromLocalPart: t.exposeString('fromLocalPart', { description: "The sender's address before the @." }),
    displayName: t.exposeString('displayName', { nullable: true, description: "The sender's name." }),
    replyTo: t.exposeString('replyTo', { nullable: true, description: 'Where answers go.' }),
    fallenBack: t.stringList({
      description: 'Tags without a value, such as event.customer_name, which rendered their fallback or nothing.',
      resolve: ({ fallenBack }) => [...fallenBack],
    }),
  }),
});

const TemplatePreviewContact = builder.inputType('TemplatePreviewContact', {
  description: 'Whom the preview is for.',
  fields: (t) => ({
    email: t.string({ description: 'A sample address when left out.' }),
    attributes: t.field({ type: 'JSON', description: 'Values by attribute key; samples when left out.' }),
  }),
});

const TemplatePreviewInput = builder.inputType('TemplatePreviewInput', {
  description: 'What to show: a saved version, a draft, or with neither the current version.',
  fields: (t) => ({
    version: t.int({ description: 'A saved version.' }),
    draft: t.field({ type: TemplateSaveInput, description: 'A template that is not saved.' }),
    locale: t.string({ description: "The translation to show; the template's own language when left out." }),
    timezone: t.string({ description: 'The time zone of dates and times; UTC when left out.' }),
    payload: t.field({ type: 'JSON', description: 'Fields of the event; sample values when left out.' }),
    contact: t.field({ type: TemplatePreviewContact, description: 'A sample person when left out.' }),
  }),
});

builder.queryField('templatePreview', (t) =>
  t.field({
    type: TemplatePreview,
    complexity: { field: workCost.templatePreview, multiplier: 1 },
    description:
      'The mail that a template would make, by the very code that sends. Nothing is sent. Costs as much as 2,000 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type.' }),
      input: t.arg({ type: TemplatePreviewInput, required: true, description: 'What to show.' }),
    },
    resolve: (_root, { eventType, input }, viewer) =>
      withinAnswer(viewer, () => previewTemplate(tenant(viewer), { eventType, input })),
  }),
);
