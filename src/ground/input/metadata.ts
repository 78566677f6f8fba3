/** The caller's pairs of an emit, such as its own ids (docs/rules.md#metadata). They are shown and never mailed. */
import { z } from 'zod';
import { invalid } from '../errors/errors.ts';
import { attributeKeyPattern } from './attribute-key.ts';
import { composed, isStorable } from './composed-text.ts';
import { isRecord } from './input.ts';
import { isReservedName, reservedName } from './reserved-names.ts';

export type Metadata = Readonly<Record<string, string>>;

const pairsMax = 20;
const valueMaxLength = 256;

/** The pairs of an emit; null when there are none. */
export const metadata = z
  .custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object')
  .transform((given, context) => {
    const faults = pairFaults(given);
    for (const { path, message } of faults) context.addIssue({ code: 'custom', path: [...path], message });
    return faults.length > 0 ? z.NEVER : pairsOf(given as Metadata);
  })
  .nullish()
  .transform((pairs) => pairs ?? null);

/**
 * The pairs that rows of a list must have; null: any. Rejects what no emit can have, under `filter.metadata`
 * (docs/rules.md#list-filters).
 */
export function readMetadataFilter(given: unknown): Metadata | null {
  if (given == null) return null;
  if (!isRecord(given)) throw invalid({ 'filter.metadata': ['must be an object'] });
  const faults = pairFaults(given);
  if (faults.length > 0) {
    throw invalid(
      Object.fromEntries(faults.map(({ path, message }) => [['filter.metadata', ...path].join('.'), [message]])),
    );
  }
  const pairs = pairsOf(given as Metadata);
  if (pairs === null) throw invalid({ 'filter.metadata': ['must not be empty'] });
  return pairs;
}

/** The field of a record: absent where there are no pairs. */
export const recordedMetadata = (pairs: Metadata | null) => (pairs === null ? {} : { metadata: pairs });

interface PairFault {
  /** The key of the pair; empty for a fault of all pairs together. */
  readonly path: readonly string[];
  readonly message: string;
}

function pairFaults(given: Readonly<Record<string, unknown>>): readonly PairFault[] {
  const keys = Object.keys(given);
  if (keys.length > pairsMax) return [{ path: [], message: `must have at most ${pairsMax} pairs` }];
  return keys.flatMap((key) => {
    const message = pairFault(key, given[key]);
    return message === null ? [] : [{ path: [key], message }];
  });
}

function pairFault(key: string, value: unknown): string | null {
  if (!attributeKeyPattern.test(key)) return 'must have a key of 1 to 64 lower-case letters, digits or "_"';
  if (isReservedName(key)) return reservedName;
  if (typeof value !== 'string') return 'must be a string';
  // A character beyond U+FFFF is two of JavaScript's. The kept form may be longer than the text as sent.
  if (value.length > 2 * valueMaxLength || [...composed(value)].length > valueMaxLength) {
    return `must have at most ${valueMaxLength} characters`;
  }
  return isStorable(value) ? null : 'must be text without NUL or broken characters';
}

/** In the order in which PostgreSQL keeps the keys of JSON, so that a repeated response equals the first one. */
function pairsOf(given: Metadata): Metadata | null {
  const pairs = Object.entries(given).map(([key, value]) => [key, composed(value)] as const);
  if (pairs.length === 0) return null;
  return Object.fromEntries(pairs.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}
