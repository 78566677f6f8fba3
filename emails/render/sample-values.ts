/** Values for a preview without values of its own; each sample describes itself. */
import type { EventField } from '../document/template.ts';
import type { TemplateValues } from './values.ts';

export interface SampleAttribute {
  readonly key: string;
  readonly type: 'string' | 'number' | 'boolean' | 'date';
}

const DATE = '2026-01-15';
/** The instant of sending in a preview, and the value of times. */
export const INSTANT = '2026-01-15T09:30:00.000Z';
const LIST_ITEMS = 2;

/** Returns values for every field and attribute, a sample person and workspace, and a day of sending. */
export function sampleValues(fields: readonly EventField[], attributes: readonly SampleAttribute[]): TemplateValues {
  return {
    event: sampleObject(fields),
    attributes: Object.fromEntries(attributes.map(({ key, type }) => [key, sampleScalar(key, type)])),
    contact: { email: 'person@example.com', reference: 'sample-person' },
    system: {
      workspace_name: 'Sample workspace',
      unsubscribe_url: 'https://example.com/unsubscribe',
      sent_on: INSTANT,
    },
  };
}

function sampleObject(fields: readonly EventField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field.name, sampleField(field)]));
}

function sampleField({ name, type, fields, items }: EventField): unknown {
  if (type === 'object') return sampleObject(fields ?? []);
  if (type !== 'list') return sampleScalar(name, type);
  return Array.from({ length: LIST_ITEMS }, () =>
    fields === undefined ? sampleScalar(name, items?.type ?? 'string') : sampleObject(fields),
  );
}

/** Returns the sample of one value; a text says what it is called. */
export function sampleScalar(name: string, type: string): string | number | boolean {
  switch (type) {
    case 'number':
      return 42;
    case 'boolean':
      return true;
    case 'date':
      return DATE;
    case 'datetime':
      return INSTANT;
    case 'url':
      return 'https://example.com/';
    case 'email':
      return 'person@example.com';
    default:
      return inWords(name);
  }
}

/** `customer_name` as `Customer name`. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? 'Sample' : words.charAt(0).toUpperCase() + words.slice(1);
}
