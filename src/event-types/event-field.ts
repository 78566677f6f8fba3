/** The typed fields of an event type (decisions, sections 5 and 12), as templates see them too. */
import type { FieldType, ScalarType } from '../../emails/index.ts';

export { type EventField, type FieldType, fieldTypes, type ScalarType, scalarTypes } from '../../emails/index.ts';

export function isScalar(type: FieldType): type is ScalarType {
  return type !== 'object' && type !== 'list';
}
