/** The content of a template, as it is saved, previewed and checked. */
import { builder } from './builder.ts';

export const TemplateSaveInput = builder.inputType('TemplateSaveInput', {
  description: 'Content of the next version, and how to treat conflicts.',
  fields: (t) => ({
    subject: t.string({ required: true, description: 'May carry merge tags.' }),
    fromLocalPart: t.string({ required: true, description: "The sender's address before the @." }),
    displayName: t.string({ description: "The sender's name, at most 255 characters; may carry merge tags." }),
    replyTo: t.string({ description: 'Address of the Reply-To header, at most 320 characters; may carry merge tags.' }),
    locale: t.string({ description: 'Language of these texts; en when left out.' }),
    composition: t.field({
      type: 'JSON',
      required: true,
      description:
        'Document in composition format 3: {editorVersion: 3, target: "email", document: {settings, theme, blocks}}.',
    }),
    translations: t.field({ type: 'JSON', description: 'By locale, then by field id: {text, source}.' }),
    baseVersion: t.int({ description: 'The version that was edited; refused when a newer one has been saved.' }),
    acceptOutdated: t.boolean({ description: 'Save although translations were written for other source texts.' }),
  }),
});
