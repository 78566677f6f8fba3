/** A field of a payload, as the service names it; fields of fields come as far as they were asked for. */
export interface PayloadField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly fallback?: string | null;
  /** Of a list of scalars. */
  readonly items?: { readonly type: ScalarType } | null;
  /** Of an object, or of each object in a list. */
  readonly fields?: readonly PayloadField[] | null;
}

export type ScalarType = 'string' | 'number' | 'boolean' | 'date' | 'datetime' | 'url' | 'email';
export type FieldType = ScalarType | 'object' | 'list';

/** `order.shipped` becomes `OrderShipped`. */
export function typeName(eventType: string): string {
  const name = eventType
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return /^[A-Za-z]/.test(name) ? name : `Event${name}`;
}
