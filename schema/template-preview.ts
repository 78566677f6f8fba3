/** The preview of a template. */
import { type Preview, previewTemplate } from '../src/templates/preview/preview-template.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { MailFile } from './mail-file.ts';
import { inRest } from './rest-types.ts';
import { TemplateSaveInput, withDraft } from './template-save-input.ts';
import { withinAnswer } from './within-answer.ts';

export const TemplatePreview = builder.objectRef<Preview>('TemplatePreview').implement({
  description: 'A rendered mail that is not sent.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Rendered subject line.' }),
    html: t.exposeString('html', { description: 'Rendered body as a whole HTML document.' }),
    text: t.exposeString('text', { description: 'The plain text part.' }),
    fromLocalPart: t.exposeString('fromLocalPart', {
      description: "Local part of the sender's address, 1 to 64 characters, such as orders.",
    }),
    displayName: t.exposeString('displayName', { nullable: true, description: "The sender's name." }),
    replyTo: t.exposeString('replyTo', {
      nullable: true,
      description: 'Rendered Reply-To; null when absent or not one bare address.',
    }),
    fallenBack: t.stringList({
      description: 'Tags without a value, such as event.customer_name, which rendered their fallback or nothing.',
      resolve: ({ fallenBack }) => [...fallenBack],
    }),
    files: t.field({
      type: [MailFile],
      description: 'Files beside the mail that it makes of its values; pictures that it makes are in the HTML.',
      resolve: ({ files }) => [...files],
    }),
  }),
});

export const TemplatePreviewContact = builder.inputType('TemplatePreviewContact', {
  description: 'The person that the mail is rendered for.',
  fields: (t) => ({
    email: t.string({ description: 'A sample address when left out.' }),
    attributes: t.field({
      type: 'JSONObject',
      extensions: inRest('JSON'),
      description: 'Values by attribute key; samples when left out.',
    }),
  }),
});

const TemplatePreviewInput = builder.inputType('TemplatePreviewInput', {
  description: 'At most one of `version`, `draft` and `draftId`; with none the current version is rendered.',
  fields: (t) => ({
    version: t.int({ description: 'Number of a saved version, from 1.' }),
    draft: t.field({ type: TemplateSaveInput, description: 'Content that is not saved, as in templateSave.' }),
    draftId: t.id({ description: 'Id of a stored draft of the same event type.' }),
    locale: t.string({ description: "The translation to show; the template's own language when left out." }),
    timezone: t.string({ description: 'The time zone of dates and times; UTC when left out.' }),
    payload: t.field({
      type: 'JSONObject',
      extensions: inRest('JSON'),
      description:
        'Fields of the event; when left out, those of the first example that the event type accepts, else sample values.',
    }),
    example: t.string({
      description: 'Name of an example of the event type, whose payload is taken; not together with `payload`.',
    }),
    contact: t.field({ type: TemplatePreviewContact, description: 'A sample person when left out.' }),
  }),
});

builder.queryField('templatePreview', (t) =>
  t.field({
    type: TemplatePreview,
    complexity: { field: workCost.templatePreview, multiplier: 1 },
    description:
      'Renders a saved version or a draft with the code that sends mail. Nothing is sent. Costs as much as 2,000 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type whose template is rendered.' }),
      input: t.arg({
        type: TemplatePreviewInput,
        required: true,
        description: 'Version or draft, language, time zone and values.',
      }),
    },
    resolve: (_root, { eventType, input }, viewer) =>
      withinAnswer(viewer, () => previewTemplate(tenant(viewer), { eventType, input: withDraft(input) })),
  }),
);
