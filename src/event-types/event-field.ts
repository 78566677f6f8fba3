/** The typed fields of an event type (decisions, sections 5 and 12). */
import type { FieldType } from '../../emails/template.ts';

export type { FieldType };

export const scalarTypes = ['string', 'number', 'boolean', 'date', 'datetime', 'url', 'email'] as const;
export type ScalarType = (typeof scalarTypes)[number];

export const fieldTypes = [...scalarTypes, 'object', 'list'] as const satisfies readonly FieldType[];

/** One field, exactly as it is stored and answered: `fields` and `items` only where they apply. */
export interface EventField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** What a merge tag renders when it has no value; scalars alone have one. */
  readonly fallback: string | null;
  /** Of an object, or of each object of a list. */
  readonly fields?: readonly EventField[];
  /** What a list of scalars holds. */
  readonly items?: { readonly type: ScalarType };
}

export function isScalar(type: FieldType): type is ScalarType {
  return type !== 'object' && type !== 'list';
}
