/** Why a database was not migrated, for a person: its text says what to do (docs/rules.md#migrations). */

/**
 * `locked`: another transaction holds what a migration needs; the same command may succeed later. `refused`: this version
 * does not fit the database.
 */
export type MigrationFaultKind = 'failed' | 'locked' | 'refused';

export class MigrationFault extends Error {
  override readonly name = 'MigrationFault';

  readonly kind: MigrationFaultKind;

  constructor(kind: MigrationFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
