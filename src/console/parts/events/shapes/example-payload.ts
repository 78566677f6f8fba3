/** A payload with each field of an event type, which the service accepts. */
import type { PayloadField, ScalarType } from './payload-field.ts';

export function examplePayload(fields: readonly PayloadField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field.name, exampleOf(field)]));
}

function exampleOf({ name, type, fallback, items, fields }: PayloadField): unknown {
  if (type === 'object') return examplePayload(fields ?? []);
  if (type === 'list') return [items ? scalarOf(items.type, name) : examplePayload(fields ?? [])];
  return type === 'string' && fallback ? fallback : scalarOf(type, name);
}

function scalarOf(type: ScalarType, name: string): string | number | boolean {
  switch (type) {
    case 'string':
      return sentence(name);
    case 'number':
      return 42;
    case 'boolean':
      return true;
    case 'date':
      return '2026-01-31';
    case 'datetime':
      return '2026-01-31T09:30:00Z';
    case 'url':
      return `https://example.com/${name.replaceAll('_', '-')}`;
    case 'email':
      return 'ada@example.com';
  }
}

/** `customer_name` becomes `Customer name`. */
function sentence(name: string): string {
  const words = name.replaceAll('_', ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
