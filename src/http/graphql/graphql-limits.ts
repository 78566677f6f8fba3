/** Limits of a GraphQL request. REST runs documents of ours, which do not pass here. */
import { type BodyLimits, mebibyte, usualBodyLimits } from '../body-limits.ts';

const kibibyte = 1_024;

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

/** An operation that costs no more waits for no other. */
export const cheapCost = 200;
/**
 * What all other operations of a process cost that run at once; those of one platform cost half of it at most. The rows
 * of thirty would arrive in the same rounds of the event loop, and making their answers would hold it for half a second.
 */
export const operationCostAtOnce = 2 * graphqlLimits.cost;

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

/** Bodies in bytes by mutation, as over REST (docs/rules.md#body-size). */
const fieldBytes: Readonly<Record<string, number>> = { eventEmit: 32 * mebibyte, contactBatchUpsert: 8 * mebibyte };

/**
 * Of the largest body that any operation may send. 250,000 values: a template of 500 blocks in 100 languages has 50,000
 * texts with their sources, three values each (docs/rules.md#json-limits).
 */
export const bodyLimitsMax: BodyLimits = { bytes: Math.max(...Object.values(fieldBytes)), nodes: 250_000 };

/** Bytes that the arguments of a field of Query or Mutation may have. */
export function fieldBytesMax(field: string): number {
  return fieldBytes[field] ?? usualBodyLimits.bytes;
}
