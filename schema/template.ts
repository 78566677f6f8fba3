/**
 * Templates: the email of an event type, in versions. Longer than the house's 250 lines: one type
 * with its saves.
 */

import { giveWayBetween } from '../src/ground/give-way/give-way-between.ts';
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { findTemplate } from '../src/templates/find-template.ts';
import { fullTranslations } from '../src/templates/languages/full-translations.ts';
import { type Coverage, templateCoverage } from '../src/templates/languages/template-coverage.ts';
import { type SavedTemplate, saveTemplate } from '../src/templates/save-template.ts';
import { savedTranslations } from '../src/templates/saved-content.ts';
import { tryVersion } from '../src/templates/trials/try-version.ts';
import { findTemplateVersion, findVersion } from '../src/templates/versions/find-template-version.ts';
import {
  countTemplateVersions,
  listTemplateVersions,
  versionsThatFit,
} from '../src/templates/versions/list-template-versions.ts';
import { restoreTemplate } from '../src/templates/versions/restore-template.ts';
import { builder, tenant } from './builder.ts';
import type { RowQuery } from './connection.ts';
import { contentConnection } from './content-connection.ts';
import { workCost } from './field-cost.ts';
import { ifMatchArgument } from './if-match.ts';
import { Node } from './node.ts';
import { authorDescription, selectAuthor, TemplateAuthor } from './template-author.ts';
import { saveInputOf, TemplateSaveInput } from './template-save-input.ts';
import { TemplateCheck } from './template-trial.ts';
import { fromArg, untilArg } from './time-range.ts';
import { withinAnswer } from './within-answer.ts';

const byVersion = {
  keyOf: ({ version }: { readonly version: number }) => String(version),
  pattern: /^[1-9]\d{0,8}$/,
};

const noteArgument =
  'A sentence about the change for the list of versions; at most 500 characters. Lost where nothing differs.';
const eventTypeArgument = 'Name of an event type of the platform, such as order.shipped.';

interface Variables {
  readonly event: string[];
  readonly contact: string[];
  readonly system: string[];
  readonly brand?: string[];
}

const TemplateVariables = builder.objectRef<Variables>('TemplateVariables').implement({
  description: 'The variables that a template reads, sorted.',
  fields: (t) => ({
    event: t.exposeStringList('event', { description: 'Paths of the payload.' }),
    contact: t.exposeStringList('contact', { description: 'Recipient fields: email, reference and attributes.<key>.' }),
    system: t.exposeStringList('system', { description: 'Values that the service supplies, such as unsubscribe_url.' }),
    brand: t.stringList({
      description: "Values of the platform's brand, such as logo_url.",
      resolve: ({ brand }) => brand ?? [],
    }),
  }),
});

const TemplateCoverage = builder.objectRef<Coverage>('TemplateCoverage').implement({
  description: 'State of the translation into one language.',
  fields: (t) => ({
    locale: t.exposeString('locale', { description: 'Language tag of the translation, such as pt-BR.' }),
    texts: t.exposeInt('texts', { description: 'Number of texts with words beside merge tags.' }),
    translated: t.exposeInt('translated', {
      description: 'Number of texts with a translation that is neither empty nor outdated.',
    }),
    missing: t.stringList({
      description: 'Field ids of texts whose translation is absent or empty, such as `title.text`.',
      resolve: ({ missing }) => [...missing],
    }),
    outdated: t.stringList({
      description: 'Field ids of texts whose translation names another `source` than the present text.',
      resolve: ({ outdated }) => [...outdated],
    }),
  }),
});

export const TemplateVersion = builder.prismaObject('TemplateVersion', {
  description: "One saved version of an event type's template; it never changes.",
  // Selected only on demand: content can be megabytes.
  select: { id: true, version: true },
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id assigned by the service, a ULID.' }),
    etag: t.exposeString('id', { description: 'Tag of the version, for `ifMatch` while it is the current one.' }),
    version: t.exposeInt('version', { description: 'Number of the version, counted from 1.' }),
    subject: t.exposeString('subject', {
      description: 'Subject line, at most 998 characters; may contain merge tags.',
    }),
    fromLocalPart: t.exposeString('fromLocalPart', {
      description: "Local part of the sender's address, 1 to 64 characters, such as orders.",
    }),
    displayName: t.exposeString('displayName', { nullable: true, description: "The sender's name." }),
    replyTo: t.exposeString('replyTo', {
      nullable: true,
      description: 'Address of the Reply-To header, merge tags included; null: none.',
    }),
    locale: t.exposeString('locale', { description: "Language of the template's own texts, such as en." }),
    composition: t.expose('composition', {
      type: 'JSON',
      complexity: workCost.templateContent,
      description: 'Content, composition format 3. Costs as much as 40 fields.',
    }),
    translations: t.field({
      type: 'JSON',
      complexity: workCost.templateContent,
      description:
        'Translations by locale, then by field id: {text, source}; `source` is null where the save had none. Costs as much as 40 fields.',
      select: { translations: true },
      resolve: (version) => giveWayBetween(fullTranslations(savedTranslations(version))),
    }),
    variables: t.field({
      type: TemplateVariables,
      description: 'Merge tag variables of all texts and languages.',
      select: { variables: true },
      // Only the save writes the column, in this shape.
      resolve: ({ variables }) => variables as unknown as Variables,
    }),
    coverage: t.field({
      type: [TemplateCoverage],
      complexity: { field: workCost.templateContent, multiplier: 1 },
      description: 'Missing and outdated texts of each language. Costs as much as 40 fields.',
      select: { subject: true, displayName: true, replyTo: true, locale: true, composition: true, translations: true },
      resolve: async (version, _args, viewer) => [...(await templateCoverage(tenant(viewer), version))],
    }),
    restoredFrom: t.exposeInt('restoredFrom', {
      nullable: true,
      description: 'Number of the older version whose content was restored; null after a save.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Sentence of the author about the change; null: none.',
    }),
    savedBy: t.field({
      type: TemplateAuthor,
      nullable: true,
      description: authorDescription,
      select: selectAuthor,
      resolve: ({ savedBy }) => savedBy,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the save or restore.' }),
  }),
});

builder.queryFields((t) => ({
  template: t.prismaField({
    type: 'TemplateVersion',
    description: "Reads the current version of an event type's template; not_found when the type has none.",
    args: { eventType: t.arg.string({ required: true, description: eventTypeArgument }) },
    resolve: (query, _root, { eventType }, viewer) =>
      withinAnswer(viewer, () => findTemplate(tenant(viewer), eventType, query)),
  }),
  templateVersion: t.prismaField({
    type: 'TemplateVersion',
    description: "Reads one version of an event type's template; not_found when it was never saved.",
    args: {
      eventType: t.arg.string({ required: true, description: eventTypeArgument }),
      version: t.arg.int({ required: true, description: 'Number of the version, from 1.' }),
    },
    resolve: (query, _root, { eventType, version }, viewer) =>
      withinAnswer(viewer, () => findVersion(tenant(viewer), { eventType, version }, query)),
  }),
  templateVersions: t.connection(
    {
      type: TemplateVersion,
      description:
        'The versions of a template, newest first. A page with content ends early at 8 MiB; hasNextPage is true then.',
      args: {
        eventType: t.arg.string({ required: true, description: eventTypeArgument }),
        from: t.arg(fromArg),
        until: t.arg(untilArg),
      },
      resolve: (_root, { eventType, from, until, ...args }, viewer, info) => {
        const ctx = tenant(viewer);
        const wanted = { eventType, from, until };
        const list = {
          ...byVersion,
          read: (window: PageWindow, query: RowQuery) => listTemplateVersions(ctx, wanted, window, query),
          count: (limit: number) => countTemplateVersions(ctx, wanted, limit),
          rowsThatFit: (window: PageWindow) => versionsThatFit(ctx, wanted, window),
        };
        return contentConnection(args, list, { viewer, info });
      },
    },
    { name: 'TemplateVersionConnection' },
    { name: 'TemplateVersionEdge' },
  ),
}));

export const TemplateSavePayload = builder.objectRef<SavedTemplate>('TemplateSavePayload').implement({
  description: 'The version that is current after the save, with its check on request.',
  fields: (t) => ({
    created: t.exposeBoolean('created', { description: 'Whether this is the first version.' }),
    templateVersion: t.prismaField({
      type: 'TemplateVersion',
      description: 'The version that the save wrote, or the current one when nothing differed.',
      resolve: (query, saved, _args, viewer) =>
        withinAnswer(viewer, () => findTemplateVersion(tenant(viewer), saved, query)),
    }),
    check: t.field({
      type: TemplateCheck,
      complexity: { field: workCost.templateCheck, multiplier: 1 },
      description:
        'Result of rendering the saved version with the newest 100 payloads, with warnings. Costs as much as 4,000 fields.',
      resolve: (saved, _args, viewer) => withinAnswer(viewer, () => tryVersion(tenant(viewer), saved)),
    }),
  }),
});

const TemplateRestorePayload = builder
  .objectRef<{ readonly eventTypeId: string; readonly version: number }>('TemplateRestorePayload')
  .implement({
    description: 'The version that the restore made current.',
    fields: (t) => ({
      templateVersion: t.prismaField({
        type: 'TemplateVersion',
        description: 'The current version after the restore.',
        resolve: (query, restored, _args, viewer) =>
          withinAnswer(viewer, () => findTemplateVersion(tenant(viewer), restored, query)),
      }),
    }),
  });

builder.mutationFields((t) => ({
  templateSave: t.field({
    type: TemplateSavePayload,
    description:
      'Saves the next version, live at once in every workspace. Errors: precondition_failed, version_conflict, translations_outdated.',
    args: {
      eventType: t.arg.string({ required: true, description: eventTypeArgument }),
      input: t.arg({ type: TemplateSaveInput, required: true, description: 'Content of the next version.' }),
      note: t.arg.string({ description: noteArgument }),
      ifMatch: t.arg.stringList({ description: ifMatchArgument }),
    },
    resolve: (_root, { eventType, input, note, ifMatch }, viewer) =>
      saveTemplate(tenant(viewer), { eventType, input: saveInputOf(input), note, ifMatch }),
  }),
  templateRestore: t.field({
    type: TemplateRestorePayload,
    description:
      'Writes the content of an older version as the next version. Restoring the current version changes nothing. Errors: precondition_failed.',
    args: {
      eventType: t.arg.string({ required: true, description: eventTypeArgument }),
      version: t.arg.int({
        required: true,
        description: 'Number of an older version, from 1; not_found when never saved.',
      }),
      note: t.arg.string({ description: noteArgument }),
      ifMatch: t.arg.stringList({ description: ifMatchArgument }),
    },
    resolve: (_root, args, viewer) => restoreTemplate(tenant(viewer), args),
  }),
}));
