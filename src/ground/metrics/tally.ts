/**
 * Counts by up to three words, such as an outcome and a provider. A hot path adds one to a number and makes no object of
 * labels; src/metrics reads the counts at a scrape.
 */

/** Counts of one tally, at most: words that should be few and are not must not fill the memory. */
const countsMax = 2_000;
/** Takes the place of the words beyond that number. */
const beyond = 'other';
const separator = '\n';

export interface TallyCount {
  readonly words: readonly [string, string, string];
  readonly count: number;
}

export interface Tally {
  /** Adds one. */
  add(first?: string, second?: string, third?: string): void;
  addMany(count: number, first?: string, second?: string, third?: string): void;
  /** All counts since the start of the process. */
  counts(): readonly TallyCount[];
}

/** `known`: first words that are told of as 0 from the start, so that their first step counts as one. */
export function createTally(known: readonly string[] = []): Tally {
  const counts = new Map<string, number>();
  const addMany = (count: number, first = '', second = '', third = '') => {
    const key = `${first}${separator}${second}${separator}${third}`;
    const before = counts.get(key);
    if (before === undefined && counts.size >= countsMax) {
      const rest = `${beyond}${separator}${beyond}${separator}${beyond}`;
      counts.set(rest, (counts.get(rest) ?? 0) + count);
    } else counts.set(key, (before ?? 0) + count);
  };
  for (const word of known) addMany(0, word);
  return {
    add: (first, second, third) => addMany(1, first, second, third),
    addMany,
    counts: () =>
      [...counts].map(([key, count]) => {
        const [first = '', second = '', third = ''] = key.split(separator);
        return { words: [first, second, third], count };
      }),
  };
}
