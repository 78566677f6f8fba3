/** The form in which fields are saved. */
import type { EventFieldInput } from '../../../api/operations.ts';
import type { PayloadField } from './payload-field.ts';

/** Returns a field that was read in the form of a save: what is null is left out. */
export function fieldInput({ name, type, required, fallback, items, fields }: PayloadField): EventFieldInput {
  return {
    name,
    type,
    required,
    ...(fallback == null ? {} : { fallback }),
    ...(items == null ? {} : { items: { type: items.type } }),
    ...(fields == null ? {} : { fields: fields.map(fieldInput) }),
  };
}
