/** A template as a designer edits it: fields as text, composition and translations as JSON text. */
import type { FieldErrors } from '../../api/fault.ts';
import type { DraftContentFragment, TemplateSaveInput } from '../../api/operations.ts';
import { readJsonText } from '../../parts/json/read-json-text.ts';
import type { Translations } from '../blocks/change-blocks.ts';
import { isObject } from '../json-at.ts';

export interface Draft {
  readonly subject: string;
  readonly fromLocalPart: string;
  readonly displayName: string;
  readonly replyTo: string;
  readonly locale: string;
  readonly composition: string;
  readonly translations: string;
}

/** A mail to begin from. */
const firstComposition = {
  editorVersion: 3,
  target: 'email',
  document: {
    blocks: [
      { id: 'title', type: 'heading', attrs: { text: 'A heading', level: 1 } },
      { id: 'body', type: 'text', attrs: { text: 'The text of the mail.' } },
    ],
  },
};

type Saved = Pick<
  DraftContentFragment,
  'subject' | 'fromLocalPart' | 'displayName' | 'replyTo' | 'locale' | 'composition' | 'translations'
>;

/** The draft that a version, or a stored draft with its gaps, begins with. */
export function draftOf(saved: Saved | null): Draft {
  return {
    subject: saved?.subject ?? '',
    fromLocalPart: saved?.fromLocalPart ?? (saved === null ? 'hello' : ''),
    displayName: saved?.displayName ?? '',
    replyTo: saved?.replyTo ?? '',
    locale: saved?.locale ?? 'en',
    composition: write(saved?.composition ?? firstComposition),
    translations: write(saved?.translations ?? {}),
  };
}

/** JSON as people read it. */
export function write(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

export function sameDraft(one: Draft, other: Draft): boolean {
  return (Object.keys(one) as (keyof Draft)[]).every((key) => one[key] === other[key]);
}

export interface ReadDraft {
  /** Null while a part is not JSON. */
  readonly input: TemplateSaveInput | null;
  readonly compositionFault: string | null;
  readonly translationsFault: string | null;
}

/** The input of a save, a check or a preview of the draft. */
export function readDraft(draft: Draft): ReadDraft {
  const composition = readJsonText(draft.composition);
  const translations = readJsonText(draft.translations);
  const isJson = composition.fault === null && translations.fault === null;
  const input: TemplateSaveInput | null = isJson
    ? {
        subject: draft.subject,
        fromLocalPart: draft.fromLocalPart,
        displayName: draft.displayName || null,
        replyTo: draft.replyTo || null,
        locale: draft.locale,
        composition: composition.value,
        translations: translations.value,
      }
    : null;
  return { input, compositionFault: composition.fault, translationsFault: translations.fault };
}

export type DraftErrors = Readonly<Record<keyof Draft, FieldErrors>>;

/** Divides the errors of a request among the parts of the draft; a path then begins in its part. */
export function divideErrors(errors: FieldErrors): DraftErrors {
  const divided: Record<keyof Draft, Record<string, readonly string[]>> = {
    subject: {},
    fromLocalPart: {},
    displayName: {},
    replyTo: {},
    locale: {},
    composition: {},
    translations: {},
  };
  for (const [path, messages] of Object.entries(errors)) {
    const steps = path.split('.').filter((step) => step !== 'input' && step !== 'draft');
    const [part = '', ...rest] = steps;
    const isPart = Object.hasOwn(divided, part);
    divided[isPart ? (part as keyof Draft) : 'composition'][(isPart ? rest : steps).join('.')] = messages;
  }
  return divided;
}

/** The first message of a part without paths of its own. */
export function firstError(errors: FieldErrors): string | null {
  return Object.values(errors)[0]?.[0] ?? null;
}

/** Translations as far as they have the form of translations; a person may be typing them. */
export function translationsOf(value: unknown): Translations {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([locale, texts]) => (isObject(texts) ? [[locale, texts]] : [])),
  );
}
