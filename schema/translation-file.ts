/** Texts of a template as files for translators, out and in. */
import { type TranslatedTemplate, translateTemplate } from '../src/templates/translation-files/translate-template.ts';
import {
  type TranslationWarning,
  warningsOf,
  writeTemplateTexts,
} from '../src/templates/translation-files/write-template-texts.ts';
import { findTemplateVersion } from '../src/templates/versions/find-template-version.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { withinAnswer } from './within-answer.ts';

const TranslationFormat = builder.enumType('TranslationFormat', {
  description: 'Forms of a file with texts for translators.',
  values: {
    xliff: { description: 'XLIFF 2.0, which tools of translators read and write; merge tags are codes in it.' },
    csv: { description: "A row for each text, with the template's language beside the other one, for spreadsheets." },
    json: { description: 'The templates of the file, each with its texts.' },
  },
});

const Warning = builder.objectRef<TranslationWarning>('TranslationWarning').implement({
  description: 'Likely mistake in a translation, which can be saved all the same.',
  fields: (t) => ({
    fieldId: t.exposeString('fieldId', { description: 'Field id of the text, such as `title.text`.' }),
    message: t.exposeString('message', {
      description: 'Difference between the text and its translation, as a sentence.',
    }),
  }),
});

const localeArgument = 'Language tag, such as it or pt-BR; it need not have a translation yet.';
const content = {
  subject: true,
  displayName: true,
  replyTo: true,
  locale: true,
  composition: true,
  translations: true,
} as const;

builder.prismaObjectFields('TemplateVersion', (t) => ({
  translationFile: t.field({
    type: 'String',
    complexity: { field: workCost.templateContent, multiplier: 1 },
    description:
      'The texts in one language as a file for translators: outdated ones first, then missing ones. templateTranslate brings it back. Costs as much as 40 fields.',
    args: {
      locale: t.arg.string({ required: true, description: localeArgument }),
      format: t.arg({
        type: TranslationFormat,
        required: true,
        defaultValue: 'xliff',
        description: 'XLIFF for tools of translators, CSV for spreadsheets, or JSON.',
      }),
    },
    select: { ...content, eventType: { select: { name: true } } },
    resolve: ({ eventType, ...version }, { locale, format }, viewer) =>
      writeTemplateTexts(tenant(viewer), version, { locale, format, eventType: eventType.name }),
  }),
  translationWarnings: t.field({
    type: [Warning],
    complexity: { field: workCost.templateContent, multiplier: 1 },
    description:
      'Translations of one language that lack a merge tag or a link of their text, have another one, or are much longer. Costs as much as 40 fields.',
    args: { locale: t.arg.string({ required: true, description: 'Language tag of a translation, such as pt-BR.' }) },
    select: content,
    resolve: async (version, { locale }, viewer) => [...(await warningsOf(tenant(viewer), version, locale))],
  }),
}));

const TemplateTranslateInput = builder.inputType('TemplateTranslateInput', {
  description: 'A file of translators, and how to treat conflicts.',
  fields: (t) => ({
    content: t.string({
      required: true,
      description:
        'The file as text: XLIFF 2, CSV or JSON, which its first sign tells. It may hold texts of other templates too.',
    }),
    baseVersion: t.int({
      description: 'Number of the version that is translated; version_conflict when a newer one exists.',
    }),
    acceptOutdated: t.boolean({
      description:
        'Whether to save translations of texts that have changed since the file was written. Default: false.',
    }),
  }),
});

const TemplateTranslatePayload = builder.objectRef<TranslatedTemplate>('TemplateTranslatePayload').implement({
  description: 'The version that is current after a file of translators was brought in.',
  fields: (t) => ({
    templateVersion: t.prismaField({
      type: 'TemplateVersion',
      description: 'The version with the translations, or the current one when nothing differed.',
      resolve: (query, saved, _args, viewer) =>
        withinAnswer(viewer, () => findTemplateVersion(tenant(viewer), saved, query)),
    }),
    version: t.exposeInt('version', { description: 'Number of the current version, counted from 1.' }),
    locale: t.exposeString('locale', { description: 'Language of the file.' }),
    changed: t.stringList({
      description: 'Field ids of translations that are new or other than before.',
      resolve: ({ changed }) => [...changed],
    }),
    unknown: t.stringList({
      description: 'Field ids in the file of texts that the template does not have; they were passed over.',
      resolve: ({ unknown }) => [...unknown],
    }),
    outdated: t.stringList({
      description: 'Field ids of texts that have changed since the file was written.',
      resolve: ({ outdated }) => [...outdated],
    }),
    warnings: t.field({
      type: [Warning],
      description: 'Likely mistakes in the translations of the language, in the order of the mail.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
});

builder.mutationField('templateTranslate', (t) =>
  t.field({
    type: TemplateTranslatePayload,
    description:
      'Brings a file of translators into the current version as the next one, live at once; a language that the template lacks is added. Errors: version_conflict, translations_outdated.',
    args: {
      eventType: t.arg.string({
        required: true,
        description: 'Name of an event type of the platform, such as order.shipped.',
      }),
      input: t.arg({
        type: TemplateTranslateInput,
        required: true,
        description: 'Texts that translators have sent back, and how to treat conflicts.',
      }),
      note: t.arg.string({
        description:
          'A sentence about the change for the list of versions; at most 500 characters. Lost where nothing differs.',
      }),
    },
    resolve: (_root, args, viewer) => translateTemplate(tenant(viewer), args),
  }),
);
