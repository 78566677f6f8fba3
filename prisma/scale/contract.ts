/**
 * What the schema keeps for the version before alone, and a cluster does not take (docs/rules.md#place-of-a-table): triggers
 * that write other rows, and unique indexes without the column by which a table is divided. A migration of a later release
 * removes it from every database, and this list with it. No process of an older version works on a cluster, so dividing
 * the tables begins with it.
 */
export const contract: readonly string[] = [
  'DROP TRIGGER IF EXISTS suppressions_scope ON suppressions',
  'DROP TRIGGER IF EXISTS suppressions_wide ON suppressions',
  'DROP TRIGGER IF EXISTS suppressions_lifted ON suppressions',
  'DROP INDEX IF EXISTS suppressions_platform_key',
  'DROP INDEX IF EXISTS suppressions_workspace_key',
];
