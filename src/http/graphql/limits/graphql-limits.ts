/**
 * Limits of a GraphQL request (docs/rules.md#graphql-limits). They do not apply to REST, which runs documents of the
 * service.
 */
import { type BodyLimits, largeBodies, mebibyte, usualBodyLimits } from '../../bodies/body-limits.ts';

const kibibyte = 1_024;

/** Limits of one document. The documents of REST need at most 294 tokens, 31 aliases, 91 fields and a depth of 5. */
export const graphqlLimits = {
  /** UTF-8 bytes of the text, checked before the text is parsed. */
  documentBytes: 64 * kibibyte,
  /** Nesting of brackets, counted before the text is parsed; as deep as JSON in a body. */
  nesting: 100,
  tokens: 2_000,
  /** Fields, fragment spreads and inline fragments as written; validation compares them in pairs. */
  selections: 400,
  aliases: 32,
  /** Scanners try ten of one kind. */
  directives: 9,
  /** Levels of fields; the deepest path without a repeated type has 7. */
  depth: 8,
  /** Fields with fragments written out. */
  breadth: 300,
  /** Fields times the rows they may come in, plus the work of costly fields (schema/field-cost.ts). */
  cost: 10_000,
} as const;

/**
 * What the operations of a process that are not cheap (runs-on-thread.ts) cost that run at once; those of one platform
 * cost half of it at most (docs/rules.md#body-memory). The rows of thirty would arrive in the same rounds of the event
 * loop, and making their answers would hold it for half a second.
 */
export const operationCostAtOnce = 2 * graphqlLimits.cost;

/** Characters of an operation's name. */
export const operationNameMax = 256;

/** UTF-8 bytes of `extensions` as JSON; `persistedQuery` alone is read. */
export const extensionsBytesMax = 64 * kibibyte;

/** Bytes that the documents kept by one process may take in memory. */
export const documentCacheBytes = 32 * mebibyte;

/** Bytes that persisted queries may take in the memory of one process. */
export const persistedBytes = { ofPlatform: mebibyte, inAll: 32 * mebibyte } as const;

/** Errors in one response, and invalid fields in one error. */
export const faultsMax = 100;

/** UTF-8 bytes of the errors of one response; the whole response then stays under 64 kB. */
export const errorBytesMax = 60_000;

/** Bytes of bodies by mutation, as in REST (docs/rules.md#body-size). */
const fieldBytes: Readonly<Record<string, number>> = {
  eventEmit: largeBodies.emit,
  eventBatchEmit: largeBodies.emit,
  contactBatchUpsert: largeBodies.batch,
  fileCreate: largeBodies.file,
};

/**
 * Limits of the largest body of any operation. 250,000 values: a template of 500 blocks in 100 languages has 50,000
 * texts with their sources, three values each (docs/rules.md#json-limits).
 */
export const bodyLimitsMax: BodyLimits = { bytes: Math.max(...Object.values(fieldBytes)), nodes: 250_000 };

/** Bytes that the arguments of a field of Query or Mutation may have. */
export function fieldBytesMax(field: string): number {
  return fieldBytes[field] ?? usualBodyLimits.bytes;
}
