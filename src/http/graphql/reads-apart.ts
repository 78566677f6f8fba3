/**
 * Queries that are executed in the thread whatever they cost (docs/rules.md#graphql-query-thread). Of some the work is
 * PostgreSQL's: few rows come back, but ten at once would hold all its processors, and in the thread a platform has one
 * connection. Others read stored contents of up to 2 MiB: the process would read a quarter of a megabyte for nothing
 * before it knew.
 */
import { type DocumentNode, Kind, visit } from 'graphql';

/** A test holds that the schema has these fields. */
export const fieldsApart: ReadonlySet<string> = new Set([
  // A report adds up to 100,000 rows.
  'figures',
  // The sizes of up to 20 payloads are those of their texts, which PostgreSQL writes out for it.
  'templatePayloads',
]);

/** Fields with stored contents, each up to 2 MiB. A platform that has such large ones reads them in the thread. */
export const contentFields: ReadonlySet<string> = new Set([
  'composition',
  'document',
  'mergeTags',
  'payload',
  'translations',
]);

interface Named {
  readonly apart: boolean;
  readonly contents: boolean;
}

const known = new WeakMap<DocumentNode, Named>();

/** Whether a field of the document is to be read apart. Documents are parsed once and kept. */
export function readsApart(document: DocumentNode): boolean {
  return namesIn(document).apart;
}

/** Whether a field of the document has stored contents. */
export function readsContents(document: DocumentNode): boolean {
  return namesIn(document).contents;
}

function namesIn(document: DocumentNode): Named {
  const found = known.get(document);
  if (found) return found;
  const named = { apart: false, contents: false };
  visit(document, {
    [Kind.FIELD]({ name: { value } }) {
      named.apart ||= fieldsApart.has(value);
      named.contents ||= contentFields.has(value);
    },
  });
  known.set(document, named);
  return named;
}
