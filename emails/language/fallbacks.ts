import type { EventField } from '../document/template.ts';

/** The fallbacks of an event type by tag: `{'event.customer_name': 'friend', 'event.items.sku': '-'}`. */
export function fallbacksOf(fields: readonly EventField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(entriesOf(fields, 'event'));
}

function entriesOf(fields: readonly EventField[], above: string): readonly (readonly [string, string])[] {
  return fields.flatMap((field) => [
    ...(field.fallback === null ? [] : [[`${above}.${field.name}`, field.fallback] as const]),
    ...entriesOf(field.fields ?? [], `${above}.${field.name}`),
  ]);
}
