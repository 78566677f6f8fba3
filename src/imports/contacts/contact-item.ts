/** Makes an item of a contact batch of a row of a file: what a row says is judged there. */
import type { Definitions } from '../../contacts/attribute-values.ts';
import { readCsvRecord } from '../../ground/csv/csv-record.ts';
import { fromText } from '../../ground/csv/formula-sign.ts';
import { attributePrefix } from './contact-columns.ts';
import { topicField } from './topic-columns.ts';

type TopicCells = { readonly key: string } & Readonly<Record<string, string>>;

type Item = Record<string, unknown> & { topics?: readonly TopicCells[] };

/** An empty value leaves its field as it is. */
export function itemOfValues(columns: readonly string[], values: readonly string[], definitions: Definitions): Item {
  const item: Item = {};
  const attributes: Record<string, unknown> = {};
  const marketing: Record<string, string> = {};
  const topics = new Map<string, TopicCells>();
  for (const [at, field] of columns.entries()) {
    const value = fromText(values[at] ?? '');
    const text = value.trim();
    if (field === '' || text === '') continue;
    const topic = topicField(field);
    if (topic !== null) {
      const { key, part } = topic;
      topics.set(key, { key, ...topics.get(key), [part]: part === 'state' ? text.toLowerCase() : text });
    } else if (field.startsWith(attributePrefix)) {
      const key = field.slice(attributePrefix.length);
      attributes[key] = typedValue(value, definitions.get(key)?.type ?? null);
    } else if (field === 'marketing.state') marketing.state = text.toLowerCase();
    else if (field === 'marketing.at') marketing.at = text;
    else if (field === 'tags') item.tags = tagsOf(text);
    else item[field === 'pixel_consent_at' ? 'pixelConsentAt' : field] = text;
  }
  if (Object.keys(attributes).length > 0) item.attributes = attributes;
  if (Object.keys(marketing).length > 0) item.marketing = marketing;
  if (topics.size > 0) item.topics = [...topics.values()];
  return item;
}

/** What is no number and no truth value stays text, which the rules of attributes reject. */
function typedValue(text: string, type: string | null): unknown {
  const trimmed = text.trim();
  if (type === 'date') return trimmed;
  if (type === 'number' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed)) return exactNumber(trimmed);
  if (type === 'boolean' && /^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  return text;
}

/** An integer that a number cannot hold would change silently. */
function exactNumber(text: string): number | string {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
}

const comma = 0x2c;

/** Names with commas between them, in quotes where a name has a comma: as a record of CSV within the value. */
export function tagsOf(text: string): readonly string[] {
  const record = text.includes('"') ? readCsvRecord(Buffer.from(text), comma, true) : null;
  const names = record !== null && typeof record === 'object' ? record.values : text.split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** A JSON object has the names of REST. */
export function itemOfObject({
  pixel_consent_at: pixelConsentAt,
  ...row
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...row, ...(pixelConsentAt !== undefined && { pixelConsentAt }) };
}

/** The fields of a JSON object of a contact. */
const jsonFields: ReadonlySet<string> = new Set([
  'reference',
  'email',
  'attributes',
  'tags',
  'locale',
  'marketing',
  'topics',
  'pixel_consent_at',
]);

/** Whether the object has fields that no contact has; their names may be a person's. */
export const hasUnknownFields = (row: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(row).some((name) => !jsonFields.has(name));
