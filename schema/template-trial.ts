/** What a template would make of the events that were really emitted. */
import { type TemplateWarning, templateWarnings } from '../src/templates/template-warnings.ts';
import { tryDraft } from '../src/templates/try-draft.ts';
import type { LocaleTrial, TemplateTrial } from '../src/templates/try-template.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { TemplateSaveInput } from './template-save-input.ts';
import { withinAnswer } from './within-answer.ts';

const WarningCode = builder.enumType('TemplateWarningCode', {
  description: 'What speaks against a template without forbidding it.',
  values: {
    OUTPUT_TOO_LARGE: { description: 'Mail apps cut an email of this size.' },
    FALLS_BACK: { description: 'Some of the last payloads lack a value that it shows.' },
    NOT_TRIED: {
      description: 'The check did not try this language, or not all payloads in it: it would take too long.',
    },
  },
});

const Warning = builder.objectRef<TemplateWarning>('TemplateWarning').implement({
  description: 'Something that speaks against a template without forbidding it.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCode, description: 'For programs.' }),
    locale: t.exposeString('locale', { description: 'The language of which it is true.' }),
    message: t.exposeString('message', { description: 'For people; may change.' }),
  }),
});

const FallenBackTag = builder.objectRef<LocaleTrial['tags'][number]>('TemplateFallenBackTag').implement({
  description: 'A merge tag that had no value.',
  fields: (t) => ({
    tag: t.exposeString('tag', { description: 'Such as event.customer_name.' }),
    payloads: t.exposeInt('payloads', { description: 'How many payloads had none.' }),
  }),
});

const LocaleCheck = builder.objectRef<LocaleTrial>('TemplateLocaleCheck').implement({
  description: 'The check in one language of the template.',
  fields: (t) => ({
    locale: t.exposeString('locale', { description: 'The language.' }),
    payloads: t.exposeInt('payloads', { description: 'How many of the payloads would go out in it.' }),
    fallingBack: t.exposeInt('fallingBack', { description: 'How many of those would show a fallback.' }),
    tags: t.field({
      type: [FallenBackTag],
      description: 'On which tags, the most frequent first.',
      resolve: ({ tags }) => [...tags],
    }),
    htmlBytes: t.exposeInt('htmlBytes', {
      description: 'Bytes of the largest HTML; of sample values where no payload goes out in this language.',
    }),
  }),
});

export const TemplateCheck = builder.objectRef<TemplateTrial>('TemplateCheck').implement({
  description: 'What a template makes of the last 100 payloads of its event type.',
  fields: (t) => ({
    payloads: t.exposeInt('payloads', { description: 'How many payloads there were, at most 100.' }),
    fallingBack: t.exposeInt('fallingBack', { description: 'How many of them would show a fallback.' }),
    locales: t.field({
      type: [LocaleCheck],
      description: 'Language by language, the own one first.',
      resolve: ({ locales }) => [...locales],
    }),
    warnings: t.field({
      type: [Warning],
      description: 'What speaks against the template.',
      resolve: (trial) => [...templateWarnings(trial)],
    }),
  }),
});

builder.queryField('templateCheck', (t) =>
  t.field({
    type: TemplateCheck,
    complexity: { field: workCost.templateCheck, multiplier: 1 },
    description:
      'What a template that is not saved would make of the last 100 payloads of its event type. Costs as much as 4,000 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type.' }),
      draft: t.arg({ type: TemplateSaveInput, required: true, description: 'As it would be saved.' }),
    },
    resolve: (_root, { eventType, draft }, viewer) =>
      withinAnswer(viewer, () => tryDraft(tenant(viewer), { eventType, draft })),
  }),
);
