/** Test mails: a template in the author's own mailbox. */
import { sendTestMail, type TestMail } from '../src/templates/test-mail/send-test-mail.ts';
import { builder, tenant } from './builder.ts';
import { AttemptOutcome } from './delivery-enums.ts';
import { workCost } from './field-cost.ts';
import { TemplatePreview, TemplatePreviewContact } from './template-preview.ts';
import { TemplateSaveInput, withDraft } from './template-save-input.ts';
import { withinAnswer } from './within-answer.ts';

const TemplateTestInput = builder.inputType('TemplateTestInput', {
  description: 'The recipient, and what templatePreview takes: at most one of `version`, `draft` and `draftId`.',
  fields: (t) => ({
    to: t.string({
      required: true,
      description:
        "An address at the registered domain of the platform's sending domain: any at shop.com for mail.shop.com.",
    }),
    version: t.int({ description: 'Number of a saved version, from 1. Default: the live one.' }),
    draft: t.field({ type: TemplateSaveInput, description: 'Content that is not saved, as in templateSave.' }),
    draftId: t.id({ description: 'Id of a stored draft of the same event type.' }),
    locale: t.string({ description: "The translation to send; the template's own language when left out." }),
    timezone: t.string({ description: 'The time zone of dates and times; UTC when left out.' }),
    payload: t.field({
      type: 'JSONObject',
      description:
        'Fields of the event; when left out, those of the first example that the event type accepts, else sample values.',
    }),
    example: t.string({
      description: 'Name of an example of the event type, whose payload is taken; not together with `payload`.',
    }),
    contact: t.field({
      type: TemplatePreviewContact,
      description: 'The person that the mail is rendered for; a sample person when left out. Gets no mail.',
    }),
  }),
});

const TemplateTestPayload = builder.objectRef<TestMail>('TemplateTestPayload').implement({
  description: 'A test mail, and the answer of the other side.',
  fields: (t) => ({
    to: t.exposeString('to', { description: 'Address that the mail was sent to.' }),
    mail: t.field({
      type: TemplatePreview,
      description: 'The mail as it was rendered; its subject went out with the prefix [Test].',
      resolve: ({ mail }) => mail,
    }),
    outcome: t.field({
      type: AttemptOutcome,
      nullable: true,
      description: 'Result of the only attempt; null when the other side had not answered after 20 seconds.',
      // Nothing withdraws a test mail.
      resolve: ({ result }) => (result === null || result.outcome === 'withdrawn' ? null : result.outcome),
    }),
    replyCode: t.int({
      nullable: true,
      description: 'SMTP code of the reply, such as 550; null when there was none.',
      resolve: ({ result }) => result?.replyCode ?? null,
    }),
    reply: t.string({
      nullable: true,
      description: 'Text of the SMTP reply in one line, with addresses removed.',
      resolve: ({ result }) => result?.reply ?? null,
    }),
  }),
});

builder.mutationField('templateTest', (t) =>
  t.field({
    type: TemplateTestPayload,
    complexity: { field: workCost.templatePreview, multiplier: 1 },
    description:
      'Sends one mail of a template to an address of the sender, marked as a test by its subject and the header Tidings-Test. It counts in no figure, health or cap and causes no webhook. At most 20 an hour. Errors: rate_limited, domain_not_sendable. Costs as much as 2,000 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type whose template is sent.' }),
      input: t.arg({
        type: TemplateTestInput,
        required: true,
        description: 'Recipient, content, language and values.',
      }),
    },
    resolve: (_root, { eventType, input }, viewer) =>
      withinAnswer(viewer, () => sendTestMail(tenant(viewer), { eventType, input: withDraft(input) })),
  }),
);
