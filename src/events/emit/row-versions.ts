/**
 * By what an emit knows the rows that it was decided by (docs/rules.md#row-versions): a trigger of each table counts
 * in `row_version` the changes of what an emit reads. Two versions of rows that are found by anything else than their
 * id are equal only if their ids are: an address may go from one contact to another.
 */

/** SQL: the version of the sending domain or the contact `row`, with its id. */
export const versionWithIdSql = (row: string) => `${row}.id || ' ' || ${row}.row_version`;
