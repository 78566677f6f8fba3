/** A contact as a line of a file, under the names by which an import finds its fields (docs/rules.md#columns-of-a-file). */

import type { Definitions } from '../../contacts/attribute-values.ts';
import { csvLine, plainCell, textCell } from '../../ground/csv/csv-line.ts';
import { attributePrefix } from '../../imports/contacts/contact-columns.ts';
import { topicColumns } from '../../imports/contacts/topic-columns.ts';
import type { TopicDecision } from '../../topics/contact-topics.ts';
import type { ExportedContact } from './contact-pages.ts';

type CellOf = (contact: ExportedContact) => string;

/** A contact without any consent has no state to import. */
const stateOf = ({ status }: ExportedContact) => (status === 'pending' ? null : status);
/**
 * A state that was told late has an earlier time than the decision to leave, which no older consent may undo: the file has
 * the latest time at which the person left (docs/rules.md#older-consent).
 */
const decidedAt = ({ status, marketing_at: at, opted_out_at: leftAt }: ExportedContact) => {
  if (status === 'pending') return null;
  return status === 'unsubscribed' ? (leftAt ?? at) : at;
};
const topicDecidedAt = ({ state, at, optedOutAt }: TopicDecision) =>
  state === 'unsubscribed' ? (optedOutAt ?? at) : at;

const fields: readonly (readonly [name: string, cell: CellOf])[] = [
  ['reference', ({ reference }) => textCell(reference)],
  ['email', ({ email }) => textCell(email)],
  ['locale', ({ locale }) => textCell(locale)],
  ['tags', ({ tags }) => textCell(tagsText(tags))],
  ['marketing.state', (contact) => plainCell(stateOf(contact))],
  ['marketing.at', (contact) => plainCell(decidedAt(contact))],
  ['pixel_consent_at', (contact) => plainCell(contact.pixel_consent_at)],
];

/** Names with commas between them, in quotes where a name has a sign of its own. */
const tagsText = (names: readonly string[]): string =>
  names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',');

export interface ContactCsv {
  readonly head: string;
  readonly lineOf: (contact: ExportedContact) => string;
}

/** CSV with a column for each attribute of the platform and two for each topic, in alphabetical order. */
export function contactCsv(definitions: Definitions, topics: ReadonlySet<string>): ContactCsv {
  const keys = [...definitions.keys()].toSorted();
  const columns = [
    ...fields,
    ...keys.map((key): [string, CellOf] => [
      attributePrefix + key,
      ({ attributes }) => attributeCell(attributes[key], definitions.get(key)?.type === 'date'),
    ]),
    ...[...topics].toSorted().flatMap((key): [string, CellOf][] => {
      const { state, at } = topicColumns(key);
      return [
        [state, ({ topics: decided }) => plainCell(decided?.[key]?.state ?? null)],
        [at, ({ topics: decided }) => plainCell(decided?.[key] ? topicDecidedAt(decided[key]) : null)],
      ];
    }),
  ];
  return {
    head: csvLine(columns.map(([name]) => name)),
    lineOf: (contact) => csvLine(columns.map(([, cell]) => cell(contact))),
  };
}

function attributeCell(value: unknown, isDate: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return plainCell(value);
  return isDate ? plainCell(String(value)) : textCell(String(value));
}

/** NDJSON: an item of a contact batch. An import takes no topic that the platform has deleted, which `known` lacks. */
export function contactJson(contact: ExportedContact, known: ReadonlySet<string>): string {
  const { reference, email, locale, tags, attributes, topics, pixel_consent_at: pixelConsentAt } = contact;
  const decided = Object.entries(topics ?? {}).filter(([key]) => known.has(key));
  const [state, at] = [stateOf(contact), decidedAt(contact)];
  const item = {
    ...(reference !== null && { reference }),
    email,
    ...(locale !== null && { locale }),
    ...(tags.length > 0 && { tags }),
    ...(state !== null && at !== null && { marketing: { state, at } }),
    ...(decided.length > 0 && {
      topics: decided.map(([key, decision]) => ({ key, state: decision.state, at: topicDecidedAt(decision) })),
    }),
    ...(pixelConsentAt !== null && { pixel_consent_at: pixelConsentAt }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
  return `${JSON.stringify(item)}\n`;
}
