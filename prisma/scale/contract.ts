/**
 * What a cluster does not take (docs/rules.md#place-of-a-table): triggers that write other rows, and unique indexes without the
 * column by which a table is divided. The schema keeps them for the version before alone, and a migration of a later release
 * removes them from every database; but for the key of attempts, which a cluster has with that column and one database
 * without. No process of an older version works on a cluster, so dividing the tables begins with it.
 */
export const contract: readonly string[] = [
  `ALTER TABLE message_attempts DROP CONSTRAINT message_attempts_pkey,
     ADD CONSTRAINT message_attempts_pkey PRIMARY KEY (message_id, workspace_id, number)`,
  'DROP TRIGGER IF EXISTS suppressions_scope ON suppressions',
  'DROP TRIGGER IF EXISTS suppressions_wide ON suppressions',
  'DROP TRIGGER IF EXISTS suppressions_lifted ON suppressions',
  'DROP INDEX IF EXISTS suppressions_platform_key',
  'DROP INDEX IF EXISTS suppressions_workspace_key',
];
