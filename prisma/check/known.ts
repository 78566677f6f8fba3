/** What one statement of a migration is judged by, and the judgement (docs/rules.md#new-migrations). */
import type { SchemaColumns } from './schema-columns.ts';

export interface Judged {
  readonly fault: string;
  readonly instead: string;
}

export interface Known {
  /** Tables that the migration itself makes: they are empty. */
  readonly made: Set<string>;
  /** Columns of which a checked constraint says that they are not null, as `table.column`; by the constraint's name. */
  readonly notNull: Map<string, string>;
  readonly validated: Set<string>;
  /** Tables that the same transaction makes. One that takes the place of a table that it renames is read on by its name. */
  readonly replaced: ReadonlySet<string>;
  readonly isInTransaction: boolean;
  /** What the version before reads; null where none works beside the migration. */
  readonly before: SchemaColumns | null;
}

/** A node of the parser's tree. The parser's own types say that each part may be missing. */
export type Node = Readonly<Record<string, unknown>>;

export const later =
  'leave it in the database now, make the column nullable or give it a default, and drop it by hand in the release after';

/** Whether the version before reads a column, or a table where `column` is null. */
export function reads(before: SchemaColumns | null, table: string, column: string | null): boolean {
  const columns = before?.get(table);
  return columns !== undefined && (column === null || columns.has(column));
}
