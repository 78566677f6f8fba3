/**
 * `emails/`: composition JSON and values in, {subject, html, text} out. The folder knows no tenant, no configuration,
 * no database and no clock.
 *
 * The stages of a template: `checkTemplate` at save, `compileTemplate` once for each version and locale,
 * `renderTemplate` for each message.
 */
import type { Composition } from './composition.ts';

/** One localizable text in another language; `source` is the text it was written for. */
export interface Translation {
  readonly text: string;
  readonly source?: string | null | undefined;
}

/** The content of one version of a template. */
export interface TemplateContent {
  readonly subject: string;
  readonly displayName: string | null;
  readonly replyTo: string | null;
  /** The language tag of the template's own texts. */
  readonly locale: string;
  readonly composition: Composition;
  /** By locale, then by field id (`subject`, `display_name`, `preheader`, `<block id>.<attr>`). */
  readonly translations: Readonly<Record<string, Readonly<Record<string, Translation>>>>;
}

export const scalarTypes = ['string', 'number', 'boolean', 'date', 'datetime', 'url', 'email'] as const;
export type ScalarType = (typeof scalarTypes)[number];

export const fieldTypes = [...scalarTypes, 'object', 'list'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** One field of an event type (docs/rules.md#event-fields): `fields` and `items` only where they apply. */
export interface EventField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Rendered when a merge tag has no value; only scalar fields have one. */
  readonly fallback: string | null;
  /** The fields of an object, or of the objects of a list. */
  readonly fields?: readonly EventField[];
  /** The type of a list's scalars. */
  readonly items?: { readonly type: ScalarType };
}
