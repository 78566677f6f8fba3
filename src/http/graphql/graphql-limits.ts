/** Limits of a GraphQL request. REST runs documents of ours, which do not pass here. */

const kibibyte = 1_024;
const mebibyte = 1_048_576;

/**
 * Of one document. REST's own need at most 142 tokens, 8 aliases, 27 fields and a depth of 5.
 */
export const graphqlLimits = {
  /** UTF-8 bytes of the text, checked before the text is parsed. */
  documentBytes: 64 * kibibyte,
  /** Brackets in brackets, counted before the text is parsed; as deep as JSON in a body. */
  nesting: 100,
  tokens: 2_000,
  /** Fields, fragment spreads and inline fragments as written; validation compares them in pairs. */
  selections: 400,
  aliases: 30,
  /** Fewer than the ten of one kind that scanners try. */
  directives: 9,
  /** Fields below fields; the deepest that leads anywhere new has 7. */
  depth: 8,
  /** Fields, fragments written out. */
  breadth: 300,
  /** Fields times the rows they may come in, plus the work of costly fields (schema/field-cost.ts). */
  cost: 10_000,
} as const;

/** Characters of an operation's name. */
export const operationNameMax = 256;

/** UTF-8 bytes of `extensions` as JSON; no extension is supported. */
export const extensionsBytesMax = 64 * kibibyte;

/** Bytes that the documents kept by one process may take in memory. */
export const documentCacheBytes = 32 * mebibyte;

/** Errors in one answer, and fields at fault in one error. */
export const faultsMax = 100;

/** UTF-8 bytes of the errors of one answer, below 64 kB with what surrounds them. */
export const errorBytesMax = 60_000;

/** Bodies in bytes by mutation, as over REST (decisions, section 2). */
const fieldBytes: Readonly<Record<string, number>> = { eventEmit: 32 * mebibyte, contactBatchUpsert: 8 * mebibyte };

/** Bytes that every operation may send. */
export const usualBodyBytes = 2 * mebibyte;

/** Bytes of the largest body that any operation may send. */
export const bodyBytesMax = Math.max(...Object.values(fieldBytes));

/** Values in the JSON of a body: as many as a template of 500 blocks in 100 languages needs (rest/body-limits.ts). */
export const bodyNodesMax = 250_000;

/** Bytes that the arguments of a field of Query or Mutation may have. */
export function fieldBytesMax(field: string): number {
  return fieldBytes[field] ?? usualBodyBytes;
}
