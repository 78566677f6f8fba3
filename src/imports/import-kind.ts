/** What the rows of a kind of import become. */
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { FieldErrors } from '../ground/errors/errors.ts';
import type { Row } from './reading/row.ts';

/** What became of a row. */
export type RowOutcome =
  | { readonly result: 'created' | 'updated' }
  | { readonly result: 'refused'; readonly code: string; readonly fields: FieldErrors };

/** Steps of the import in the transaction that writes a slice. */
export interface SliceSteps {
  /** Runs before the rows are written; throws where another process has gone on. */
  readonly begin: (client: Queryable) => Promise<void>;
  /** What the rows name is read and locked. */
  readonly held: () => void;
  readonly end: (client: Queryable, outcomes: readonly RowOutcome[]) => Promise<void>;
  /** The transaction was undone, and runs again with no other writer of the contacts beside it. */
  readonly lost: () => void;
}

/** Rows that are checked, before they are written. */
export interface PreparedRows {
  /** References and hashes of addresses in them; null: nothing is written beside them. */
  readonly names: ReadonlySet<string> | null;
  /** In one transaction. */
  readonly write: (steps: SliceSteps) => Promise<void>;
}

/** What a writer needs to know of its import. */
export interface ImportTarget {
  readonly workspaceId: string;
  /** Of a CSV file: the field of each column. */
  readonly columns: readonly string[];
  /** What a row has for the field of each name unless it says otherwise. */
  readonly usual: Readonly<Record<string, string>>;
  readonly platformWide: boolean;
  /** When the file was begun. */
  readonly sentAt: Date;
}

/** Checks rows apart from the database, giving way to other work. */
export type PrepareRows = (rows: readonly Row[]) => Promise<PreparedRows>;

/** What the first row of a CSV file says. */
export interface Columns {
  /** The field of each column; an empty text: none. */
  readonly columns: readonly string[];
  readonly usual?: Readonly<Record<string, string>>;
  /** False: the first row is one like the others. */
  readonly isHeader: boolean;
}

export interface ImportKindVerbs {
  /** Finds the field of each column by its name. Throws `validation_failed` under `columns`. */
  readColumns(ctx: Ctx, first: readonly string[], options: ColumnOptions): Promise<Columns>;
  /** Names of the field of a JSON document whose list holds the rows, as other services write it. */
  readonly lists: readonly string[];
  /** For one turn of an import. */
  open(ctx: Ctx, target: ImportTarget): Promise<PrepareRows>;
}

export interface ColumnOptions {
  readonly skipUnknown: boolean;
}
