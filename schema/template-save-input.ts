/** The content of a template, as it is saved, previewed and checked. */
import { invalid } from '../src/ground/errors/errors.ts';
import { compositionFrom, type DocumentInput } from '../src/templates/typed-composition.ts';
import { builder } from './builder.ts';
import { CompositionDocumentInput } from './composition-input.ts';
import { versionedSave } from './versioned-save.ts';

export const TemplateSaveInput = builder.inputType('TemplateSaveInput', {
  description: 'Content of the next version, and how to treat conflicts.',
  fields: (t) => ({
    subject: t.string({ required: true, description: 'Subject line, at most 998 characters; may contain merge tags.' }),
    fromLocalPart: t.string({
      required: true,
      description: "Local part of the sender's address, 1 to 64 characters, such as orders.",
    }),
    displayName: t.string({ description: "The sender's name, at most 255 characters; may contain merge tags." }),
    replyTo: t.string({
      description: 'Address of the Reply-To header, at most 320 characters; may contain merge tags.',
    }),
    locale: t.string({ description: 'Language tag of these texts; en when left out.' }),
    composition: t.field({
      type: 'JSON',
      description:
        'Document as JSON, composition format 3: {editorVersion: 3, target: "email", document: {settings, theme, blocks}}. Either this or `document`.',
    }),
    document: t.field({ type: CompositionDocumentInput, description: 'The same document in types.' }),
    translations: t.field({
      type: 'JSON',
      description:
        'Translations by locale, then by field id: {text, source}. `source` is the text that was translated.',
    }),
    ...versionedSave(t),
  }),
});

interface WithDocument {
  readonly composition?: unknown;
  readonly document?: unknown;
}

/** Returns the input with its typed document as the composition that the verbs take. */
export function saveInputOf({ document, ...input }: WithDocument): object {
  if (document == null) return input;
  if (input.composition != null) throw invalid({ document: ['must not be sent together with composition'] });
  // GraphQL has checked the shape.
  return { ...input, composition: compositionFrom(document as DocumentInput) };
}

/** Like `saveInputOf`, for input that may have a draft. */
export function withDraft<Input extends { readonly draft?: WithDocument | null | undefined }>(input: Input): object {
  return input.draft == null ? input : { ...input, draft: saveInputOf(input.draft) };
}
