/** The typed fields of an event type (docs/rules.md#event-fields), shared with the templates. */
import type { FieldType, ScalarType } from '../../emails/index.ts';

export { type EventField, type FieldType, fieldTypes, type ScalarType, scalarTypes } from '../../emails/index.ts';

export function isScalar(type: FieldType): type is ScalarType {
  return type !== 'object' && type !== 'list';
}
