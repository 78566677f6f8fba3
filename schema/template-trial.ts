/** The trial of a template with emitted events. */
import { type TemplateWarning, templateWarnings } from '../src/templates/template-warnings.ts';
import { tryDraft } from '../src/templates/trials/try-draft.ts';
import type { LocaleTrial, TemplateTrial } from '../src/templates/trials/try-template.ts';
import { tryNamedVersion } from '../src/templates/trials/try-version.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { saveInputOf, TemplateSaveInput } from './template-save-input.ts';
import { withinAnswer } from './within-answer.ts';

const WarningCode = builder.enumType('TemplateWarningCode', {
  description: 'Reasons to look at a template again; none prevents the save.',
  values: {
    output_too_large: {
      value: 'OUTPUT_TOO_LARGE',
      description: 'The HTML exceeds 100 KiB, at which Gmail cuts off an email.',
    },
    falls_back: {
      value: 'FALLS_BACK',
      description: 'Some of the tried payloads lack a value that the mail shows.',
    },
    not_tried: {
      value: 'NOT_TRIED',
      description: 'The language, or some of its payloads, was not tried because the check would take too long.',
    },
    answers_lost: {
      value: 'ANSWERS_LOST',
      description: 'A text asks for answers, and neither a Reply-To nor the domain of the sender takes them.',
    },
  },
});

const Warning = builder.objectRef<TemplateWarning>('TemplateWarning').implement({
  description: 'A reason to look at the template again. The save succeeds all the same.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCode, description: 'Machine-readable reason.' }),
    locale: t.exposeString('locale', { description: 'Language that the warning concerns.' }),
    message: t.exposeString('message', { description: 'Explanation in English; the wording may change.' }),
  }),
});

const FallenBackTag = builder.objectRef<LocaleTrial['tags'][number]>('TemplateFallenBackTag').implement({
  description: 'A merge tag that had no value.',
  fields: (t) => ({
    tag: t.exposeString('tag', {
      description: 'Merge tag without braces and filters, for example event.customer_name.',
    }),
    payloads: t.exposeInt('payloads', { description: 'Number of payloads without a value for the tag.' }),
  }),
});

const LocaleCheck = builder.objectRef<LocaleTrial>('TemplateLocaleCheck').implement({
  description: 'Results of one language.',
  fields: (t) => ({
    locale: t.exposeString('locale', { description: 'Language tag, such as pt-BR.' }),
    payloads: t.exposeInt('payloads', { description: 'Number of payloads whose recipient gets this language.' }),
    fallingBack: t.exposeInt('fallingBack', {
      description: 'Number of those payloads in which a merge tag has no value.',
    }),
    tags: t.field({
      type: [FallenBackTag],
      description: 'Tags without a value, the most frequent first.',
      resolve: ({ tags }) => [...tags],
    }),
    htmlBytes: t.exposeInt('htmlBytes', {
      description:
        'Bytes of the largest HTML; with the examples of the event type, or sample values, when no payload has this language.',
    }),
  }),
});

export const TemplateCheck = builder.objectRef<TemplateTrial>('TemplateCheck').implement({
  description: 'Result of rendering a template with the newest real payloads of its event type.',
  fields: (t) => ({
    payloads: t.exposeInt('payloads', { description: 'Number of payloads that were tried, 0 to 100.' }),
    leftOut: t.exposeInt('leftOut', {
      description:
        'Number of older payloads among the newest 100 that were not tried, because all together have more than 16 MiB.',
    }),
    fallingBack: t.exposeInt('fallingBack', { description: 'Number of payloads in which a merge tag has no value.' }),
    locales: t.field({
      type: [LocaleCheck],
      description: "Results by language, the template's own language first.",
      resolve: ({ locales }) => [...locales],
    }),
    warnings: t.field({
      type: [Warning],
      description: 'Reasons to look at the template again; empty when none was found.',
      resolve: (trial) => [...templateWarnings(trial)],
    }),
  }),
});

builder.queryField('templateVersionCheck', (t) =>
  t.field({
    type: TemplateCheck,
    complexity: { field: workCost.templateCheck, multiplier: 1 },
    description:
      'Renders a saved version with the newest 100 payloads of its event type. Costs as much as 4,000 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type whose template is tried.' }),
      version: t.arg.int({ description: 'Number of a saved version. Default: the live one.' }),
    },
    resolve: (_root, { eventType, version }, viewer) =>
      withinAnswer(viewer, () => tryNamedVersion(tenant(viewer), { eventType, version: version ?? null })),
  }),
);

builder.queryField('templateCheck', (t) =>
  t.field({
    type: TemplateCheck,
    complexity: { field: workCost.templateCheck, multiplier: 1 },
    description:
      'Renders a draft with the newest 100 payloads of its event type and saves nothing. Costs as much as 4,000 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type whose payloads are tried.' }),
      draft: t.arg({ type: TemplateSaveInput, required: true, description: 'The content to try, as in templateSave.' }),
    },
    resolve: (_root, { eventType, draft }, viewer) =>
      withinAnswer(viewer, () => tryDraft(tenant(viewer), { eventType, draft: saveInputOf(draft) })),
  }),
);
