/** The payload of an event type as a type of TypeScript. */
import { type FieldType, type PayloadField, type ScalarType, typeName } from './payload-field.ts';

const scalars: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  url: 'string',
  email: 'string',
};

/** What the type of TypeScript does not say. */
const notes: Readonly<Partial<Record<FieldType, string>>> = {
  date: 'A day, such as 2026-01-31.',
  datetime: 'An instant with its offset, such as 2026-01-31T09:30:00Z.',
  url: 'An http or https URL.',
  email: 'An email address.',
};

export function typescriptType(eventType: string, fields: readonly PayloadField[]): string {
  return `/** The payload of ${eventType}. */\nexport interface ${typeName(eventType)} ${objectOf(fields, 0)}\n`;
}

function objectOf(fields: readonly PayloadField[], depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = fields.flatMap((field) => {
    const note = notes[field.items?.type ?? field.type];
    // Null counts as missing.
    const written = `${field.name}${field.required ? '' : '?'}: ${typeOf(field, depth + 1)}${field.required ? '' : ' | null'};`;
    return [...(note === undefined ? [] : [`${indent}/** ${note} */`]), `${indent}${written}`];
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function typeOf({ type, items, fields }: PayloadField, depth: number): string {
  if (type === 'object') return objectOf(fields ?? [], depth);
  if (type === 'list') return items ? `${scalars[items.type]}[]` : `${objectOf(fields ?? [], depth)}[]`;
  return scalars[type];
}
