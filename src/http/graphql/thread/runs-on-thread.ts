/** Which queries are executed in the thread of dear queries (docs/rules.md#graphql-query-thread). */
import { type DocumentNode, Kind, visit } from 'graphql';

/**
 * An operation that costs no more waits for no other, and a query of it is executed in the process: a page of 20 rows with
 * a few fields. A page of 50 costs more.
 */
export const cheapCost = 200;

/**
 * Queries of these fields are executed in the thread whatever they cost. Their work is PostgreSQL's: few rows come back,
 * but ten at once would hold all its processors. In the thread a platform has one connection. A test holds that the
 * schema has these fields.
 */
export const fieldsApart: ReadonlySet<string> = new Set([
  // A report adds up to 100,000 rows.
  'figures',
  // The sizes of up to 20 payloads are those of their texts, which PostgreSQL writes out for it.
  'templatePayloads',
]);

const known = new WeakMap<DocumentNode, boolean>();

/** Whether a query of this cost is executed in the thread, whatever it will read. */
export function runsOnThread(cost: number, document: DocumentNode): boolean {
  return cost > cheapCost || namesFieldApart(document);
}

/** Documents are parsed once and kept. */
function namesFieldApart(document: DocumentNode): boolean {
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
