/**
 * Queries that are executed in the thread whatever they cost (docs/rules.md#graphql-query-thread). Their work is
 * PostgreSQL's: few rows come back, but ten at once would hold all its processors. In the thread a platform has one
 * connection.
 */
import { type DocumentNode, Kind, visit } from 'graphql';

/** A test holds that the schema has these fields. */
export const fieldsApart: ReadonlySet<string> = new Set([
  // A report adds up to 100,000 rows.
  'figures',
  // The sizes of up to 20 payloads are those of their texts, which PostgreSQL writes out for it.
  'templatePayloads',
]);

const known = new WeakMap<DocumentNode, boolean>();

/** Whether a field of the document is to be read apart. Documents are parsed once and kept. */
export function readsApart(document: DocumentNode): boolean {
  const found = known.get(document) ?? names(document);
  known.set(document, found);
  return found;
}

function names(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    [Kind.FIELD](node) {
      found ||= fieldsApart.has(node.name.value);
    },
  });
  return found;
}
