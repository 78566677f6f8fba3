/** The inputs of drafts. */
import { builder } from './builder.ts';

const DraftContentInput = builder.inputType('TemplateDraftContentInput', {
  description: 'Content of a draft, as in templateSave; parts may be missing or have faults. At most 2 MiB of JSON.',
  fields: (t) => ({
    subject: t.string({ description: 'Subject line; may contain merge tags.' }),
    fromLocalPart: t.string({ description: "Local part of the sender's address, such as orders." }),
    displayName: t.string({ description: "The sender's name; may contain merge tags." }),
    replyTo: t.string({ description: 'Address of the Reply-To header; may contain merge tags.' }),
    locale: t.string({ description: 'Language tag of these texts; en when left out.' }),
    composition: t.field({ type: 'JSON', description: 'Document in composition format 3.' }),
    translations: t.field({
      type: 'JSON',
      description: 'Translations by locale, then by field id: {text, source}.',
    }),
  }),
});

const baseDescription =
  'Number of the version that the author began from, or has merged; publishing checks that it is still live.';

export const DraftCreateInput = builder.inputType('TemplateDraftCreateInput', {
  description: 'A new draft. Without content it begins with the content of its base.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A label for people; at most 128 characters.' }),
    baseVersion: t.int({ description: `${baseDescription} Default: the live version.` }),
    content: t.field({
      type: DraftContentInput,
      description: 'Texts and blocks to begin with. Default: those of the base.',
    }),
  }),
});

export const DraftSaveInput = builder.inputType('TemplateDraftSaveInput', {
  description: 'Changes of a draft; fields that are left out stay as they are.',
  fields: (t) => ({
    revision: t.int({
      description: 'Number of the revision that was edited; version_conflict when a newer one exists.',
    }),
    name: t.string({ description: 'A new label; at most 128 characters.' }),
    baseVersion: t.int({ description: baseDescription }),
    content: t.field({ type: DraftContentInput, description: 'The whole new content.' }),
  }),
});

export const DraftPublishInput = builder.inputType('TemplateDraftPublishInput', {
  description: 'Conditions of publishing, and a note for the new version.',
  fields: (t) => ({
    revision: t.int({
      description: 'Number of the revision that was reviewed; version_conflict when a newer one exists.',
    }),
    acceptOutdated: t.boolean({ description: 'Whether to publish with outdated translations. Default: false.' }),
    note: t.string({ description: 'A sentence about the change for the list of versions; at most 500 characters.' }),
  }),
});
