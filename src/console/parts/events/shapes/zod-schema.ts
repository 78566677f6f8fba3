/** The payload of an event type as a schema of zod 4, which takes nothing that the service would refuse. */
import { type PayloadField, type ScalarType, typeName } from './payload-field.ts';

const scalars: Readonly<Record<ScalarType, string>> = {
  string: 'z.string()',
  number: 'z.number()',
  boolean: 'z.boolean()',
  date: 'z.iso.date()',
  datetime: 'z.iso.datetime({ offset: true })',
  url: 'z.url({ protocol: /^https?$/ })',
  email: 'z.email()',
};

export function zodSchema(eventType: string, fields: readonly PayloadField[]): string {
  const type = typeName(eventType);
  const schema = type.charAt(0).toLowerCase() + type.slice(1);
  return `import { z } from 'zod';

/** The payload of ${eventType}. */
export const ${schema}Payload = ${objectOf(fields, 0)};

export type ${type} = z.infer<typeof ${schema}Payload>;
`;
}

/** A field that the type does not have is refused. */
function objectOf(fields: readonly PayloadField[], depth: number): string {
  if (fields.length === 0) return 'z.strictObject({})';
  const indent = '  '.repeat(depth + 1);
  // Null counts as missing.
  const lines = fields.map(
    (field) => `${indent}${field.name}: ${typeOf(field, depth + 1)}${field.required ? '' : '.nullish()'},`,
  );
  return `z.strictObject({\n${lines.join('\n')}\n${'  '.repeat(depth)}})`;
}

function typeOf({ type, items, fields }: PayloadField, depth: number): string {
  if (type === 'object') return objectOf(fields ?? [], depth);
  if (type === 'list') return `z.array(${items ? scalars[items.type] : objectOf(fields ?? [], depth)})`;
  return scalars[type];
}
