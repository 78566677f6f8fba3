/** How a database stands to the migrations of this version (docs/rules.md#older-and-newer-databases). */
import type { HistoryRow } from './read-history.ts';

export interface Standing {
  /** Migrations of this version that are missing or half done, in their order. */
  readonly pending: readonly string[];
  /** Migrations of the database that this version does not have: a newer version made them. */
  readonly unknown: readonly string[];
  /** Whether each of these says that this version works beside it. */
  readonly worksBeside: boolean;
  /** Whether the database has all the migrations that the first one replaces, and not the first one itself. */
  readonly isAdoptable: boolean;
  /** Which of those the database lacks, where it has some of them only. */
  readonly unfolded: readonly string[];
}

export interface Versions {
  /** Migrations of this version, in their order. */
  readonly names: readonly string[];
  /** Those that the first one replaces. */
  readonly folded: readonly string[];
}

/** `history` null: the database was never migrated. */
export function standingOf(history: readonly HistoryRow[] | null, { names, folded }: Versions): Standing {
  const rows = history ?? [];
  const done = new Set(rows.filter(({ isDone }) => isDone).map(({ name }) => name));
  const own = new Set([...names, ...folded]);
  const [first = ''] = names;
  const last = names.at(-1) ?? '';
  // One that is under way counts too: its version may have begun to change what this one reads.
  const newer = rows.filter(({ name }) => !own.has(name));
  const lacking = folded.filter((name) => !done.has(name));
  const hasSome = !rows.some(({ name }) => name === first) && rows.some(({ name }) => folded.includes(name));
  const isAdoptable = hasSome && lacking.length === 0;
  return {
    pending: names.filter((name) => !done.has(name) && !(isAdoptable && name === first)),
    unknown: newer.map(({ name }) => name),
    worksBeside: newer.every(({ oldest }) => oldest !== null && oldest <= last),
    isAdoptable,
    unfolded: hasSome ? lacking : [],
  };
}
