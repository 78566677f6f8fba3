/** A table in whose rows the words of an erased person may stand, whoever's rows these are. */
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { OpenErasure } from './open-erasure.ts';
import type { WordFinder } from './word-finder.ts';

export interface SearchedRow {
  readonly id: string;
  /** Texts of the row; empty for a row that the erasure does not concern. */
  readonly texts: readonly string[];
}

/** A row with a word of the person. */
export interface FoundRow extends SearchedRow {
  /** Positions of the texts that hold one. */
  readonly named: ReadonlySet<number>;
}

export interface SearchedTable {
  readonly name: string;
  /** Rows read at once, where they are larger than those of most tables. */
  readonly rowsAtOnce?: number;
  /** Whether a cluster has it on its coordinator. */
  readonly onCoordinator?: true;
  /** Rows of the workspace after the id `after`, in the order of their ids, at most `limit`. */
  read(db: Queryable, erasure: OpenErasure, after: string, limit: number): Promise<readonly SearchedRow[]>;
  /** Takes the words of the person out of rows that hold one. */
  clear(
    app: App,
    client: Queryable,
    erasure: OpenErasure,
    found: readonly FoundRow[],
    names: WordFinder,
  ): Promise<void>;
}
